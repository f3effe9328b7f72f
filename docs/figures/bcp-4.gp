set terminal pngcairo noenhanced size 1530,880 font 'sans,10'
set output 'bcp-4.png'
set datafile separator comma
set grid lc rgb '#dddddd'
set key reverse Left samplen 2
set multiplot layout 2,3 title "Beyond the Calibration Point, Figure 4: hyper-priors\nfrom the paper: two SGMs; no hyper-prior, Beta(0.5, 0.5), UQuadratic[0, 1]\nchosen here: blue: σ = 0.6, p = 0.7; red: σ = 0.44, p = 0.5, one step each; the lower row"

set title 'no hyper-prior'
set xlabel 'prior π'
set ylabel 'R(π) Ψ(π)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [0:0.35]
unset arrow
unset label
set key top right
set key top left
plot 'bcp-4.csv' skip 1 every ::0::100 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'blue', \
  'bcp-4.csv' skip 1 every ::0::100 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-4.csv' skip 1 every ::101::201 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'red', \
  'bcp-4.csv' skip 1 every ::101::201 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle

set title 'Jeffreys: Beta(0.5, 0.5)'
set xlabel 'prior π'
set ylabel 'R(π) Ψ(π)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [0:0.35]
unset arrow
unset label
set key top right
set key top left
plot 'bcp-4.csv' skip 1 every ::202::302 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'blue', \
  'bcp-4.csv' skip 1 every ::202::302 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-4.csv' skip 1 every ::303::403 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'red', \
  'bcp-4.csv' skip 1 every ::303::403 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle

set title 'UQuadratic[0, 1]'
set xlabel 'prior π'
set ylabel 'R(π) Ψ(π)'
unset logscale x
unset logscale y
set size noratio
unset xzeroaxis
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [0:0.35]
unset arrow
unset label
set key top right
set key top left
plot 'bcp-4.csv' skip 1 every ::404::504 using (($9+$10)/2):11 with lines lw 2 lc rgb '#0072B2' title 'blue', \
  'bcp-4.csv' skip 1 every ::404::504 using (($9+$10)/2):12 with lines lw 2 lc rgb '#0072B2' notitle, \
  'bcp-4.csv' skip 1 every ::505::605 using (($9+$10)/2):11 with lines lw 2 lc rgb '#D55E00' title 'red', \
  'bcp-4.csv' skip 1 every ::505::605 using (($9+$10)/2):12 with lines lw 2 lc rgb '#D55E00' notitle

set title 'blue less red'
set xlabel 'prior π'
set ylabel 'difference'
unset logscale x
unset logscale y
set size noratio
set xzeroaxis lt -1
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [-0.026:0.022]
unset arrow
unset label
set key top right
set key off
set arrow from 0.188354,0 to 0.188354,0.008832 heads size screen 0.004,90 front
set arrow from 0.500000,0 to 0.500000,-0.022321 heads size screen 0.004,90 front
set label 'Δ = 0.00883' at 0.188354,0.008832 offset 1,0.5 front
set label 'Δ = 0.0223' at 0.500000,-0.022321 offset 1,-0.7 front
plot 'bcp-4.csv' skip 1 every ::606::706 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title '', \
  'bcp-4.csv' skip 1 every ::606::706 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle

set title 'blue less red'
set xlabel 'prior π'
set ylabel 'difference'
unset logscale x
unset logscale y
set size noratio
set xzeroaxis lt -1
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [-0.026:0.022]
unset arrow
unset label
set key top right
set key off
set arrow from 0.153076,0 to 0.153076,0.007455 heads size screen 0.004,90 front
set arrow from 0.500000,0 to 0.500000,-0.014210 heads size screen 0.004,90 front
set label 'Δ = 0.00745' at 0.153076,0.007455 offset 1,0.5 front
set label 'Δ = 0.0142' at 0.500000,-0.014210 offset 1,-0.7 front
plot 'bcp-4.csv' skip 1 every ::709::809 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title '', \
  'bcp-4.csv' skip 1 every ::709::809 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle

set title 'blue less red'
set xlabel 'prior π'
set ylabel 'difference'
unset logscale x
unset logscale y
set size noratio
set xzeroaxis lt -1
set format x '%g'
set format y '%g'
set xrange [*:*]
set yrange [-0.026:0.022]
unset arrow
unset label
set key top right
set key off
set arrow from 0.124695,0 to 0.124695,0.012745 heads size screen 0.004,90 front
set arrow from 0.406433,0 to 0.406433,-0.000691 heads size screen 0.004,90 front
set label 'Δ = 0.0127' at 0.124695,0.012745 offset 1,0.5 front
set label 'Δ = 0.000691' at 0.406433,-0.000691 offset 1,-0.7 front
plot 'bcp-4.csv' skip 1 every ::812::912 using (($9+$10)/2):11 with lines lw 2 lc rgb '#009E73' title '', \
  'bcp-4.csv' skip 1 every ::812::912 using (($9+$10)/2):12 with lines lw 2 lc rgb '#009E73' notitle
unset multiplot
