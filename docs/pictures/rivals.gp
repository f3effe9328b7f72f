set terminal pngcairo size 1500,980 font "DejaVu Sans,12" noenhanced
set output 'rivals.png'
last = system("cat '".work."/count.txt'") - 1
set logscale xy
set format y "1e%T"
set format x "1e%T"
set ylabel "relative error"
set xlabel "processor time, seconds"
set grid lc rgb "#e0e0e0"
set yrange [3e-15:30]
colors = "#a3481d #d98a3d #2c5985 #5f93c4 #8a6d3b #5b8c5a #9bc48a #7a4f8a #c0567b #6b6b6b #1f9e9e #3b3b3b " . \
  "#b59b00 #4040c0 #c04040"
color(i) = word(colors, 1 + i % 15)
shape(i) = 4 + i % 11
panel(name) = work.'/'.name.'.txt'
set multiplot
unset key
set origin 0,0.5; set size 0.4,0.5
set title "Epsilon: each of twelve answers"
plot for [i=0:last] panel('epsilon') index i using 1:2 with points pt shape(i) ps 1.2 lc rgb color(i)
set origin 0,0; set size 0.4,0.5
set title "Delta at 50 epsilons"
plot for [i=0:last] panel('curve') index i using 1:2 with points pt shape(i) ps 1.8 lw 2 lc rgb color(i)
set origin 0.4,0; set size 0.4,0.5
set title "The sigma for epsilon 2"
plot for [i=0:last] panel('calibration') index i using 1:2 with points pt shape(i) ps 1.8 lw 2 lc rgb color(i)
set origin 0.4,0.5; set size 0.6,0.5
set key outside right top
set title "A sweep of a thousand epsilons: largest error, time of all"
plot for [i=0:last] panel('sweep') index i using 1:2 with points pt shape(i) ps 1.8 lw 2 lc rgb color(i) \
  title columnheader(1)
unset multiplot
