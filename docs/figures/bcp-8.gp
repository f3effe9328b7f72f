set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'bcp-8.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "Beyond the Calibration Point, Figure 8: from f to R and back\nfrom the paper: a Gaussian mechanism, σ = 1, unit sensitivity\nchosen here: the priors and the levels of the lines"

set title 'R from f: a line of each prior touches f'
set xlabel 'α'
set ylabel 'f(α)'
unset logscale x
unset logscale y
set size ratio -1
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:1]
set yrange [0:1]
unset arrow
unset label
set key top right
set label 'α* = f(α*) = 0.308538' at 0.308538,0.308538 point pt 7 ps 0.8 offset 1,0.6 front
plot 'bcp-8.csv' skip 1 every ::0::80 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'f', \
  'bcp-8.csv' skip 1 every ::0::80 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-8.csv' skip 1 every ::81::82 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#D55E00' title 'π = 0.2', \
  'bcp-8.csv' skip 1 every ::81::82 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#D55E00' notitle, \
  'bcp-8.csv' skip 1 every ::83::84 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#009E73' title 'π = 0.5', \
  'bcp-8.csv' skip 1 every ::83::84 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#009E73' notitle, \
  'bcp-8.csv' skip 1 every ::85::86 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#CC79A7' title 'π = 0.8', \
  'bcp-8.csv' skip 1 every ::85::86 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#CC79A7' notitle

set title 'f from R: a line of each level touches R'
set xlabel 'prior π'
set ylabel 'R(π)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [0:0.5]
unset arrow
unset label
set key top right
set key top left
set label 'R* = 0.308538' at 0.5,0.308538 point pt 7 ps 0.8 offset -4,-2 front
plot 'bcp-8.csv' skip 1 every ::88::168 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'R', \
  'bcp-8.csv' skip 1 every ::88::168 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-8.csv' skip 1 every ::169::170 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#D55E00' title 'α = 0.05', \
  'bcp-8.csv' skip 1 every ::169::170 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#D55E00' notitle, \
  'bcp-8.csv' skip 1 every ::171::172 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#009E73' title 'α = 0.3', \
  'bcp-8.csv' skip 1 every ::171::172 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#009E73' notitle, \
  'bcp-8.csv' skip 1 every ::173::174 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#CC79A7' title 'α = 0.7', \
  'bcp-8.csv' skip 1 every ::173::174 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#CC79A7' notitle
unset multiplot
