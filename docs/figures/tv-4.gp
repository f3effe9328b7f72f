set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'tv-4.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "TV, Figure 4: composition with a total variation (Theorem 2)\nfrom the paper: ε = 1, δ = 0, α = 0.3, k = 1 and 5; γ = 0.0139\nchosen here: nothing (η = 0.7 (e-1)/(e+1) to 49 digits)"

set title 'k = 1'
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
plot 'tv-4.csv' skip 1 every ::0::101 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'ε-DP (Kairouz et al.)', \
  'tv-4.csv' skip 1 every ::0::101 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle, \
  'tv-4.csv' skip 1 every ::102::204 using (($9+$10)/2):11:(1-(($9+$10)/2)) with filledcurves fs transparent solid 0.15 noborder fc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::102::204 using (1-(($9+$10)/2)):(1-$11):(($9+$10)/2) with filledcurves fs transparent solid 0.15 noborder fc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::102::204 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'α = 0.3 (Theorem 2)', \
  'tv-4.csv' skip 1 every ::102::204 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::205::225 using (($9+$10)/2):11 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'staircase, γ = 0.0139', \
  'tv-4.csv' skip 1 every ::205::225 using (($9+$10)/2):12 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' notitle

set title 'k = 5, and the lines of odd j (blue) and even j (pink)'
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
plot 'tv-4.csv' skip 1 every ::226::227 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#CC79A7' title '', \
  'tv-4.csv' skip 1 every ::226::227 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#CC79A7' notitle, \
  'tv-4.csv' skip 1 every ::228::231 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#0072B2' title '', \
  'tv-4.csv' skip 1 every ::228::231 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#0072B2' notitle, \
  'tv-4.csv' skip 1 every ::232::235 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#CC79A7' title '', \
  'tv-4.csv' skip 1 every ::232::235 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#CC79A7' notitle, \
  'tv-4.csv' skip 1 every ::236::239 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#0072B2' title '', \
  'tv-4.csv' skip 1 every ::236::239 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#0072B2' notitle, \
  'tv-4.csv' skip 1 every ::240::243 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#CC79A7' title '', \
  'tv-4.csv' skip 1 every ::240::243 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#CC79A7' notitle, \
  'tv-4.csv' skip 1 every ::244::349 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'ε-DP (Kairouz et al.)', \
  'tv-4.csv' skip 1 every ::244::349 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle, \
  'tv-4.csv' skip 1 every ::350::460 using (($9+$10)/2):11:(1-(($9+$10)/2)) with filledcurves fs transparent solid 0.15 noborder fc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::350::460 using (1-(($9+$10)/2)):(1-$11):(($9+$10)/2) with filledcurves fs transparent solid 0.15 noborder fc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::350::460 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'α = 0.3 (Theorem 2)', \
  'tv-4.csv' skip 1 every ::350::460 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::461::481 using (($9+$10)/2):11 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'staircase, γ = 0.0139', \
  'tv-4.csv' skip 1 every ::461::481 using (($9+$10)/2):12 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' notitle
unset multiplot
