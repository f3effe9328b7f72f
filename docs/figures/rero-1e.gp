set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'rero-1e.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "ReRo, Figure 1 e: an ImageNet-like run with small batches\nfrom the paper: κ from 1e-7 to 1e-1\nchosen here: σ = 2.5, p = 4096/1281167, N = 71589; the right panel"

set title 'γ against the prior'
set xlabel 'prior κ'
set ylabel 'γ(κ)'
set logscale x
set logscale y
set size noratio
unset xzeroaxis
set format x '%.0e'
set format y '%.0e'
set xrange [1e-7:1e-1]
set yrange [*:*]
unset arrow
unset label
set key top right
set key top left
plot 'rero-1e.csv' skip 1 every ::0::18 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-1e.csv' skip 1 every ::0::18 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-1e.csv' skip 1 every ::19::37 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT', \
  'rero-1e.csv' skip 1 every ::38::56 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4'

set title 'relative error'
set xlabel 'prior κ'
set ylabel 'relative error'
set logscale x
set logscale y
set size noratio
unset xzeroaxis
set format x '%.0e'
set format y '%.0e'
set xrange [1e-7:1e-1]
set yrange [*:*]
unset arrow
unset label
set key top right
set key center right
plot 'rero-1e.csv' skip 1 every ::57::75 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT', \
  'rero-1e.csv' skip 1 every ::76::94 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4'
unset multiplot
