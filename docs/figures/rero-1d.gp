set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'rero-1d.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "ReRo, Figure 1 d: subsampled Gaussian mechanism\nfrom the paper: δ = 1e-6 (its ε is O(1e8))\nchosen here: p = 0.1, N = 100, κ = 1e-4; ε(1e-6) = 59.52 at the right end"

set title 'γ at κ = 0.0001'
set xlabel 'effect size Δ/σ'
set ylabel 'γ(0.0001)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:2.575]
set yrange [0:1.05]
unset arrow
unset label
set key top right
set key top left
plot 'rero-1d.csv' skip 1 every ::0::19 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-1d.csv' skip 1 every ::0::19 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-1d.csv' skip 1 every ::20::39 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT (clt)', \
  'rero-1d.csv' skip 1 every ::40::59 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4', \
  'rero-1d.csv' skip 1 every ::60::79 using (($9+$10)/2):13 with points lw 1.5 pt 8 ps 1.1 lc rgb '#009E73' title 'Monte Carlo, 20000 samples, 95 % band', \
  'rero-1d.csv' skip 1 every ::60::79 using (($9+$10)/2):14:(0):($15-$14) with vectors nohead lc rgb '#009E73' notitle
unset multiplot
