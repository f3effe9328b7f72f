set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'bcp-2.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "Beyond the Calibration Point, Figure 2: the shift that restores dominance\nfrom the paper: a Gaussian and a Laplace mechanism whose trade-off functions cross\nchosen here: σ = 1, b = 0.8; κ is Δ(Gauss || Laplace) rounded up in the seventh digit"

set title 'Trade-off functions'
set xlabel 'α'
set ylabel 'f(α)'
unset logscale x
unset logscale y
set size ratio -1
set xzeroaxis lt -1
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [-0.06:1]
unset arrow
unset label
set key top right
plot 'bcp-2.csv' skip 1 every ::0::80 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'f, Gauss', \
  'bcp-2.csv' skip 1 every ::0::80 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-2.csv' skip 1 every ::81::161 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'Laplace', \
  'bcp-2.csv' skip 1 every ::81::161 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'bcp-2.csv' skip 1 every ::162::231 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title 'f(α+κ) - κ, κ = 0.04091', \
  'bcp-2.csv' skip 1 every ::162::231 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle

set title 'f less that of Laplace'
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
set key bottom right
plot 'bcp-2.csv' skip 1 every ::233::313 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'before', \
  'bcp-2.csv' skip 1 every ::233::313 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-2.csv' skip 1 every ::314::383 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title 'shifted by κ', \
  'bcp-2.csv' skip 1 every ::314::383 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle
unset multiplot
