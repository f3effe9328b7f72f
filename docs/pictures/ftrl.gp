set terminal pngcairo size 1000,620 font "DejaVu Sans,13"
set output 'ftrl.png'
set title "Epsilon at equal error: 256 steps, a record in 16 of them, {/Symbol d} = 10^{-6}" font ",14"
set xlabel "root mean square error of the prefix sums, in gradients"
set ylabel "epsilon"
set logscale xy
set xrange [2.7:280]
set key top right samplen 2 spacing 1.15
set grid lc rgb "#e0e0e0"
plot work.'/ftrl-identity.txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#b0b0b0" title "independent noise, every 16th step", \
     work.'/ftrl-sqrt.txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#5b8c5a" title "DP-FTRL, square root", \
     work.'/ftrl-sqrt(16).txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#2c5985" title "DP-FTRL, square root, 16 bands", \
     work.'/ftrl-sgd.txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#a3481d" title "DP-SGD, Poisson sampling at rate 1/16"
