set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'tv-3.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "TV, Figure 3: the Laplace mechanism and its region\nfrom the paper: ε = 1, η = 1 - e^(-1/2)\nchosen here: nothing (η to 30 digits)"

set title 'Laplace, ε = 1'
set xlabel 'type I error'
set ylabel 'type II error'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:1]
set yrange [0:1]
unset arrow
unset label
set key top right
plot 'tv-3.csv' skip 1 every ::0::100 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title '1-DP', \
  'tv-3.csv' skip 1 every ::0::100 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle, \
  'tv-3.csv' skip 1 every ::101::201 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#D55E00' title 'total variation 1 - exp(-1/2)', \
  'tv-3.csv' skip 1 every ::101::201 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#D55E00' notitle, \
  'tv-3.csv' skip 1 every ::202::302 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'Laplace', \
  'tv-3.csv' skip 1 every ::202::302 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle
unset multiplot
