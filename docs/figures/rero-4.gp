set terminal pngcairo noenhanced size 1530,480 font 'sans,10'
set output 'rero-4.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,3 title "ReRo, Figure 4: ten thousand steps at equal (4, 1e-5)-DP\nfrom the paper: p = 0.1, 0.5, 0.9; N = 10000; (4, 1e-5)\nchosen here: nothing (σ calibrated); the right panel"

set title 'Privacy profiles'
set xlabel 'ε'
set ylabel 'δ(ε)'
unset logscale x
set logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%.0e'
set xrange [*:*]
set yrange [*:*]
unset arrow
unset label
set key top right
set label '(4, 1e-5)' at 4,1e-5 point pt 6 ps 2 offset 1,0.8
plot 'rero-4.csv' skip 1 every ::0::40 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'p = 0.1, σ = 10.8477', \
  'rero-4.csv' skip 1 every ::0::40 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'rero-4.csv' skip 1 every ::41::81 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'p = 0.5, σ = 54.0689', \
  'rero-4.csv' skip 1 every ::41::81 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'rero-4.csv' skip 1 every ::82::122 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'p = 0.9, σ = 97.3065', \
  'rero-4.csv' skip 1 every ::82::122 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle

set title 'Trade-off functions: certified (lines), CLT (points)'
set xlabel 'α'
set ylabel 'f(α)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [*:*]
unset arrow
unset label
set key top right
plot 'rero-4.csv' skip 1 every ::126::166 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'p = 0.1, σ = 10.8477', \
  'rero-4.csv' skip 1 every ::126::166 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'rero-4.csv' skip 1 every ::167::207 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title '', \
  'rero-4.csv' skip 1 every ::208::248 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'p = 0.5, σ = 54.0689', \
  'rero-4.csv' skip 1 every ::208::248 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'rero-4.csv' skip 1 every ::249::289 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title '', \
  'rero-4.csv' skip 1 every ::290::330 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'p = 0.9, σ = 97.3065', \
  'rero-4.csv' skip 1 every ::290::330 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle, \
  'rero-4.csv' skip 1 every ::331::371 using (($9+$10)/2):13 with points lw 1.5 pt 8 ps 1.1 lc rgb '#009E73' title ''

set title 'f less that of p = 0.9: forward (solid), reverse (dashed)'
set xlabel 'α'
set ylabel 'difference'
unset logscale x
unset logscale y
set size noratio
set xzeroaxis lt -1
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [*:*]
unset arrow
unset label
set key top right
plot 'rero-4.csv' skip 1 every ::372::412 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'p = 0.1, σ = 10.8477', \
  'rero-4.csv' skip 1 every ::372::412 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'rero-4.csv' skip 1 every ::413::453 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title '', \
  'rero-4.csv' skip 1 every ::413::453 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle, \
  'rero-4.csv' skip 1 every ::454::494 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'p = 0.5, σ = 54.0689', \
  'rero-4.csv' skip 1 every ::454::494 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'rero-4.csv' skip 1 every ::495::535 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#D55E00' title '', \
  'rero-4.csv' skip 1 every ::495::535 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#D55E00' notitle
unset multiplot
