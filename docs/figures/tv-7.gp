set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'tv-7.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "TV, Figure 7: staircase densities, γ above 1/2\nfrom the paper: the form of the densities\nchosen here: ε = 1, γ = 0.7, sensitivity 1"

set title 'ε = 1, γ = 0.7'
set xlabel 'x'
set ylabel 'density'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [-3:4]
set yrange [0:*]
unset arrow
unset label
set key top right
set key top left
plot 'tv-7.csv' skip 1 every ::0::27 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'P', \
  'tv-7.csv' skip 1 every ::0::27 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'tv-7.csv' skip 1 every ::28::55 using (($9+$10)/2):11 with lines lw 2 dt 2 lc rgb '#D55E00' title 'Q, shifted by the sensitivity', \
  'tv-7.csv' skip 1 every ::28::55 using (($9+$10)/2):12 with lines lw 2 dt 2 lc rgb '#D55E00' notitle
unset multiplot
