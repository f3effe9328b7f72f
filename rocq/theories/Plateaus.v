(* Sampled Laplace noise: its loss is constant outside of [0, 1] and has the form of Nodes.v on [0, 1]. So a
   transform is the sum of two known terms and an integral over [0, 1]. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Density Rays Gaussian Steps Payoff Events Truncation Nodes.
Open Scope R_scope.

Section Sampled.

Variables b w : R.
Hypothesis Hb : 0 < b.
Hypothesis Hw : 0 < w <= 1.
Notation lp := (lap 0 b).
Notation lq := (sampled w (lap 0 b) (lap 1 b)).
Notation ll := (loss (b / 2) w).

Definition clamp (x : R) : R := Rmin 1 (Rmax 0 x).
Definition flat_loss (x : R) : R := ll (clamp x).

Lemma clamp_low x : x <= 0 -> clamp x = 0.
Proof. intros H. unfold clamp. rewrite Rmax_left by easy. apply Rmin_right. lra. Qed.
Lemma clamp_high x : 1 <= x -> clamp x = 1.
Proof. intros H. unfold clamp. rewrite Rmax_right by lra. now apply Rmin_left. Qed.
Lemma clamp_between x : 0 <= x <= 1 -> clamp x = x.
Proof. intros [H K]. unfold clamp. rewrite Rmax_right by easy. now apply Rmin_right. Qed.
Lemma clamp_mono x y : x <= y -> clamp x <= clamp y.
Proof. intros H. unfold clamp. apply Rle_min_compat_l. now apply Rle_max_compat_l. Qed.

Lemma half_pos : 0 < b / 2.
Proof. lra. Qed.

Lemma flat_mono x y : x <= y -> flat_loss x <= flat_loss y.
Proof. intros H. apply loss_mono; [exact half_pos | exact Hw | now apply clamp_mono]. Qed.

Lemma clamp_abs x : 2 * clamp x - 1 = Rabs x - Rabs (x - 1).
Proof.
destruct (Rle_dec x 0) as [N | N].
- rewrite clamp_low, (Rabs_left1 x), (Rabs_left1 (x - 1)) by lra. lra.
- destruct (Rle_dec 1 x) as [M | M].
  + rewrite clamp_high, (Rabs_pos_eq x), (Rabs_pos_eq (x - 1)) by lra. lra.
  + rewrite clamp_between, (Rabs_pos_eq x), (Rabs_left1 (x - 1)) by lra. lra.
Qed.

Lemma flat_density x : lq x = exp (flat_loss x) * lp x.
Proof.
unfold flat_loss, loss. rewrite exp_ln by (apply ratio_pos; exact Hw). unfold sampled, ratio. rewrite lap_ratio by easy.
rewrite <- clamp_abs. replace ((clamp x - 1 / 2) / (b / 2)) with ((2 * clamp x - 1) / b) by (field; lra). ring.
Qed.

Lemma lap_bound m x : lap m b x <= / b.
Proof.
unfold lap. assert (I : 0 < / b) by now apply Rinv_0_lt_compat.
assert (E : exp (- Rabs ((x - m) / b)) <= exp 0) by (apply exp_le; assert (Q := Rabs_pos ((x - m) / b)); lra).
rewrite exp_0 in E. apply Rle_trans with (1 * / b); [| lra]. apply Rmult_le_compat_r; lra.
Qed.
Lemma flat_bound x : lq x <= / b.
Proof.
unfold sampled. assert (A := lap_bound 0 x). assert (B := lap_bound 1 x).
assert ((1 - w) * lp x <= (1 - w) * / b) by (apply Rmult_le_compat_l; lra).
assert (w * lap 1 b x <= w * / b) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma flat_pos x : 0 < lq x.
Proof. rewrite flat_density. apply Rmult_lt_0_compat; [apply exp_pos | now apply lap_pos]. Qed.

(* The density between 0 and 1. *)
Definition middle_part (t : R -> R) (c u x : R) : R := bare (b / 2) w c (1 / b) 0 x * t (u * ll x).
Definition flat_value (t : R -> R) (c u : R) : R :=
  1 / 2 * (exp (c * ll 0) * t (u * ll 0)) + / (2 * b) * RInt (middle_part t c u) 0 1 +
  exp (- (1 / b)) / 2 * (exp (c * ll 1) * t (u * ll 1)).

Lemma lap_right_of_0 x : 0 <= x -> lp x = exp (- (0 * (x * x) + 1 / b * x)) * / (2 * b).
Proof.
intros H. unfold lap. assert (I : 0 < / b) by now apply Rinv_0_lt_compat.
rewrite Rabs_pos_eq by (apply Rmult_le_pos; lra).
replace (- ((x - 0) / b)) with (- (0 * (x * x) + 1 / b * x)) by (field; lra). field. lra.
Qed.

Lemma flat_over (t : R -> R) c u : (forall y, continuous t y) ->
  over_line (fun x => exp (c * flat_loss x) * t (u * flat_loss x) * lp x) (flat_value t c u).
Proof.
intros Ht. set (f := fun x => exp (c * flat_loss x) * t (u * flat_loss x)).
assert (C := lap_cdf 0 b Hb). set (F := fun x => Lap ((x - 0) / b)) in C.
assert (A0 : is_RInt_gen (fun x => f x * lp x) (Rbar_locally m_infty) (at_point 0) (f 0 * F 0)).
{ apply left_part; [exact C |]. intros x Hx. unfold f, flat_loss. now rewrite !clamp_low by lra. }
assert (A2 : is_RInt_gen (fun x => f x * lp x) (at_point 1) (Rbar_locally p_infty) (f 1 * (1 - F 1))).
{ apply right_part; [exact C |]. intros x Hx. unfold f, flat_loss. now rewrite !clamp_high by lra. }
assert (A1 : is_RInt_gen (fun x => f x * lp x) (at_point 0) (at_point 1) (/ (2 * b) * RInt (middle_part t c u) 0 1)).
{ apply is_RInt_gen_at_point.
  apply (is_RInt_ext (fun x => scal (/ (2 * b)) (middle_part t c u x))).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. unfold scal; simpl; unfold mult; simpl.
    unfold middle_part, bare, f, flat_loss. rewrite !clamp_between, lap_right_of_0 by lra. unfold Rminus at 1.
    rewrite exp_plus. ring.
  - apply (is_RInt_scal (middle_part t c u)). apply (RInt_correct (V := R_CompleteNormedModule)).
    apply (bare_part (b / 2) w c (1 / b) 0 Hw t u 0 1 Ht). }
assert (S := is_RInt_gen_Chasles _ 0 _ _ A0 (is_RInt_gen_Chasles _ 1 _ _ A1 A2)).
unfold plus in S; simpl in S. unfold over_line. fold (f 0) in S.
replace (flat_value t c u) with (f 0 * F 0 + (/ (2 * b) * RInt (middle_part t c u) 0 1 + f 1 * (1 - F 1))); [exact S |].
unfold flat_value, f, F, flat_loss. rewrite clamp_low, clamp_high by lra.
replace (Lap ((0 - 0) / b)) with (1 / 2).
2:{ replace ((0 - 0) / b) with 0 by (field; lra). unfold Lap. destruct (Rle_dec 0 0); [now rewrite exp_0 | lra]. }
replace (1 - Lap ((1 - 0) / b)) with (exp (- (1 / b)) / 2).
2:{ assert (I : 0 < 1 / b) by (apply Rdiv_lt_0_compat; lra). rewrite Rminus_0_r. unfold Lap.
    destruct (Rle_dec (1 / b) 0); [lra | field]. }
ring.
Qed.

(* The tilted density on [0, 1], continued smoothly outside. *)
Definition smooth_tilted (c x : R) : R := exp (c * ll x) * (exp (- (1 / b * x)) / (2 * b)).
Definition flat_tilted (c x : R) : R := exp (c * flat_loss x) * lp x.

Lemma smooth_tilted_cont c x : continuous (smooth_tilted c) x.
Proof.
apply (continuous_mult (fun x => exp (c * ll x)) (fun x => exp (- (1 / b * x)) / (2 * b))).
- apply (continuous_comp (fun x => c * ll x) exp).
  + apply (continuous_scal_r c ll). now apply loss_cont.
  + apply (ex_derive_continuous exp). eexists. apply is_derive_exp.
- apply (ex_derive_continuous (fun x => exp (- (1 / b * x)) / (2 * b))). auto_derive. lra.
Qed.

Lemma flat_tilted_pos c x : 0 < flat_tilted c x.
Proof. apply Rmult_lt_0_compat; [apply exp_pos | now apply lap_pos]. Qed.

Lemma flat_same c x : 0 <= x <= 1 -> flat_tilted c x = smooth_tilted c x /\ flat_loss x = ll x.
Proof.
intros H. unfold flat_tilted, smooth_tilted, flat_loss. rewrite clamp_between, lap_right_of_0 by lra. split; [| easy].
replace (0 * (x * x) + 1 / b * x) with (1 / b * x) by ring. reflexivity.
Qed.

End Sampled.
