set terminal pngcairo noenhanced size 1020,480 font 'sans,10'
set output 'bcp-3.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,2 title "Beyond the Calibration Point, Figure 3: Gauss against Laplace\nfrom the paper: σ = 1, b = 1, unit sensitivity\nchosen here: nothing; the right panel is the difference of the left one's curves"

set title 'Minimum Bayes errors'
set xlabel 'prior π'
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
set arrow from 0.5,0.30326532985 to 0.5,0.30853753872 heads size screen 0.005,90 lw 2 front
set arrow from 0.2689,0.23477699858 to 0.2689,0.26889999999 heads size screen 0.005,90 lw 2 front
set label 'Δ = 0.00527' at 0.5,0.30326532985 offset -5,2 front
set label 'Δ = 0.0341' at 0.2689,0.23477699858 offset 0.7,-0.7 front
plot 'bcp-3.csv' skip 1 every ::0::100 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'Gauss', \
  'bcp-3.csv' skip 1 every ::0::100 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-3.csv' skip 1 every ::101::201 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'Laplace', \
  'bcp-3.csv' skip 1 every ::101::201 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'bcp-3.csv' skip 1 every ::204::204 using (($9+$10)/2):11 with linespoints lw 2 pt 7 ps 0.8 lc rgb 'black' title 'crossing at 0.418539', \
  'bcp-3.csv' skip 1 every ::204::204 using (($9+$10)/2):12 with linespoints lw 2 pt 7 ps 0.8 lc rgb 'black' notitle

set title 'R(Gauss) - R(Laplace)'
set xlabel 'prior π'
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
set key off
plot 'bcp-3.csv' skip 1 every ::205::305 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'R(Gauss) - R(Laplace)', \
  'bcp-3.csv' skip 1 every ::205::305 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle
unset multiplot
