set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'tv-2.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "TV, Figure 2: the same with a total variation\nfrom the paper: the form of the region\nchosen here: ε = 1, δ = 0.05, η = 0.3"

set title '(1, 0.05)-DP and 0.3-TV (Corollary 1)'
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
plot 'tv-2.csv' skip 1 every ::0::101 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title '(1, 0.05)-DP', \
  'tv-2.csv' skip 1 every ::0::101 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle, \
  'tv-2.csv' skip 1 every ::102::204 using (($9+$10)/2):11:(1-(($9+$10)/2)) with filledcurves fs transparent solid 0.15 noborder fc rgb '#D55E00' notitle, \
  'tv-2.csv' skip 1 every ::102::204 using (1-(($9+$10)/2)):(1-$11):(($9+$10)/2) with filledcurves fs transparent solid 0.15 noborder fc rgb '#D55E00' notitle, \
  'tv-2.csv' skip 1 every ::102::204 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'and total variation 0.3', \
  'tv-2.csv' skip 1 every ::102::204 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle
unset multiplot
