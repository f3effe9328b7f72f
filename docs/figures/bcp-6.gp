set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'bcp-6.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "Beyond the Calibration Point, Figure 6: Δ-divergence from SGM(σ=0.54, p=0.01, N=500)\nfrom the paper: the base; (8, 1e-5); ranges of p and N\nchosen here: the grid; σ calibrated to (8, 1e-5). Solid: symmetrised; dashed: forward only"

set title 'Against the sampling rate'
set xlabel 'sampling rate p'
set ylabel 'Δ(base || p, N)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0:*]
set yrange [*:*]
unset arrow
unset label
set key top right
set key bottom right
plot 'bcp-6.csv' skip 1 every ::0::6 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' title 'N = 534', \
  'bcp-6.csv' skip 1 every ::0::6 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' notitle, \
  'bcp-6.csv' skip 1 every ::7::13 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title '', \
  'bcp-6.csv' skip 1 every ::7::13 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle, \
  'bcp-6.csv' skip 1 every ::14::20 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#D55E00' title 'N = 1000', \
  'bcp-6.csv' skip 1 every ::14::20 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#D55E00' notitle, \
  'bcp-6.csv' skip 1 every ::21::27 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#D55E00' title '', \
  'bcp-6.csv' skip 1 every ::21::27 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#D55E00' notitle, \
  'bcp-6.csv' skip 1 every ::28::34 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#009E73' title 'N = 1500', \
  'bcp-6.csv' skip 1 every ::28::34 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#009E73' notitle, \
  'bcp-6.csv' skip 1 every ::35::41 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#009E73' title '', \
  'bcp-6.csv' skip 1 every ::35::41 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#009E73' notitle

set title 'Against the noise'
set xlabel 'noise multiplier σ'
set ylabel 'Δ(base || p, N)'
set logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [0.5:25]
set yrange [0:*]
unset arrow
unset label
set key top right
set key bottom right
set arrow from 0.54,0.03 to 0.54,0.001
set label 'base' at 0.54,0.035
plot 'bcp-6.csv' skip 1 every ::63::69 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' title 'N = 534', \
  'bcp-6.csv' skip 1 every ::63::69 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#0072B2' notitle, \
  'bcp-6.csv' skip 1 every ::70::76 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#0072B2' title '', \
  'bcp-6.csv' skip 1 every ::70::76 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#0072B2' notitle, \
  'bcp-6.csv' skip 1 every ::77::83 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#D55E00' title 'N = 1000', \
  'bcp-6.csv' skip 1 every ::77::83 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#D55E00' notitle, \
  'bcp-6.csv' skip 1 every ::84::90 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#D55E00' title '', \
  'bcp-6.csv' skip 1 every ::84::90 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#D55E00' notitle, \
  'bcp-6.csv' skip 1 every ::91::97 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#009E73' title 'N = 1500', \
  'bcp-6.csv' skip 1 every ::91::97 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb '#009E73' notitle, \
  'bcp-6.csv' skip 1 every ::98::104 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#009E73' title '', \
  'bcp-6.csv' skip 1 every ::98::104 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#009E73' notitle
unset multiplot
