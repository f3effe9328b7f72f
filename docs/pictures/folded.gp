set terminal pngcairo size 1000,820 font "DejaVu Sans,13"
set output 'folded.png'
set multiplot layout 2,1
set samples 2001
C = 2.0; L = 4.0; H = 2*pi/L; right = 4.0; left = 2.0
payoff(y) = y > 0 ? exp(y) - 1 : 0
g(y) = payoff(y)*exp(-C*y)
G(y) = sum [m=-4:4] g(y + m*L)
re(k) = C*C - C - (k*H)**2
im(k) = k*H*(2*C - 1)
term(k,y) = (re(k)*cos(k*H*y) + im(k)*sin(k*H*y))/(re(k)**2 + im(k)**2)
part(n,y) = (term(0,y) + 2*(sum [k=1:n] term(k,y)))/L
set xlabel "y"
set key top right samplen 2 spacing 1.15
set title "(e^y - 1)_+ e^{-cy} folded onto a circle is the sum of its Fourier series (c = 2, {/Symbol L} = 4)" font ",14"
set xrange [-6:6]
set yrange [0:0.44]
plot g(x) with lines lw 2.5 lc rgb "#111111" title "the payoff times e^{-cy}", \
     G(x) with lines lw 2 lc rgb "#2c5985" title "summed over all shifts by {/Symbol L}", \
     part(3,x) with lines lw 1.3 dt 2 lc rgb "#a3481d" title "nodes 0 to 3", \
     part(8,x) with lines lw 1.3 lc rgb "#a3481d" title "nodes 0 to 8"
set title "What the shifts add to the payoff, two known terms taken off, lies below two exponentials" font ",14"
near = 1/(1 - exp(-(C - 1)*L))
rest(y) = (sum [m=1:6] exp(-C*m*L)*(y + m*L < 0 ? 1 - exp(y + m*L) : 0)) + (sum [m=1:6] exp(C*m*L)*payoff(y - m*L))
bound(y) = near*(exp(-(right - C)*L + right*y) + exp(-(C + left)*L - left*y))
set xrange [-14:10]
set logscale y
set format y "10^{%L}"
set yrange [1e-9:1e9]
set ytics 1e3
set key at graph 0.02,0.93 left Left reverse
plot payoff(x) > 0 ? payoff(x) : 1/0 with lines lw 2.5 lc rgb "#111111" title "the payoff (e^y - 1)_+", \
     rest(x) > 0 ? rest(x) : 1/0 with lines lw 2 lc rgb "#2c5985" title "what is left of the shifts: nothing between -{/Symbol L} and {/Symbol L}", \
     bound(x) with lines lw 1.3 dt 2 lc rgb "#a3481d" title "the bound, e^{ay} and e^{-by} with a = 4, b = 2"
unset multiplot
