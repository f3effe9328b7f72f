set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'bcp-7.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "Beyond the Calibration Point, Figure 7: reconstruction bound against Δ-divergence\nfrom the paper: base SGM(σ=0.6, p=0.01); (4, 1e-5)\nchosen here: N = 100, κ = 0.1, the grid of p"

set title 'p = 0.02 to 0.99 at (4, 1e-5)-DP, forward only'
set xlabel 'Δ(base || p)'
set ylabel 'reconstruction bound γ(κ)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:0.13]
set yrange [*:*]
unset arrow
unset label
set key top right
set key top left
set arrow from 0.12,0.18327494836 to 0.12,0.33327494836 heads lc rgb '#D55E00'
set label 'the paper: +0.15 at 0.12' at 0.118,0.18327494836 right offset 0,2 tc rgb '#D55E00'
plot 'bcp-7.csv' skip 1 every ::0::9 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' title 'certified', \
  'bcp-7.csv' skip 1 every ::0::9 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' notitle, \
  'bcp-7.csv' skip 1 every ::10::11 using (($9+$10)/2):11 with lines lw 2 dt 3 lc rgb 'black' title 'straight line from the first to the last', \
  'bcp-7.csv' skip 1 every ::10::11 using (($9+$10)/2):12 with lines lw 2 dt 3 lc rgb 'black' notitle
unset multiplot
