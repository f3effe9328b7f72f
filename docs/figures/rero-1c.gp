set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'rero-1c.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "ReRo, Figure 1 c: Gaussian mechanism\nfrom the paper: largest ε = 100 at δ = 1e-6\nchosen here: N = 100, κ = 0.001; ε(1e-6) = 99.98 at the right end"

set title 'γ at κ = 0.001'
set xlabel 'effect size Δ/σ'
set ylabel 'γ(0.001)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:1.053]
set yrange [0:1.05]
unset arrow
unset label
set key top right
set key center right
plot 'rero-1c.csv' skip 1 every ::0::19 using (($9+$10)/2):11 with lines lw 2 lc rgb 'black' title 'certified', \
  'rero-1c.csv' skip 1 every ::0::19 using (($9+$10)/2):12 with lines lw 2 lc rgb 'black' notitle, \
  'rero-1c.csv' skip 1 every ::20::39 using (($9+$10)/2):13 with points lw 1.5 pt 6 ps 1.6 lc rgb '#0072B2' title 'CLT (clt)', \
  'rero-1c.csv' skip 1 every ::40::59 using (($9+$10)/2):13 with points lw 1.5 pt 2 ps 1.1 lc rgb '#D55E00' title 'Edgeworth, order 4', \
  'rero-1c.csv' skip 1 every ::60::79 using (($9+$10)/2):13 with points lw 1.5 pt 8 ps 1.1 lc rgb '#009E73' title 'Monte Carlo, 1000000 samples, 95 % band', \
  'rero-1c.csv' skip 1 every ::60::79 using (($9+$10)/2):14:(0):($15-$14) with vectors nohead lc rgb '#009E73' notitle
unset multiplot
