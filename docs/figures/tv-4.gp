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
plot 'tv-4.csv' skip 1 every ::0::100 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'ε-DP (Kairouz et al.)', \
  'tv-4.csv' skip 1 every ::0::100 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle, \
  'tv-4.csv' skip 1 every ::101::201 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'α = 0.3 (Theorem 2)', \
  'tv-4.csv' skip 1 every ::101::201 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::202::222 using (($9+$10)/2):11 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'staircase, γ = 0.0139', \
  'tv-4.csv' skip 1 every ::202::222 using (($9+$10)/2):12 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' notitle

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
plot 'tv-4.csv' skip 1 every ::223::224 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#CC79A7' title '', \
  'tv-4.csv' skip 1 every ::223::224 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#CC79A7' notitle, \
  'tv-4.csv' skip 1 every ::225::228 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#0072B2' title '', \
  'tv-4.csv' skip 1 every ::225::228 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#0072B2' notitle, \
  'tv-4.csv' skip 1 every ::229::232 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#CC79A7' title '', \
  'tv-4.csv' skip 1 every ::229::232 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#CC79A7' notitle, \
  'tv-4.csv' skip 1 every ::233::236 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#0072B2' title '', \
  'tv-4.csv' skip 1 every ::233::236 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#0072B2' notitle, \
  'tv-4.csv' skip 1 every ::237::240 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb '#CC79A7' title '', \
  'tv-4.csv' skip 1 every ::237::240 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb '#CC79A7' notitle, \
  'tv-4.csv' skip 1 every ::241::341 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'ε-DP (Kairouz et al.)', \
  'tv-4.csv' skip 1 every ::241::341 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle, \
  'tv-4.csv' skip 1 every ::342::442 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'α = 0.3 (Theorem 2)', \
  'tv-4.csv' skip 1 every ::342::442 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'tv-4.csv' skip 1 every ::443::463 using (($9+$10)/2):11 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'staircase, γ = 0.0139', \
  'tv-4.csv' skip 1 every ::443::463 using (($9+$10)/2):12 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' notitle
unset multiplot
