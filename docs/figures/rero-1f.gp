set terminal pngcairo noenhanced size 760,480 font 'sans,10'
set output 'rero-1f.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 1,1 title "ReRo, Figure 1 f: reconstruction bounds at equal (ε, δ)\nfrom the paper: constant (ε, δ); p = 0.1 and 0.9; κ = 0.1 marked\nchosen here: (4, 1e-5), N = 100, p = 0.5"

set title 'N = 100, (4, 1e-5)-DP'
set xlabel 'prior κ'
set ylabel 'γ(κ)'
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
set arrow from 0.1,0 to 0.1,1 nohead dt 3
plot 'rero-1f.csv' skip 1 every ::0::40 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'p = 0.1, σ = 1.3860', \
  'rero-1f.csv' skip 1 every ::0::40 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'rero-1f.csv' skip 1 every ::41::81 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'p = 0.5, σ = 5.5112', \
  'rero-1f.csv' skip 1 every ::41::81 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle, \
  'rero-1f.csv' skip 1 every ::82::122 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title 'p = 0.9, σ = 9.7498', \
  'rero-1f.csv' skip 1 every ::82::122 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle
unset multiplot
