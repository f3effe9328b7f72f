set terminal pngcairo noenhanced size 1530,480 font 'sans,10'
set output 'bcp-1.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,3 title "Beyond the Calibration Point, Figure 1: two SGMs of equal (4, 0.08)-DP\nfrom the paper: (4.00, 0.08)\nchosen here: p = 0.3 and 0.9, 10 steps (σ calibrated); the panels on f and R"

set title 'Privacy profiles'
set xlabel 'ε'
set ylabel 'δ(ε)'
unset logscale x
set logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [0.0005:1]
unset arrow
unset label
set key top right
set arrow from 4,graph 0 to 4,0.08 nohead dt 3
set arrow from 0,0.08 to 4,0.08 nohead dt 3
set label '(4, 0.08)' at 4,0.08 offset 0.5,0.7
plot 'bcp-1.csv' skip 1 every ::0::40 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'σ = 0.6589, p = 0.3', \
  'bcp-1.csv' skip 1 every ::0::40 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-1.csv' skip 1 every ::41::81 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'σ = 1.4550, p = 0.9', \
  'bcp-1.csv' skip 1 every ::41::81 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle

set title 'Trade-off functions (symmetrised)'
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
plot 'bcp-1.csv' skip 1 every ::84::124 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'σ = 0.6589, p = 0.3', \
  'bcp-1.csv' skip 1 every ::84::124 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-1.csv' skip 1 every ::125::165 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'σ = 1.4550, p = 0.9', \
  'bcp-1.csv' skip 1 every ::125::165 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle

set title 'Minimum Bayes errors'
set xlabel 'prior π of H0'
set ylabel 'R(π)'
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
set key bottom center
set arrow from 0.5,0.16616336991 to 0.5,0.22139015893 heads size screen 0.005,90 lw 2 front
set arrow from 0.00964,0.0091293869275 to 0.00964,0.0092095047282 heads size screen 0.005,90 lw 2 front
set label 'Δ = 0.0552' at 0.5,0.16616336991 offset 1,0.8 front
set label 'Δ = 8.01e-05' at 0.00964,0.0091293869275 offset 1,0.5 front
plot 'bcp-1.csv' skip 1 every ::166::206 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'σ = 0.6589, p = 0.3', \
  'bcp-1.csv' skip 1 every ::166::206 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-1.csv' skip 1 every ::207::247 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'σ = 1.4550, p = 0.9', \
  'bcp-1.csv' skip 1 every ::207::247 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle
unset multiplot
