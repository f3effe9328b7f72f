set terminal pngcairo size 1400,620 font "DejaVu Sans,12" noenhanced
set output 'rivals.png'
set logscale xy
set format y "1e%T"
set ylabel "relative error"
set grid lc rgb "#e0e0e0"
set yrange [3e-15:1]
color(i) = i < 2 ? "#a3481d" : word("#2c5985 #5b8c5a #8a6d3b #7a4f8a #6b6b6b", 1 + i % 5)
shape(i) = 4 + i
set multiplot
set origin 0,0
set size 0.42,1
unset key
set title "Epsilon of four sampled Gaussians, each answer a point"
set xlabel "processor time of one answer, seconds"
set xrange [3e-3:5]
plot for [i=0:8] work.'/cells.txt' index i using 1:2 with points pt shape(i) ps 1.5 lc rgb color(i)
set origin 0.42,0
set size 0.58,1
set key outside right center
set title "Twelve of them: median error, time of all"
set xlabel "processor time of twelve answers, seconds"
set xrange [5e-3:100]
plot for [i=0:11] work.'/twelve.txt' index i using 1:2 with points pt shape(i) ps 1.5 lc rgb color(i) \
  title columnheader(1)
unset multiplot
