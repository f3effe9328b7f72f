set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'bcp-5.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "Beyond the Calibration Point, Figure 5: Δ-divergence from σ = 2 at (8, 1e-5)-DP\nfrom the paper: (8, 1e-5), baseline σ = 2, best accuracy at σ = 3\nchosen here: p = 4096/50000; N as (8, 1e-5) allows; no accuracies"

set title 'CIFAR-10 runs'
set xlabel 'noise multiplier σ'
set ylabel 'Δ(σ = 2 || σ)'
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
set key bottom right
set arrow from 3,graph 0 to 3,graph 1 nohead dt 3
set label 'best accuracy in the paper' at 3,graph 0.95 offset 0.7,0
plot 'bcp-5.csv' skip 1 every ::0::6 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' title 'symmetrised', \
  'bcp-5.csv' skip 1 every ::0::6 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' notitle, \
  'bcp-5.csv' skip 1 every ::7::13 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title 'forward only', \
  'bcp-5.csv' skip 1 every ::7::13 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle

set title 'Steps'
set xlabel 'noise multiplier σ'
set ylabel 'N'
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
set key top left
plot 'bcp-5.csv' skip 1 every ::14::20 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#D55E00' title 'largest N at (8, 1e-5)-DP', \
  'bcp-5.csv' skip 1 every ::14::20 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#D55E00' notitle
unset multiplot
