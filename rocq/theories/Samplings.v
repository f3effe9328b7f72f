(* Compositions of Gaussian and Laplace noise with Poisson sampling: the properties that Grids.v requires of each. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool FunctionalExtensionality.
From Bignums Require Import BigN.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Laws Normal Numbers Lattice Density Rays Gaussian Steps Cells Compositions Grids.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

(* The ratio P/Q of the sampled pair is y where q/p is [inner w y]. *)
Definition inner (w y : R) : R := (1 / y - (1 - w)) / w.
Lemma inner_cut p q w y c : 0 < w -> 0 < y -> threshold p q (inner w y) c ->
  (forall x, beyond c x = true -> p x <= y * sampled w p q x) /\
  (forall x, beyond c x = false -> y * sampled w p q x <= p x).
Proof.
intros Hw Hy [T1 T2]. set (rho := inner w y) in *.
assert (E : y * (1 - w + w * rho) = 1) by (unfold rho, inner; field; lra).
assert (Yw : 0 < y * w) by now apply Rmult_lt_0_compat.
assert (K : forall x, y * sampled w p q x = p x + y * w * (q x - rho * p x)).
{ intros x. unfold sampled. replace (p x) with (y * (1 - w + w * rho) * p x) at 2 by (rewrite E; ring). ring. }
unfold beyond. split; intros x; destruct (Rlt_dec c x) as [L | L]; intros X; try discriminate; rewrite K.
- specialize (T1 x L). assert (0 <= y * w * (q x - rho * p x)) by (apply Rmult_le_pos; lra). lra.
- assert (L' : x <= c) by lra. specialize (T2 x L').
  assert (0 <= y * w * (rho * p x - q x)) by (apply Rmult_le_pos; lra). lra.
Qed.

Section Sampled.

Variable prec : positive.
Variable terms : nat.
Notation p_ := (bits prec).
Variables s w : R.
Hypothesis Hs : 0 < s.
Hypothesis Hw : 0 < w <= 1.
Variables si wi : I.type.
Hypothesis Is : s in_ si.
Hypothesis Iw : w in_ wi.

Definition inner_i (y : I.type) : I.type :=
  I.div p_ (I.sub p_ (I.div p_ (int prec 1) y) (I.sub p_ (int prec 1) wi)) wi.
Lemma inner_in y yi : y in_ yi -> inner w y in_ inner_i yi.
Proof.
intros H. apply div_in; [| easy]. apply sub_in; [apply div_in; [apply I.fromZ_correct | easy] |].
apply sub_in; [apply I.fromZ_correct | easy].
Qed.

(* Both distribution functions at c, from the distribution function of the noise. *)
Section Noise.

Variable D : R -> R.
Variable D_i : I.type -> I.type.
Hypothesis D_in : forall x i, x in_ i -> D x in_ D_i i.

Definition tails_i (c : I.type) : I.type * I.type :=
  let a := D_i (I.div p_ (I.sub p_ c (int prec 0)) si) in
  let g := D_i (I.div p_ (I.sub p_ c (int prec 1)) si) in
  (I.sub p_ (int prec 1) a,
   I.sub p_ (int prec 1) (I.add p_ (I.mul p_ (I.sub p_ (int prec 1) wi) a) (I.mul p_ wi g))).

Lemma tails_in c ci : c in_ ci -> in_cut
  (cut_at (fun x => D ((x - 0) / s)) (fun x => (1 - w) * D ((x - 0) / s) + w * D ((x - 1) / s)) c) (tails_i ci).
Proof.
intros Hc.
assert (A : D ((c - 0) / s) in_ D_i (I.div p_ (I.sub p_ ci (int prec 0)) si)).
{ apply D_in, div_in; [apply sub_in; [easy | apply I.fromZ_correct] | easy]. }
assert (G : D ((c - 1) / s) in_ D_i (I.div p_ (I.sub p_ ci (int prec 1)) si)).
{ apply D_in, div_in; [apply sub_in; [easy | apply I.fromZ_correct] | easy]. }
unfold in_cut, cut_at, tails_i. cbv zeta. cbn [far_p far_q fst snd]. split.
- apply sub_in; [apply I.fromZ_correct | exact A].
- apply sub_in; [apply I.fromZ_correct |]. apply add_in; [| now apply mul_in].
  apply mul_in; [| exact A]. apply sub_in; [apply I.fromZ_correct | easy].
Qed.

End Noise.

(* Gaussian noise. *)
Notation gp := (normal 0 s).
Notation gq := (sampled w (normal 0 s) (normal 1 s)).
Definition g_place (y : R) : R := s ^ 2 * ln (inner w y) + 1 / 2.
Definition g_place_i (y : I.type) : I.type :=
  I.add p_ (I.mul p_ (I.mul p_ si si) (I.ln p_ (inner_i y))) (I.div p_ (int prec 1) (int prec 2)).
Definition g_inside (y : I.type) : bool := positive_ (inner_i y).
Definition g_top (z : I.type) : bool :=
  nonneg (I.sub p_ (I.mul p_ z (I.sub p_ (int prec 1) wi)) (int prec 1)).

Lemma g_place_in y yi : y in_ yi -> g_place y in_ g_place_i yi.
Proof.
intros Hy. apply add_in; [| apply div_in; apply I.fromZ_correct]. apply mul_in.
- replace (s ^ 2) with (s * s) by ring. now apply mul_in.
- now apply ln_in, inner_in.
Qed.

Lemma g_pos x : 0 <= gp x.
Proof. left. now apply normal_pos. Qed.
Lemma gq_pos x : 0 < gq x.
Proof.
unfold sampled. assert (A := normal_pos 0 s x Hs). assert (G := normal_pos 1 s x Hs).
assert (0 <= (1 - w) * gp x) by (apply Rmult_le_pos; lra). assert (0 < w * normal 1 s x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma gq_cdf : cdf gq (fun x => (1 - w) * Phi ((x - 0) / s) + w * Phi ((x - 1) / s)).
Proof. exact (cdf_mix _ _ _ _ w (normal_cdf 0 s Hs) (normal_cdf 1 s Hs)). Qed.

Lemma g_inside_ok y yi : 0 < y -> y in_ yi -> g_inside yi = true ->
  (forall x, beyond (g_place y) x = true -> gp x <= y * gq x) /\
  (forall x, beyond (g_place y) x = false -> y * gq x <= gp x).
Proof.
intros Hy Iy H. assert (R := positive_correct _ _ (inner_in y yi Iy) H).
apply inner_cut; [lra | easy |]. now apply normal_threshold.
Qed.

Lemma g_top_ok z zi : 0 < z -> z in_ zi -> g_top zi = true -> forall x, gp x <= z * gq x.
Proof.
intros Hz Iz H x.
assert (T : 0 <= z * (1 - w) - 1).
{ refine (nonneg_correct _ _ _ H). apply sub_in; [| apply I.fromZ_correct].
  apply mul_in; [easy |]. apply sub_in; [apply I.fromZ_correct | easy]. }
unfold sampled. assert (A := normal_pos 0 s x Hs). assert (G := normal_pos 1 s x Hs).
assert (0 <= (z * (1 - w) - 1) * gp x) by (apply Rmult_le_pos; lra).
assert (0 <= z * (w * normal 1 s x)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra.
Qed.

(* Laplace noise. *)
Notation lp := (lap 0 s).
Notation lq := (sampled w (lap 0 s) (lap 1 s)).
Definition lap_i (x : I.type) : I.type :=
  if nonneg (I.neg x) then I.div p_ (I.exp p_ x) (int prec 2)
  else if positive_ x then I.sub p_ (int prec 1) (I.div p_ (I.exp p_ (I.neg x)) (int prec 2)) else I.nai.

Lemma lap_in x i : x in_ i -> Lap x in_ lap_i i.
Proof.
intros H. unfold lap_i. destruct (nonneg (I.neg i)) eqn:E.
- assert (N := nonneg_correct _ _ (neg_in x i H) E). rewrite Lap_neg by lra.
  apply div_in; [now apply exp_in | apply I.fromZ_correct].
- destruct (positive_ i) eqn:E'.
  + assert (N := positive_correct _ _ H E'). rewrite Lap_pos, Rminus_0_l by lra.
    apply sub_in; [apply I.fromZ_correct |]. apply div_in; [now apply exp_in, neg_in | apply I.fromZ_correct].
  + rewrite I.nai_correct. exact Logic.I.
Qed.

Definition l_place (y : R) : R := (1 + s * ln (inner w y)) / 2.
Definition l_place_i (y : I.type) : I.type :=
  I.div p_ (I.add p_ (int prec 1) (I.mul p_ si (I.ln p_ (inner_i y)))) (int prec 2).
Definition l_end_i : I.type := I.exp p_ (I.div p_ (int prec 1) si).
Definition l_start_i : I.type := I.exp p_ (I.neg (I.div p_ (int prec 1) si)).
Definition l_inside (y : I.type) : bool :=
  positive_ (I.sub p_ (inner_i y) l_start_i) && positive_ (I.sub p_ l_end_i (inner_i y)).
Definition l_top (z : I.type) : bool :=
  nonneg (I.sub p_ (I.mul p_ z (I.add p_ (I.sub p_ (int prec 1) wi) (I.mul p_ wi l_start_i))) (int prec 1)).

Lemma l_end_in : exp (1 / s) in_ l_end_i.
Proof. apply exp_in, div_in; [apply I.fromZ_correct | easy]. Qed.
Lemma l_start_in : exp (- (1 / s)) in_ l_start_i.
Proof. apply exp_in, neg_in, div_in; [apply I.fromZ_correct | easy]. Qed.

Lemma l_place_in y yi : y in_ yi -> l_place y in_ l_place_i yi.
Proof.
intros Hy. apply div_in; [| apply I.fromZ_correct]. apply add_in; [apply I.fromZ_correct |].
apply mul_in; [easy |]. now apply ln_in, inner_in.
Qed.

Lemma l_pos x : 0 <= lp x.
Proof. left. now apply lap_pos. Qed.
Lemma lq_pos x : 0 < lq x.
Proof.
unfold sampled. assert (A := lap_pos 0 s x Hs). assert (G := lap_pos 1 s x Hs).
assert (0 <= (1 - w) * lp x) by (apply Rmult_le_pos; lra). assert (0 < w * lap 1 s x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma lq_cdf : cdf lq (fun x => (1 - w) * Lap ((x - 0) / s) + w * Lap ((x - 1) / s)).
Proof. exact (cdf_mix _ _ _ _ w (lap_cdf 0 s Hs) (lap_cdf 1 s Hs)). Qed.

Lemma l_inside_ok y yi : 0 < y -> y in_ yi -> l_inside yi = true ->
  (forall x, beyond (l_place y) x = true -> lp x <= y * lq x) /\
  (forall x, beyond (l_place y) x = false -> y * lq x <= lp x).
Proof.
intros Hy Iy H. unfold l_inside in H. apply andb_prop in H; destruct H as [H1 H2].
assert (R1 := positive_correct _ _ (sub_in _ _ _ _ _ (inner_in y yi Iy) l_start_in) H1).
assert (R2 := positive_correct _ _ (sub_in _ _ _ _ _ l_end_in (inner_in y yi Iy)) H2).
apply inner_cut; [lra | easy |]. apply lap_threshold; [easy | lra].
Qed.

Lemma l_top_ok z zi : 0 < z -> z in_ zi -> l_top zi = true -> forall x, lp x <= z * lq x.
Proof.
intros Hz Iz H x.
assert (T : 0 <= z * (1 - w + w * exp (- (1 / s))) - 1).
{ refine (nonneg_correct _ _ _ H). apply sub_in; [| apply I.fromZ_correct]. apply mul_in; [easy |].
  apply add_in; [apply sub_in; [apply I.fromZ_correct | easy] | apply mul_in; [easy | exact l_start_in]]. }
assert (A := lap_pos 0 s x Hs). destruct (lap_ratio_range s x Hs) as [L _]. unfold sampled.
assert (0 <= (z * (1 - w + w * exp (- (1 / s))) - 1) * lp x) by (apply Rmult_le_pos; lra).
assert (0 <= z * (w * (lap 1 s x - exp (- (1 / s)) * lp x))) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra.
Qed.

End Sampled.

(* The computations and their theorems. *)
Section Computed.

Variable prec : positive.
Variable terms : nat.
Variables sE wE : expr.
Variable n : positive.
Variables B W small : BigN.t.
Variables u h : expr.
Notation p_ := (bits prec).
Notation si := (enc p_ 0 [] sE).
Notation wi := (enc p_ 0 [] wE).
Hypothesis Hs : 0 < val [] sE.
Hypothesis Hw : 0 < val [] wE <= 1.

Lemma s_in : val [] sE in_ si. Proof. exact (enc_correct p_ 0 sE [] [] (Forall2_nil _)). Qed.
Lemma w_in : val [] wE in_ wi. Proof. exact (enc_correct p_ 0 wE [] [] (Forall2_nil _)). Qed.

Definition g_above (k : nat) (mass : list BigN.t) (targets : list target) : bool :=
  let s := si in let w := wi in
  grid_above prec B (tails_i prec s w (phi_enc p_ terms)) (g_place_i prec s w) (g_inside prec w) (g_top prec w)
    n W small u h k mass targets.
Definition g_below (den : positive) (ks : list Z) (mass : list BigN.t) (t : target) : bool :=
  let s := si in let w := wi in
  grid_below prec B (tails_i prec s w (phi_enc p_ terms)) den n W small u h ks mass t.
Definition l_above (k : nat) (mass : list BigN.t) (targets : list target) : bool :=
  let s := si in let w := wi in
  grid_above prec B (tails_i prec s w (lap_i prec)) (l_place_i prec s w) (l_inside prec s w) (l_top prec s w)
    n W small u h k mass targets.
Definition l_below (den : positive) (ks : list Z) (mass : list BigN.t) (t : target) : bool :=
  let s := si in let w := wi in
  grid_below prec B (tails_i prec s w (lap_i prec)) den n W small u h ks mass t.

Theorem g_bounded k mass targets : g_above k mass targets = true ->
  bounded (power (subsampled_gaussian (val [] sE) (val [] wE)) (Pos.to_nat n)) targets.
Proof.
exact (grid_above_correct prec B _ _ _ _ _ (g_pos _ Hs) (gq_pos _ _ Hs Hw) (normal_cdf 0 _ Hs) (gq_cdf _ _ Hs) _ _ _ _
  (tails_in prec _ _ _ _ s_in w_in _ _ (phi_in p_ terms)) (g_place_in prec _ _ _ _ s_in w_in)
  (g_inside_ok prec _ _ Hs Hw _ w_in) (g_top_ok prec _ _ Hs Hw _ w_in) n W small u h k mass targets).
Qed.

Theorem g_attained den ks mass t : g_below den ks mass t = true ->
  attained (power (subsampled_gaussian (val [] sE) (val [] wE)) (Pos.to_nat n)) t.
Proof.
exact (grid_below_correct prec B _ _ _ _ (g_pos _ Hs) (gq_pos _ _ Hs Hw) (normal_cdf 0 _ Hs) (gq_cdf _ _ Hs) _
  (tails_in prec _ _ _ _ s_in w_in _ _ (phi_in p_ terms)) den n W small u h ks mass t).
Qed.

Theorem l_bounded k mass targets : l_above k mass targets = true ->
  bounded (power (subsampled_laplace (val [] sE) (val [] wE)) (Pos.to_nat n)) targets.
Proof.
exact (grid_above_correct prec B _ _ _ _ _ (l_pos _ Hs) (lq_pos _ _ Hs Hw) (lap_cdf 0 _ Hs) (lq_cdf _ _ Hs) _ _ _ _
  (tails_in prec _ _ _ _ s_in w_in _ _ (lap_in prec)) (l_place_in prec _ _ _ _ s_in w_in)
  (l_inside_ok prec _ _ Hs Hw _ _ s_in w_in) (l_top_ok prec _ _ Hs Hw _ _ s_in w_in) n W small u h k mass targets).
Qed.

Theorem l_attained den ks mass t : l_below den ks mass t = true ->
  attained (power (subsampled_laplace (val [] sE) (val [] wE)) (Pos.to_nat n)) t.
Proof.
exact (grid_below_correct prec B _ _ _ _ (l_pos _ Hs) (lq_pos _ _ Hs Hw) (lap_cdf 0 _ Hs) (lq_cdf _ _ Hs) _
  (tails_in prec _ _ _ _ s_in w_in _ _ (lap_in prec)) den n W small u h ks mass t).
Qed.

End Computed.

Lemma sg_power_sound s w n : 0 < s -> 0 < w <= 1 -> sound (power (subsampled_gaussian s w) n).
Proof. intros Hs Hw. apply power_sound. apply sg_sound; [easy | lra]. Qed.
Lemma sl_power_sound s w n : 0 < s -> 0 < w <= 1 -> sound (power (subsampled_laplace s w) n).
Proof. intros Hs Hw. apply power_sound. apply sl_sound; [easy | lra]. Qed.

(* Laplace noise equals sampled Laplace noise at rate 1. *)
Lemma laplace_unsampled s : subsampled_laplace s 1 = laplace s.
Proof.
unfold subsampled_laplace, laplace. f_equal. apply functional_extensionality. intros x. unfold sampled. ring.
Qed.
