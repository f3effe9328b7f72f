set terminal pngcairo size 1000,620 font "DejaVu Sans,13"
set output 'shuffle.png'
set title "Randomized response of epsilon_0 = 1, shuffled, and central noise of the same error, {/Symbol d} = 10^{-6}" font ",14"
set xlabel "users"
set ylabel "epsilon"
set logscale xy
set format x "10^{%L}"
set xrange [25:40000]
set yrange [0.015:1.5]
set key bottom left samplen 2 spacing 1.15
set grid lc rgb "#e0e0e0"
plot 1 with lines lw 2 dt 2 lc rgb "#808080" title "local: no shuffler", \
     work.'/shuffle-clones.txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#d9a441" title "clones: any local randomizer, upper bound", \
     work.'/shuffle-blanket.txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#5b8c5a" title "blanket: randomized response, upper bound", \
     work.'/shuffle-rr.txt' with linespoints lw 2 pt 7 ps 0.7 lc rgb "#2c5985" title "exact, worst data set", \
     work.'/shuffle-central.txt' with lines lw 2 dt 3 lc rgb "#a3481d" title "central: Gaussian noise of the same error"
