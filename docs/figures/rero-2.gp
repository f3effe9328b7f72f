set terminal pngcairo noenhanced size 1020,880 font 'sans,10'
set output 'rero-2.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 2,2 title "ReRo, Figure 2: image classification\nfrom the paper: κ from 1e-7 to 1e-1\nchosen here: published settings of such runs (left); smaller batches (right)"

set title 'CIFAR-10: σ = 10, p = 4096/50000, N = 725'
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
plot 'rero-2.csv' skip 1 every ::0::18 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-2.csv' skip 1 every ::0::18 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-2.csv' skip 1 every ::19::37 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT', \
  'rero-2.csv' skip 1 every ::38::56 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4'

set title 'CIFAR-10: σ = 10, p = 1024/50000, N = 725'
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
plot 'rero-2.csv' skip 1 every ::57::75 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-2.csv' skip 1 every ::57::75 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-2.csv' skip 1 every ::76::94 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT', \
  'rero-2.csv' skip 1 every ::95::113 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4'

set title 'ImageNet: σ = 2.5, p = 16384/1281167, N = 71589'
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
plot 'rero-2.csv' skip 1 every ::114::132 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-2.csv' skip 1 every ::114::132 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-2.csv' skip 1 every ::133::151 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT', \
  'rero-2.csv' skip 1 every ::152::170 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4'

set title 'ImageNet: σ = 2.5, p = 4096/1281167, N = 71589'
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
plot 'rero-2.csv' skip 1 every ::171::189 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-2.csv' skip 1 every ::171::189 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-2.csv' skip 1 every ::190::208 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT', \
  'rero-2.csv' skip 1 every ::209::227 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4'
unset multiplot
