(* Exports the modules that generated files need. *)
From Coq Require Export Reals ZArith NArith List.
From Bignums Require Export BigN.
From Plumbline Require Export Pairs Laws Lattice Numbers Compositions Finite.
From Plumbline Require Export Rays Gaussian Steps Powers Certificates Divergence Grids Samplings Integers Staircase.
From Plumbline Require Export Pieces Plans Digits Tradeoffs.
Export ListNotations.
Open Scope R_scope.
