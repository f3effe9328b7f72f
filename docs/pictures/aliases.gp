set terminal pngcairo size 1000,820 font "DejaVu Sans,13"
set output 'aliases.png'
set multiplot layout 2,1
L = 2*pi/D
set xlabel "t"
set key top right samplen 2 spacing 1.15
set title "A step too long: the sum repeats g with a period of 6, and the copies overlap" font ",14"
set xrange [-8:8]
set yrange [0:1]
set ytics 0.2
set style fill transparent solid 0.25 noborder
plot work.'/g.txt' using 1:2 with lines lw 2.5 lc rgb "#111111" title "g(t) = (1 - {/Symbol d}(t)) e^{(c-1)t}", \
     work.'/g.txt' using ($1-6):2 with lines lw 1.3 dt 2 lc rgb "#2c5985" title "its copies", \
     work.'/g.txt' using ($1+6):2 with lines lw 1.3 dt 2 lc rgb "#2c5985" notitle, \
     work.'/coarse.txt' using 1:2 with lines lw 2 lc rgb "#a3481d" title "what the sum gives"
set title sprintf("The step taken: a period of %.2f, and the known part of each copy is taken off", L) font ",14"
set xrange [-4:8]
set logscale y
set format y "10^{%L}"
set yrange [1e-40:100]
set ytics 1e8
set key at graph 0.01,0.58 left Left reverse
set arrow 1 from 1.5,1e-40 to 1.5,100 nohead dt 3 lc rgb "#808080"
set label 1 "t = 1.5" at 1.6,1e-36 left
plot work.'/g.txt' using 1:2 with lines lw 2.5 lc rgb "#111111" title "g(t)", \
     work.'/g.txt' using ($1-L):($2 > 0 ? $2 : 1/0) with lines lw 1.3 dt 2 lc rgb "#2c5985" title "copies, as they are", \
     work.'/g.txt' using ($1+L):($2 > 0 ? $2 : 1/0) with lines lw 1.3 dt 2 lc rgb "#2c5985" notitle, \
     work.'/g.txt' using ($1 > 0 ? $1-L : 1/0):3 with lines lw 2 lc rgb "#a3481d" title "what is left of them: bounded", \
     work.'/g.txt' using ($1 < 0 ? $1+L : 1/0):3 with lines lw 2 lc rgb "#a3481d" notitle
unset multiplot
