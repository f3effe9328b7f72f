set terminal pngcairo size 1000,820 font "DejaVu Sans,13"
set output 'telescope.png'
set multiplot layout 2,1
set title "One step's law, tilted, cut by smooth windows over the scale of its loss" font ",14"
set xlabel "log of the scale:  log(p e^z / (1-p)), the loss is log(1 - p + p e^z)"
set ylabel "tilted density"
set logscale y
set yrange [1e-14:1e1]
set format y "10^{%L}"
set ytics 1e-12,1e3,1
set xrange [-26:14]
set key bottom left samplen 2 maxrows 5
plot work.'/law.txt' using 1:2 with lines lw 4 lc rgb "#b0b0b0" title "the whole step", \
     '' using 1:3 with lines lw 2 lc rgb "#a3481d" title "above the first cut", \
     '' using 1:4 with lines lw 2 lc rgb "#d9a441" title "first to second cut", \
     '' using 1:5 with lines lw 2 lc rgb "#5b8c5a" title "second to third", \
     '' using 1:6 with lines lw 2 lc rgb "#2c5985" title "below the third"
set title "Which part needs a long line?  Size of each transform along its own line, N = 1000" font ",14"
set xlabel "Im s"
set ylabel "relative to the real axis"
set logscale x
set xrange [0.1:2000]
set yrange [1e-12:3]
set ytics 1e-12,1e3,1
set format x "10^{%L}"
set key bottom left
plot work.'/size0.txt' with lines lw 4 lc rgb "#b0b0b0" title "K^N, the whole", \
     work.'/size1.txt' with lines lw 2 lc rgb "#a3481d" title "K^N - K_1^N", \
     work.'/size2.txt' with lines lw 2 lc rgb "#d9a441" title "K_1^N - K_2^N", \
     work.'/size3.txt' with lines lw 2 lc rgb "#5b8c5a" title "K_2^N - K_3^N"
unset multiplot
