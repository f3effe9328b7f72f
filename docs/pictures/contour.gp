set terminal pngcairo size 1000,760 font "DejaVu Sans,13"
set output 'contour.png'
set title "Where does the line cross?  log_{10} of |K(s)^N e^{{/Symbol e}(1-s)} / (s(s-1))|\nsubsampled gaussian, {/Symbol s} = 1, p = 0.01, N = 10^4, {/Symbol e} = 1.5" font ",14"
set xlabel "Re s"
set ylabel "Im s"
set xrange [-10:9]
set yrange [-11:11]
set cbrange [-12:12]
set palette defined (-12 "#2c5985", -6 "#7fa8cf", 0 "#f4f1ea", 6 "#e0a377", 12 "#a3481d")
set key outside bottom center horizontal samplen 2 width 2
set contour base
set cntrparam levels incremental -60,3,60
set view map
unset surface
set table work.'/levels.txt'
splot work.'/contour.txt' using 1:2:3
unset table
unset contour
set surface
set label 1 "pole 0" at -0.3,-1.1 right front
set label 2 "pole 1" at 1.3,-1.1 left front
set label 3 sprintf("saddle between\nthe poles, c = %.3f", c) at c+0.5,1.9 left front
set label 4 "aliases are bounded\nat this side" at left+0.2,9.6 left front font ",11"
set label 5 "and at this side" at right-0.2,9.6 right front font ",11"
plot work.'/contour.txt' using 1:2:3 with image notitle, \
     work.'/levels.txt' using 1:2 with lines lc rgb "#80606060" lw 0.6 notitle, \
     work.'/nodes.txt' using 1:2 with linespoints lc rgb "#111111" lw 1.2 pt 7 ps 0.55 title "the line and its nodes", \
     '+' using (left):($1/9.0*11) with lines lc rgb "#111111" dt 2 notitle, \
     '+' using (right):($1/9.0*11) with lines lc rgb "#111111" dt 2 notitle, \
     "<printf '0 0\n1 0\n'" using 1:2 with points pt 2 ps 1.8 lw 2.5 lc rgb "#a3481d" title "poles", \
     "<echo 0" using (c):(0) with points pt 6 ps 2 lw 2 lc rgb "#111111" title "saddle"
