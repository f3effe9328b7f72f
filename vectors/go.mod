module plumbline-vectors

go 1.19
