(* One piece of a composition: equal steps of sampled Gaussian or Laplace noise, with the numbers that a plan
   proposes for them. Encloses their transforms at all nodes, and bounds the transform beyond the last node. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Payoff Events Transform Truncation Nodes Plateaus.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

(* Cells of an integral: [count] cells of length 1/den, the first from first/den; and the number of terms of each
   series (Nodes.v). *)
Record grid := Grid { grid_bits : positive; grid_degree : nat; grid_terms : nat; grid_den : positive; grid_first : Z;
  grid_count : nat }.
Definition grid_from (g : grid) : R := place (grid_den g) (grid_first g).
Definition grid_to (g : grid) : R := place (grid_den g) (grid_first g + Z.of_nat (grid_count g)).

(* Enclosures of X k + i Y k, for k and larger indices. *)
Fixpoint transforms_in (X Y : nat -> R) (k : nat) (l : list (I.type * I.type)) : Prop :=
  match l with [] => True | (x, y) :: r => X k in_ x /\ Y k in_ y /\ transforms_in X Y (S k) r end.

Lemma transforms_ext X Y X' Y' : (forall k, X k = X' k) -> (forall k, Y k = Y' k) ->
  forall l k, transforms_in X Y k l -> transforms_in X' Y' k l.
Proof.
intros EX EY. induction l as [| [x y] r IH]; intros k H; cbn [transforms_in] in *; [easy |].
destruct H as [H1 [H2 H3]]. rewrite EX in H1. rewrite EY in H2. auto.
Qed.

Lemma on_line_value f v : over_line f v -> on_line f = v.
Proof. intros H. exact (is_RInt_gen_unique (V := R_CompleteNormedModule) _ _ H). Qed.

Lemma cos_in p x i : x in_ i -> cos x in_ I.cos p i.
Proof. intros H. exact (I.cos_correct p _ _ H). Qed.
Lemma sin_in p x i : x in_ i -> sin x in_ I.sin p i.
Proof. intros H. exact (I.sin_correct p _ _ H). Qed.
Lemma abs_in x i : x in_ i -> Rabs x in_ I.abs i.
Proof. intros H. exact (I.abs_correct _ _ H). Qed.

(* An enclosure of all numbers whose absolute value is at most that of the given number. *)
Section Ball.

Variable prec : positive.
Notation p_ := (bits prec).

Definition spread (x : I.type) : I.type := I.mul p_ (unit_ball p_) x.

Lemma spread_in x e ei : Rabs x <= e -> e in_ ei -> x in_ spread ei.
Proof.
intros H He. unfold spread. assert (P := Rabs_pos x). apply Rabs_le_between in H.
destruct (Req_dec e 0) as [Z | Z].
- replace x with (0 * e) by lra. apply mul_in; [apply unit_in; lra | easy].
- replace x with (x / e * e) by (field; lra). apply mul_in; [| easy]. apply unit_in.
  split; apply Rmult_le_reg_r with e; try lra; replace (x / e * e) with x by (field; lra); lra.
Qed.

Lemma near_in x i e ii ei : Rabs (x - i) <= e -> i in_ ii -> e in_ ei -> x in_ I.add p_ ii (spread ei).
Proof. intros H Hi He. replace x with (i + (x - i)) by ring. apply add_in; [easy | now apply (spread_in _ e)]. Qed.

End Ball.

(* Gaussian noise. *)
Section Transform.

Variable g : grid.
Notation prec := (grid_bits g).
Notation p_ := (bits (grid_bits g)).
Variables s w c h C0 : R.
Hypothesis Hs : 0 < s.
Hypothesis Hw : 0 < w <= 1.
Variables si wi ci hi C0i : I.type.
Hypothesis Is : s in_ si.
Hypothesis Iw : w in_ wi.
Hypothesis Ic : c in_ ci.
Hypothesis Ih : h in_ hi.
Hypothesis I0 : C0 in_ C0i.
Hypothesis HC : 0 <= C0.
Hypothesis Low : forall x, exp (c * loss (s ^ 2) w x) <= C0 + exp (c * ((x - 1 / 2) / s ^ 2)).

Notation zi := (z_ prec).
Definition s2_i : I.type := I.mul p_ si si.
Definition quad_i : I.type := I.div p_ (zi 1) (I.mul p_ (zi 2) s2_i).
Definition root_i : I.type := I.sqrt p_ (I.mul p_ (zi 2) (I.pi p_)).
Definition norm_i : I.type := I.div p_ (zi 1) (I.mul p_ root_i si).
Definition tail_i (x m : I.type) : I.type :=
  let z := I.div p_ (I.sub p_ x m) si in I.mul p_ (zi 2) (I.exp p_ (I.neg (I.div p_ (I.mul p_ z z) (zi 2)))).
Definition tilt_i : I.type := I.exp p_ (I.div p_ (I.sub p_ (I.mul p_ ci ci) ci) (I.mul p_ (zi 2) (I.mul p_ si si))).
Definition from_i : I.type := place_i prec (grid_den g) (grid_first g).
Definition to_i : I.type := place_i prec (grid_den g) (grid_first g + Z.of_nat (grid_count g)).
Definition outside_i : I.type :=
  I.add p_ (I.mul p_ C0i (I.add p_ (tail_i to_i (zi 0)) (tail_i from_i (zi 0))))
    (I.mul p_ tilt_i (I.add p_ (tail_i to_i ci) (tail_i from_i ci))).
Definition transforms (last : nat) : list (I.type * I.type) :=
  let n := norm_i in let o := spread prec outside_i in
  map (fun xy => (I.add p_ (I.mul p_ n (fst xy)) o, I.add p_ (I.mul p_ n (snd xy)) o))
    (cells prec (grid_degree g) s2_i wi ci hi (zi 0) quad_i (grid_den g) last (grid_terms g) (grid_count g)
      (grid_first g)).
Definition grid_ok : bool :=
  nonneg (I.neg from_i) && nonneg (I.sub p_ ci from_i) && nonneg to_i && nonneg (I.sub p_ to_i ci).

Lemma square_in : (s ^ 2) in_ s2_i.
Proof. replace (s ^ 2) with (s * s) by ring. now apply mul_in. Qed.
Lemma quad_in : (1 / (2 * s ^ 2)) in_ quad_i.
Proof. apply div_in; [apply I.fromZ_correct |]. apply mul_in; [apply I.fromZ_correct | apply square_in]. Qed.

Lemma root_in : sqrt (2 * PI) in_ root_i.
Proof. apply sqrt_in, mul_in; [apply I.fromZ_correct | apply I.pi_correct]. Qed.

Lemma norm_in : / (sqrt (2 * PI) * s) in_ norm_i.
Proof.
replace (/ (sqrt (2 * PI) * s)) with (1 / (sqrt (2 * PI) * s)) by (unfold Rdiv; ring).
apply div_in; [apply I.fromZ_correct | apply mul_in; [apply root_in | easy]].
Qed.

Lemma tail_in x m xi mi : x in_ xi -> m in_ mi -> (2 * exp (- (((x - m) / s) ^ 2 / 2))) in_ tail_i xi mi.
Proof.
intros Hx Hm. assert (Z : ((x - m) / s) in_ I.div p_ (I.sub p_ xi mi) si) by (apply div_in; [now apply sub_in | easy]).
apply mul_in; [apply I.fromZ_correct |]. apply exp_in, neg_in, div_in; [| apply I.fromZ_correct].
replace (((x - m) / s) ^ 2) with ((x - m) / s * ((x - m) / s)) by ring. now apply mul_in.
Qed.

Lemma tilt_in : tilt_const s c in_ tilt_i.
Proof.
apply exp_in. replace ((c ^ 2 - c) / (2 * s ^ 2)) with ((c * c - c) / (2 * (s * s))) by (simpl; now rewrite !Rmult_1_r).
apply div_in; [apply sub_in; [now apply mul_in | easy] | apply mul_in; [apply I.fromZ_correct | now apply mul_in]].
Qed.

Lemma from_in : grid_from g in_ from_i.
Proof. apply place_in. Qed.
Lemma to_in : grid_to g in_ to_i.
Proof. apply place_in. Qed.

Lemma outside_in : outside s c C0 (grid_from g) (grid_to g) in_ outside_i.
Proof.
unfold outside. replace ((grid_to g / s) ^ 2) with (((grid_to g - 0) / s) ^ 2) by now rewrite Rminus_0_r.
replace ((grid_from g / s) ^ 2) with (((grid_from g - 0) / s) ^ 2) by now rewrite Rminus_0_r.
apply add_in; apply mul_in; auto using tilt_in; apply add_in; apply tail_in; auto using from_in, to_in;
  apply I.fromZ_correct.
Qed.

Notation bare_ := (bare (s ^ 2) w c 0 (1 / (2 * s ^ 2))).

Lemma part_value (t : R -> R) k a b : (forall y, continuous t y) ->
  RInt (fun x => exp (c * loss (s ^ 2) w x) * t (INR k * h * loss (s ^ 2) w x) * normal 0 s x) a b =
  / (sqrt (2 * PI) * s) * RInt (fun x => bare_ x * t (INR k * h * loss (s ^ 2) w x)) a b.
Proof.
intros Ht. assert (Q := sqrt_2PI).
rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => bare_ x * t (INR k * h * loss (s ^ 2) w x)))
  by (now apply bare_part).
apply (RInt_ext (V := R_CompleteNormedModule)). intros x _. unfold scal; cbn -[pow]; unfold mult; cbn -[pow].
unfold bare, normal, phi. unfold Rminus at 2. rewrite exp_plus.
replace (- (1 / (2 * s ^ 2) * (x * x) + 0 * x)) with (- (((x - 0) / s) ^ 2 / 2)) by (field; lra). field. lra.
Qed.

Theorem transforms_ok last : grid_ok = true -> transforms_in (fun k => on_line (cos_part s w c (INR k * h)))
  (fun k => on_line (sin_part s w c (INR k * h))) 0 (transforms last).
Proof.
unfold grid_ok. intros H. apply andb_prop in H; destruct H as [H H4]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
apply (nonneg_correct _ _ (neg_in _ _ from_in)) in H1. apply (nonneg_correct (c - grid_from g)) in H2;
  [| apply sub_in; auto using from_in].
apply (nonneg_correct _ _ to_in) in H3. apply (nonneg_correct (grid_to g - c)) in H4; [| apply sub_in;
  auto using to_in].
assert (E := cells_ok prec (grid_degree g) (s ^ 2) w c h 0 (1 / (2 * s ^ 2)) (s2_pos s Hs) Hw s2_i wi ci hi (zi 0)
  quad_i square_in Iw Ic Ih (I.fromZ_correct p_ 0) quad_in (grid_den g) last (grid_terms g) (grid_count g) (grid_first g)).
fold (grid_from g) (grid_to g) in E. unfold transforms. cbv zeta.
assert (All : forall l k, enclosed (s ^ 2) w c h 0 (1 / (2 * s ^ 2)) (grid_from g) (grid_to g) k l ->
  transforms_in (fun k => on_line (cos_part s w c (INR k * h))) (fun k => on_line (sin_part s w c (INR k * h))) k
    (map (fun xy => (I.add p_ (I.mul p_ norm_i (fst xy)) (spread prec outside_i),
      I.add p_ (I.mul p_ norm_i (snd xy)) (spread prec outside_i))) l)); [| exact (All _ _ E)].
clear E. induction l as [| [x y] r IH]; intros k E; [easy |]. cbn [map fst snd transforms_in].
cbn [enclosed] in E. destruct E as [E1 [E2 E3]]. split; [| split; [| now apply IH]].
- apply (near_in prec _ (/ (sqrt (2 * PI) * s) * RInt (bare_cos (s ^ 2) w c h 0 (1 / (2 * s ^ 2)) k) (grid_from g) (grid_to g))
    (outside s c C0 (grid_from g) (grid_to g))).
  + unfold bare_cos. rewrite <- (part_value cos) by apply cos_cont. apply (cos_near s w Hs Hw c C0 Low); lra.
  + apply mul_in; [apply norm_in | exact E1].
  + apply outside_in.
- apply (near_in prec _ (/ (sqrt (2 * PI) * s) * RInt (bare_sin (s ^ 2) w c h 0 (1 / (2 * s ^ 2)) k) (grid_from g) (grid_to g))
    (outside s c C0 (grid_from g) (grid_to g))).
  + unfold bare_sin. rewrite <- (part_value sin) by apply sin_cont. apply (sin_near s w Hs Hw c C0 Low); lra.
  + apply mul_in; [apply norm_in | exact E2].
  + apply outside_in.
Qed.

End Transform.

(* Laplace noise. *)
Section Flats.

Variable g : grid.
Notation p_ := (bits (grid_bits g)).
Notation zi := (z_ (grid_bits g)).
Variables b w c h : R.
Hypothesis Hb : 0 < b.
Hypothesis Hw : 0 < w <= 1.
Variables bi wi ci hi : I.type.
Hypothesis Ib : b in_ bi.
Hypothesis Iw : w in_ wi.
Hypothesis Ic : c in_ ci.
Hypothesis Ih : h in_ hi.

Definition half_i : I.type := I.div p_ bi (zi 2).
Definition edge_i (x : Z) : I.type :=
  I.ln p_ (I.add p_ (I.sub p_ (zi 1) wi) (I.mul p_ wi (I.exp p_ (I.div p_ (I.sub p_ (zi x) (I.div p_ (zi 1) (zi 2))) half_i)))).
Definition lower_atom_i : I.type := I.mul p_ (I.div p_ (zi 1) (zi 2)) (I.exp p_ (I.mul p_ ci (edge_i 0))).
Definition upper_atom_i : I.type :=
  I.mul p_ (I.div p_ (I.exp p_ (I.neg (I.div p_ (zi 1) bi))) (zi 2)) (I.exp p_ (I.mul p_ ci (edge_i 1))).
Definition between_i : I.type := I.div p_ (zi 1) (I.mul p_ (zi 2) bi).
Fixpoint flats_from (n a0 e0 a1 e1 : I.type) (k : Z) (l : list (I.type * I.type)) : list (I.type * I.type) :=
  match l with
  | [] => []
  | (x, y) :: r =>
      let u := I.mul p_ (zi k) hi in let v0 := I.mul p_ u e0 in let v1 := I.mul p_ u e1 in
      (I.add p_ (I.add p_ (I.mul p_ a0 (I.cos p_ v0)) (I.mul p_ n x)) (I.mul p_ a1 (I.cos p_ v1)),
       I.add p_ (I.add p_ (I.mul p_ a0 (I.sin p_ v0)) (I.mul p_ n y)) (I.mul p_ a1 (I.sin p_ v1)))
      :: flats_from n a0 e0 a1 e1 (k + 1) r
  end.
Definition flats (last : nat) : list (I.type * I.type) :=
  flats_from between_i lower_atom_i (edge_i 0) upper_atom_i (edge_i 1) 0
    (cells (grid_bits g) (grid_degree g) half_i wi ci hi (I.div p_ (zi 1) bi) (zi 0) (grid_den g) last (grid_terms g)
      (grid_count g) (grid_first g)).
(* The cells are those of [0, 1]. *)
Definition flat_grid_ok : bool := Z.eqb (grid_first g) 0 && Z.eqb (Z.of_nat (grid_count g)) (Zpos (grid_den g)).

Lemma half_in : (b / 2) in_ half_i.
Proof. apply div_in; [exact Ib | apply I.fromZ_correct]. Qed.
Lemma edge_in x : loss (b / 2) w (IZR x) in_ edge_i x.
Proof.
unfold loss, ratio. apply ln_in, add_in; [apply sub_in; [apply I.fromZ_correct | exact Iw] |].
apply mul_in; [exact Iw |]. apply exp_in, div_in; [| apply half_in].
apply sub_in; [apply I.fromZ_correct | apply div_in; apply I.fromZ_correct].
Qed.
Lemma atom_in m mi x : m in_ mi -> (m * exp (c * loss (b / 2) w (IZR x))) in_ I.mul p_ mi (I.exp p_ (I.mul p_ ci (edge_i x))).
Proof. intros H. apply mul_in; [exact H |]. apply exp_in, mul_in; [exact Ic | apply edge_in]. Qed.
Lemma lower_atom_in : (1 / 2 * exp (c * loss (b / 2) w 0)) in_ lower_atom_i.
Proof. apply (atom_in _ _ 0). apply div_in; apply I.fromZ_correct. Qed.
Lemma upper_atom_in : (exp (- (1 / b)) / 2 * exp (c * loss (b / 2) w 1)) in_ upper_atom_i.
Proof.
apply (atom_in _ _ 1). apply div_in; [| apply I.fromZ_correct].
apply exp_in, neg_in, div_in; [apply I.fromZ_correct | exact Ib].
Qed.
Lemma between_in : (/ (2 * b)) in_ between_i.
Proof.
replace (/ (2 * b)) with (1 / (2 * b)) by (unfold Rdiv; ring).
apply div_in; [apply I.fromZ_correct | apply mul_in; [apply I.fromZ_correct | exact Ib]].
Qed.

Lemma flats_from_ok l : forall k, enclosed (b / 2) w c h (1 / b) 0 0 1 k l ->
  transforms_in (fun k => flat_value b w cos c (INR k * h)) (fun k => flat_value b w sin c (INR k * h)) k
    (flats_from between_i lower_atom_i (edge_i 0) upper_atom_i (edge_i 1) (Z.of_nat k) l).
Proof.
induction l as [| [x y] r IH]; intros k E; cbn [flats_from transforms_in]; [easy |]. cbv zeta.
cbn [enclosed] in E. destruct E as [E1 [E2 E3]].
assert (U : (INR k * h) in_ I.mul p_ (zi (Z.of_nat k)) hi).
{ apply mul_in; [| exact Ih]. rewrite INR_IZR_INZ. apply I.fromZ_correct. }
assert (V0 := mul_in p_ _ _ _ _ U (edge_in 0)). assert (V1 := mul_in p_ _ _ _ _ U (edge_in 1)).
assert (F : forall (t : R -> R) i0 i i1, t (INR k * h * loss (b / 2) w 0) in_ i0 ->
  RInt (middle_part b w t c (INR k * h)) 0 1 in_ i -> t (INR k * h * loss (b / 2) w 1) in_ i1 ->
  flat_value b w t c (INR k * h) in_
    I.add p_ (I.add p_ (I.mul p_ lower_atom_i i0) (I.mul p_ between_i i)) (I.mul p_ upper_atom_i i1)).
{ intros t i0 i i1 T0 T T1. unfold flat_value. rewrite <- !Rmult_assoc.
  apply add_in; [apply add_in |]; apply mul_in; auto using lower_atom_in, upper_atom_in, between_in. }
split; [| split].
- apply F; [exact (cos_in p_ _ _ V0) | exact E1 | exact (cos_in p_ _ _ V1)].
- apply F; [exact (sin_in p_ _ _ V0) | exact E2 | exact (sin_in p_ _ _ V1)].
- replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia. now apply IH.
Qed.

Theorem flats_ok last : flat_grid_ok = true ->
  transforms_in (fun k => flat_value b w cos c (INR k * h)) (fun k => flat_value b w sin c (INR k * h)) 0 (flats last).
Proof.
intros H. apply andb_prop in H; destruct H as [H1 H2]. apply Z.eqb_eq in H1, H2.
assert (E := cells_ok (grid_bits g) (grid_degree g) (b / 2) w c h (1 / b) 0 (half_pos b Hb) Hw half_i wi ci hi
  (I.div p_ (zi 1) bi) (zi 0) half_in Iw Ic Ih
  (div_in p_ _ _ _ _ (I.fromZ_correct p_ 1) Ib) (I.fromZ_correct p_ 0) (grid_den g) last (grid_terms g) (grid_count g)
  (grid_first g)).
replace (place (grid_den g) (grid_first g)) with 0 in E by (rewrite H1; unfold place, Rdiv; ring).
replace (place (grid_den g) (grid_first g + Z.of_nat (grid_count g))) with 1 in E.
2:{ rewrite H1, H2. unfold place. change (0 + Z.pos (grid_den g))%Z with (Z.pos (grid_den g)). field.
    apply not_0_IZR. easy. }
exact (flats_from_ok _ 0 E).
Qed.

End Flats.

(* Kinds of noise, and equal steps of one kind; rate 1 means no sampling. A level is listed with the end of its
   cell: end/level_den and level/level_unit; the first cell begins at level_from/level_den. *)
Inductive noise := GaussianNoise | LaplaceNoise.
Record piece := Piece {
  kind : noise; scale : expr; rate : expr; times : positive;
  fine : grid; coarse : grid;
  level_den : positive; level_from : Z; level_unit : positive; levels : list (Z * Z) }.

Definition number (e : expr) : R := val [] e.
Notation s_ pc := (number (scale pc)).
Notation w_ pc := (number (rate pc)).

Definition base_density (k : noise) (m s : R) : R -> R :=
  match k with GaussianNoise => normal m s | LaplaceNoise => lap m s end.
Definition step_p (pc : piece) : R -> R := base_density (kind pc) 0 (s_ pc).
Definition step_q (pc : piece) : R -> R := sampled (w_ pc) (step_p pc) (base_density (kind pc) 1 (s_ pc)).
Definition step_loss (pc : piece) : R -> R :=
  match kind pc with GaussianNoise => loss (s_ pc ^ 2) (w_ pc) | LaplaceNoise => flat_loss (s_ pc) (w_ pc) end.
Definition base_cdf (k : noise) (m s x : R) : R :=
  match k with GaussianNoise => Phi ((x - m) / s) | LaplaceNoise => Lap ((x - m) / s) end.
Definition step_F (pc : piece) : R -> R := base_cdf (kind pc) 0 (s_ pc).
Definition step_G (pc : piece) (x : R) : R := (1 - w_ pc) * step_F pc x + w_ pc * base_cdf (kind pc) 1 (s_ pc) x.
Definition step_bound (pc : piece) : R := / s_ pc.

(* True for a rate that is written as 1. *)
Definition whole_rate (e : expr) : bool := match e with Num 1 => true | _ => false end.
Record piece_ok (pc : piece) : Prop := PieceOk {
  ok_s : 0 < s_ pc; ok_w : 0 < w_ pc <= 1; ok_part : whole_rate (rate pc) = false -> w_ pc < 1 }.

Lemma whole_rate_ok e : whole_rate e = true -> number e = 1.
Proof. destruct e as [[| [] |] | | | | | | | | | | |]; easy. Qed.

Lemma base_cdf_ok k m s : 0 < s -> cdf (base_density k m s) (base_cdf k m s).
Proof. intros H. destruct k; [now apply normal_cdf | now apply lap_cdf]. Qed.

Section Ok.

Variable pc : piece.
Hypothesis Ok : piece_ok pc.

Lemma step_p_pos x : 0 < step_p pc x.
Proof. assert (S := ok_s pc Ok). unfold step_p, base_density. destruct (kind pc); [now apply normal_pos | now apply lap_pos]. Qed.
Lemma step_F_ok : cdf (step_p pc) (step_F pc).
Proof. apply base_cdf_ok, (ok_s pc Ok). Qed.
Lemma step_G_ok : cdf (step_q pc) (step_G pc).
Proof. apply sampled_cdf; apply base_cdf_ok, (ok_s pc Ok). Qed.
Lemma step_ratio x : step_q pc x = exp (step_loss pc x) * step_p pc x.
Proof.
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok). unfold step_q, step_p, step_loss, base_density.
destruct (kind pc); [now apply ratio_density | now apply flat_density].
Qed.
Lemma step_q_pos x : 0 < step_q pc x.
Proof. rewrite step_ratio. apply Rmult_lt_0_compat; [apply exp_pos | apply step_p_pos]. Qed.
Lemma step_p_bound x : step_p pc x <= step_bound pc.
Proof.
assert (S := ok_s pc Ok). unfold step_p, step_bound, base_density.
destruct (kind pc); [now apply normal_bound | now apply lap_bound].
Qed.
Lemma step_q_bound x : step_q pc x <= step_bound pc.
Proof.
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok). unfold step_q, step_p, step_bound, base_density.
destruct (kind pc); [now apply sampled_bound | now apply flat_bound].
Qed.
Lemma step_mono x y : x <= y -> step_loss pc x <= step_loss pc y.
Proof.
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok). unfold step_loss.
destruct (kind pc); [apply loss_mono; [now apply s2_pos | exact W] | now apply flat_mono].
Qed.

(* The transform at c + i u. *)
Definition step_on (t : R -> R) (c u : R) : R :=
  on_line (fun x => exp (c * step_loss pc x) * t (u * step_loss pc x) * step_p pc x).

(* A constant C0 with e^(c L(x)) <= C0 + e^(c (x - 1/2) / s^2), for Gaussian noise. [up] means c >= 0; otherwise c
   <= 0. *)
Definition low_const (up : bool) (c : R) : R :=
  if up then 1 else if whole_rate (rate pc) then 0 else exp (c * ln (1 - w_ pc)).
Definition sign_of (up : bool) (c : R) : Prop := if up then 0 <= c else c <= 0.

Lemma low_pos up c : 0 <= low_const up c.
Proof. unfold low_const. destruct up; [lra |]. destruct (whole_rate _); [lra | left; apply exp_pos]. Qed.
Lemma low_ok up c : sign_of up c -> forall x,
  exp (c * loss (s_ pc ^ 2) (w_ pc) x) <= low_const up c + exp (c * ((x - 1 / 2) / s_ pc ^ 2)).
Proof.
intros H. unfold low_const. destruct up; [exact (loss_up _ _ (ok_w pc Ok) c H) |].
destruct (whole_rate (rate pc)) eqn:E.
- apply loss_whole. now apply whole_rate_ok.
- exact (loss_down _ _ (ok_w pc Ok) c H (ok_part pc Ok E)).
Qed.

Lemma sign_either c : exists up, sign_of up c.
Proof. destruct (Rle_dec 0 c) as [H | H]; [exists true | exists false]; unfold sign_of; lra. Qed.

Lemma step_cos_over c u :
  over_line (fun x => exp (c * step_loss pc x) * cos (u * step_loss pc x) * step_p pc x) (step_on cos c u).
Proof.
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok). unfold step_on, step_loss, step_p, base_density. destruct (kind pc).
- destruct (sign_either c) as [up H]. exact (cos_over _ _ S W c _ (low_ok up c H) u).
- apply over_value. exists (flat_value (s_ pc) (w_ pc) cos c u). exact (flat_over _ _ S W cos c u cos_cont).
Qed.
Lemma step_sin_over c u :
  over_line (fun x => exp (c * step_loss pc x) * sin (u * step_loss pc x) * step_p pc x) (step_on sin c u).
Proof.
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok). unfold step_on, step_loss, step_p, base_density. destruct (kind pc).
- destruct (sign_either c) as [up H]. exact (sin_over _ _ S W c _ (low_ok up c H) u).
- apply over_value. exists (flat_value (s_ pc) (w_ pc) sin c u). exact (flat_over _ _ S W sin c u sin_cont).
Qed.

(* The computed enclosures. *)
Section Computed.

Variable g : grid.
Variable up : bool.
Notation p_ := (bits (grid_bits g)).
Notation zi := (z_ (grid_bits g)).
Variables c h : R.
Variables ci hi : I.type.

Definition par_i (e : expr) : I.type := enc p_ 0 [] e.
Definition low_i : I.type :=
  if up then zi 1 else if whole_rate (rate pc) then zi 0 else
    I.exp p_ (I.mul p_ ci (I.ln p_ (I.sub p_ (zi 1) (par_i (rate pc))))).
Definition step_transforms (last : nat) : list (I.type * I.type) :=
  match kind pc with
  | GaussianNoise => transforms g (par_i (scale pc)) (par_i (rate pc)) ci hi low_i last
  | LaplaceNoise => flats g (par_i (scale pc)) (par_i (rate pc)) ci hi last
  end.
Definition step_grid_ok : bool := match kind pc with GaussianNoise => grid_ok g ci | LaplaceNoise => flat_grid_ok g end.

Hypothesis Ic : c in_ ci.
Hypothesis Ih : h in_ hi.
Hypothesis Sign : sign_of up c.

Lemma par_in e : number e in_ par_i e.
Proof. apply enc_correct. constructor. Qed.
Lemma low_in : low_const up c in_ low_i.
Proof.
unfold low_const, low_i. destruct up; [apply (I.fromZ_correct p_ 1) |].
destruct (whole_rate (rate pc)); [apply (I.fromZ_correct p_ 0) |].
apply exp_in, mul_in; [exact Ic |]. apply ln_in, sub_in; [apply I.fromZ_correct | apply par_in].
Qed.

Theorem step_transforms_ok last : step_grid_ok = true ->
  transforms_in (fun k => step_on cos c (INR k * h)) (fun k => step_on sin c (INR k * h)) 0 (step_transforms last).
Proof.
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok).
unfold step_grid_ok, step_transforms, step_on, step_loss, step_p, base_density. intros H. destruct (kind pc).
- exact (transforms_ok g _ _ c h _ S W _ _ _ _ _ (par_in _) (par_in _) Ic Ih low_in (low_pos up c) (low_ok up c Sign) last H).
- apply (transforms_ext (fun k => flat_value (s_ pc) (w_ pc) cos c (INR k * h))
    (fun k => flat_value (s_ pc) (w_ pc) sin c (INR k * h))).
  + intros k. symmetry. exact (on_line_value _ _ (flat_over (s_ pc) (w_ pc) S W cos c (INR k * h) cos_cont)).
  + intros k. symmetry. exact (on_line_value _ _ (flat_over (s_ pc) (w_ pc) S W sin c (INR k * h) sin_cont)).
  + exact (flats_ok g _ _ c h S W _ _ _ _ (par_in _) (par_in _) Ic Ih last H).
Qed.

End Computed.

End Ok.

(* Levels below the tilted density, in the variables x, s, w, c, sqrt(2 PI) and the level. *)
Section Levels.

Variable prec : positive.
Variable cE : expr.
Variable pc : piece.
Notation p_ := (bits prec).
Notation zi := (z_ prec).
Notation c := (number cE).

Definition width_of : R := match kind pc with GaussianNoise => s_ pc ^ 2 | LaplaceNoise => s_ pc / 2 end.
Definition smooth_loss : R -> R := loss width_of (w_ pc).
Definition smooth_slope : R -> R := loss' width_of (w_ pc).
Definition smooth_density : R -> R :=
  match kind pc with GaussianNoise => tilted (s_ pc) (w_ pc) c | LaplaceNoise => smooth_tilted (s_ pc) (w_ pc) c end.

Definition width_e : expr := match kind pc with GaussianNoise => Pow (Var 1) 2 | LaplaceNoise => Div (Var 1) (Num 2) end.
Definition odds_e : expr := Exp (Div (Sub (Var 0) (Div (Num 1) (Num 2))) width_e).
Definition ratio_e : expr := Add (Sub (Num 1) (Var 2)) (Mul (Var 2) odds_e).
Definition density_e : expr :=
  match kind pc with
  | GaussianNoise => Div (Div (Exp (Sub (Num 0) (Div (Pow (Div (Sub (Var 0) (Num 0)) (Var 1)) 2) (Num 2)))) (Var 4)) (Var 1)
  | LaplaceNoise => Div (Exp (Sub (Num 0) (Mul (Div (Num 1) (Var 1)) (Var 0)))) (Mul (Num 2) (Var 1))
  end.
Definition tilted_e : expr := Mul (Exp (Mul (Var 3) (Ln ratio_e))) density_e.
Definition slope_e : expr := Div (Div (Mul (Var 2) odds_e) width_e) ratio_e.
Definition above_e : expr := Sub tilted_e (Mul (Var 5) slope_e).

Definition num_of (e : expr) : I.type := enc p_ 0 [] e.
Definition root_of_i : I.type := I.sqrt p_ (I.mul p_ (zi 2) (I.pi p_)).
Definition env_of (x g : R) : list R := [x; s_ pc; w_ pc; c; sqrt (2 * PI); g].
Definition env_i (x g : I.type) : list I.type := [x; num_of (scale pc); num_of (rate pc); num_of cE; root_of_i; g].

Lemma num_of_in e : number e in_ num_of e.
Proof. apply enc_correct. constructor. Qed.

Lemma env_in x g xi gi : x in_ xi -> g in_ gi -> Forall2 (fun x i => x in_ i) (env_of x g) (env_i xi gi).
Proof.
intros Hx Hg. constructor; [exact Hx |]. constructor; [apply num_of_in |]. constructor; [apply num_of_in |].
constructor; [apply num_of_in |]. constructor.
- apply sqrt_in, mul_in; [apply I.fromZ_correct | apply I.pi_correct].
- constructor; [exact Hg |]. constructor.
Qed.

Lemma above_val x g : val (env_of x g) above_e = smooth_density x - g * smooth_slope x.
Proof.
unfold above_e, tilted_e, slope_e, ratio_e, odds_e, density_e, width_e, env_of, smooth_density, smooth_slope, width_of.
destruct (kind pc); cbn [val nth]; try change (Pos.to_nat 2) with 2%nat; rewrite Rminus_0_l; reflexivity.
Qed.
Lemma smooth_loss_val x g : val (env_of x g) (Ln ratio_e) = smooth_loss x.
Proof.
unfold ratio_e, odds_e, width_e, env_of, smooth_loss, width_of. destruct (kind pc); reflexivity.
Qed.

Definition level_at (v : Z) : R := IZR v / IZR (Zpos (level_den pc)).
Definition level_at_i (v : Z) : I.type := I.div p_ (zi v) (zi (Zpos (level_den pc))).
Definition level_of (g : Z) : R := IZR g / IZR (Zpos (level_unit pc)).
Definition level_of_i (g : Z) : I.type := I.div p_ (zi g) (zi (Zpos (level_unit pc))).
Definition loss_at_i (v : Z) : I.type := enc p_ 0 (env_i (level_at_i v) (zi 0)) (Ln ratio_e).

(* Three results: a boolean, true if the levels are below the tilted density; the mass of the cells; the variation. *)
Fixpoint levels_i (u : Z) (g0 : I.type) (l : list (Z * Z)) : bool * (I.type * I.type) :=
  match l with
  | [] => (true, (zi 0, I.abs g0))
  | (v, g) :: r =>
      let gi := level_of_i g in
      let rest := levels_i v gi r in
      (Z.leb u v && nonneg (enc p_ 0 (env_i (I.join (level_at_i u) (level_at_i v)) gi) above_e) && fst rest,
       (I.add p_ (I.mul p_ gi (I.sub p_ (loss_at_i v) (loss_at_i u))) (fst (snd rest)),
        I.add p_ (I.abs (I.sub p_ g0 gi)) (snd (snd rest))))
  end.
Definition level_list (l : list (Z * Z)) : list (R * R) := map (fun vg => (level_at (fst vg), level_of (snd vg))) l.

(* The levels of Laplace noise are on cells between 0 and 1. *)
Fixpoint last_end (u : Z) (l : list (Z * Z)) : Z := match l with [] => u | (v, _) :: r => last_end v r end.
Definition level_range_ok : bool :=
  match kind pc with
  | GaussianNoise => true
  | LaplaceNoise => Z.leb 0 (level_from pc) && Z.leb (last_end (level_from pc) (levels pc)) (Zpos (level_den pc))
  end.

Lemma level_at_in v : level_at v in_ level_at_i v.
Proof. apply div_in; apply I.fromZ_correct. Qed.
Lemma level_of_in v : level_of v in_ level_of_i v.
Proof. apply div_in; apply I.fromZ_correct. Qed.
Lemma loss_at_in v : smooth_loss (level_at v) in_ loss_at_i v.
Proof.
rewrite <- (smooth_loss_val (level_at v) 0). apply enc_correct. apply env_in; [apply level_at_in | apply (I.fromZ_correct p_ 0)].
Qed.

Lemma levels_in l : forall u g0 g0i, g0 in_ g0i -> fst (levels_i u g0i l) = true ->
  cells_below smooth_density smooth_slope (level_at u) (level_list l) /\
  cells_mass smooth_loss (level_at u) (level_list l) in_ fst (snd (levels_i u g0i l)) /\
  variation g0 (level_list l) in_ snd (snd (levels_i u g0i l)).
Proof.
induction l as [| [v g] r IH]; intros u g0 g0i H0 H; cbn [levels_i level_list map cells_below cells_mass variation fst
  snd] in *.
- split; [easy | split; [apply (I.fromZ_correct p_ 0) | now apply abs_in]].
- apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
  destruct (IH v (level_of g) (level_of_i g) (level_of_in g) H3) as [I1 [I2 I3]]. split; [| split].
  + split; [| split; [| exact I1]].
    * apply Z.leb_le, IZR_le in H1. unfold level_at. apply Rmult_le_compat_r; [| easy].
      left; apply Rinv_0_lt_compat. now apply IZR_lt.
    * intros x Hx. assert (X : x in_ I.join (level_at_i u) (level_at_i v)).
      { apply (contains_connected (I.convert (I.join (level_at_i u) (level_at_i v))) (level_at u) (level_at v));
        [| | exact Hx].
        - apply I.join_correct. left. apply level_at_in.
        - apply I.join_correct. right. apply level_at_in. }
      assert (A := enc_correct p_ 0 above_e _ _ (env_in x (level_of g) _ _ X (level_of_in g))).
      apply (nonneg_correct _ _ A) in H2. rewrite above_val in H2. lra.
  + apply add_in; [| exact I2]. apply mul_in; [apply level_of_in |]. apply sub_in; apply loss_at_in.
  + apply add_in; [| exact I3]. apply abs_in, sub_in; [easy | apply level_of_in].
Qed.

Lemma last_end_at l : forall u, cells_end (level_at u) (level_list l) = level_at (last_end u l).
Proof. induction l as [| [v g] r IH]; intros u; cbn [level_list map cells_end last_end fst snd]; [easy | apply IH]. Qed.

(* The bound of the transform beyond the frequency u0. *)
Definition kappa (u0 : R) : R :=
  step_on pc cos c 0 - cells_mass smooth_loss (level_at (level_from pc)) (level_list (levels pc)) +
  variation 0 (level_list (levels pc)) / u0.

Hypothesis Ok : piece_ok pc.

Lemma levels_same : level_range_ok = true ->
  same_on smooth_density smooth_loss (fun x => exp (c * step_loss pc x) * step_p pc x) (step_loss pc)
    (level_at (level_from pc)) (level_list (levels pc)).
Proof.
unfold level_range_ok, same_on. rewrite last_end_at. unfold smooth_density, smooth_loss, width_of, step_loss, step_p,
  base_density.
intros H x Hx. destruct (kind pc); [now split |].
apply andb_prop in H; destruct H as [H1 H2]. apply Z.leb_le, IZR_le in H1. apply Z.leb_le, IZR_le in H2.
assert (D : 0 < IZR (Zpos (level_den pc))) by now apply IZR_lt.
assert (A : 0 <= level_at (level_from pc)).
{ unfold level_at. apply Rmult_le_pos; [exact H1 | left; now apply Rinv_0_lt_compat]. }
assert (B : level_at (last_end (level_from pc) (levels pc)) <= 1).
{ unfold level_at. apply Rmult_le_reg_r with (IZR (Zpos (level_den pc))); [easy |].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
apply flat_same; [apply (ok_s pc Ok) | lra].
Qed.

Theorem kappa_bound u u0 : 0 < u0 <= u -> level_range_ok = true -> fst (levels_i (level_from pc) (zi 0) (levels pc)) = true ->
  0 <= kappa u0 /\ step_on pc cos c u ^ 2 + step_on pc sin c u ^ 2 <= kappa u0 ^ 2.
Proof.
intros Hu R H. destruct (levels_in (levels pc) (level_from pc) 0 (zi 0) (I.fromZ_correct p_ 0) H) as [V _].
assert (S := ok_s pc Ok). assert (W := ok_w pc Ok).
apply (uniform_bound smooth_density smooth_loss smooth_slope (fun x => exp (c * step_loss pc x) * step_p pc x) (step_loss pc))
  with (w := u) (w0 := u0) (cells := level_list (levels pc)) (u := level_at (level_from pc)) (K := step_on pc cos c 0).
- intros x. unfold smooth_density. destruct (kind pc); [now apply tilted_cont | now apply smooth_tilted_cont].
- intros x. left. apply Rmult_lt_0_compat; [apply exp_pos | now apply step_p_pos].
- intros x. now apply loss_derive.
- intros x. now apply loss'_cont.
- exact Hu.
- exact V.
- now apply levels_same.
- refine (over_ext _ _ _ _ (step_cos_over pc Ok c 0)). intros x. rewrite Rmult_0_l, cos_0. ring.
- refine (over_ext _ _ _ _ (step_cos_over pc Ok c u)). intros x. ring.
- refine (over_ext _ _ _ _ (step_sin_over pc Ok c u)). intros x. ring.
Qed.

End Levels.
