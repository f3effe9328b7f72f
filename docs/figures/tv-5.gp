set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'tv-5.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "TV, Figure 5: noisy SGD, 15 epochs\nfrom the paper: n = 60000, m = 256, 1/1.3-GDP, ε = 0.5, 0.6, ..., 3.4\nchosen here: 3516 steps (15 epochs are 3515.625); the right panel"

set title 'Bounds and the mechanism'
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
plot 'tv-5.csv' skip 1 every ::0::100 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'the mechanism', \
  'tv-5.csv' skip 1 every ::0::100 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'tv-5.csv' skip 1 every ::101::201 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#CC79A7' title 'asymptotic (Dong et al.)', \
  'tv-5.csv' skip 1 every ::101::201 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#CC79A7' notitle, \
  'tv-5.csv' skip 1 every ::202::302 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'Theorem 2', \
  'tv-5.csv' skip 1 every ::202::302 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'tv-5.csv' skip 1 every ::303::403 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'moments accountant (1.19, 1e-5)', \
  'tv-5.csv' skip 1 every ::303::403 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle, \
  'tv-5.csv' skip 1 every ::404::504 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'Kairouz et al.', \
  'tv-5.csv' skip 1 every ::404::504 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle

set title 'What the method of types costs'
set xlabel 'type I error'
set ylabel 'its curve less the exact one'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:1]
set yrange [*:*]
unset arrow
unset label
set key top right
set key top center
plot 'tv-5.csv' skip 1 every ::505::605 using (($9+$10)/2):13 with lines lw 2 lc rgb '#D55E00' title 'types weighed by Stirling''s term'
unset multiplot
