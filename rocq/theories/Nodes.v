(* The transform of one step of sampled noise, at c + i k h for k = 0, 1, ..., on cells, enclosed by integrals of
   Taylor models (of the Interval library); and bounds for the part outside of all cells, for Gaussian noise.

   On a cell the loss is close to its value l0 in the middle. The nodes require, for each cell, the integrals of
   the tilted density times powers of L - l0, which Taylor models enclose once. Cosine and sine at a node are
   series in these integrals (Cosines.v), rotated by the angle k h l0. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval Integral.Integral.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Payoff Events Transform Truncation Cosines.
Import ListNotations.
Open Scope R_scope.

(* The loss ln(1 - w + w e^((x - 1/2) / v)). For Gaussian noise v is the variance; for Laplace noise v is half the
   scale, and x is between 0 and 1 (Plateaus.v). *)
Section Loss.

Variables v w : R.
Hypothesis Hv : 0 < v.
Hypothesis Hw : 0 < w <= 1.

Definition ratio (x : R) : R := 1 - w + w * exp ((x - 1 / 2) / v).
Definition loss (x : R) : R := ln (ratio x).
Definition loss' (x : R) : R := w * exp ((x - 1 / 2) / v) / v / ratio x.

Lemma ratio_pos x : 0 < ratio x.
Proof.
unfold ratio. assert (E := exp_pos ((x - 1 / 2) / v)).
assert (0 < w * exp ((x - 1 / 2) / v)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma loss_mono x y : x <= y -> loss x <= loss y.
Proof.
intros H. apply ln_le; [apply ratio_pos |]. unfold ratio. apply Rplus_le_compat_l, Rmult_le_compat_l; [lra |].
apply exp_le, Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | lra].
Qed.

Lemma loss_derive x : is_derive loss x (loss' x).
Proof.
assert (R := ratio_pos x).
assert (D : is_derive ratio x (w * exp ((x - 1 / 2) / v) / v)).
{ unfold ratio. auto_derive; [easy |]. unfold Rdiv, Rminus. simpl. ring. }
eapply is_derive_eq.
- apply (is_derive_comp ln ratio); [apply is_derive_Reals, derivable_pt_lim_ln, R | exact D].
- unfold scal; simpl; unfold mult; simpl. unfold loss', Rdiv. simpl. ring.
Qed.
Lemma loss'_cont x : continuous loss' x.
Proof.
assert (R := ratio_pos x).
apply (continuous_mult (fun x => w * exp ((x - 1 / 2) / v) / v) (fun x => / ratio x)).
- apply (ex_derive_continuous (fun x => w * exp ((x - 1 / 2) / v) / v)). now auto_derive.
- apply (continuous_comp ratio Rinv).
  + apply (ex_derive_continuous ratio). unfold ratio. now auto_derive.
  + apply (ex_derive_continuous Rinv). auto_derive. lra.
Qed.
Lemma loss_cont x : continuous loss x.
Proof. apply (ex_derive_continuous loss). eexists. apply loss_derive. Qed.

End Loss.

Section Sampled.

Variables s w : R.
Hypothesis Hs : 0 < s.
Hypothesis Hw : 0 < w <= 1.
Notation gp := (normal 0 s).
Notation gq := (sampled w (normal 0 s) (normal 1 s)).
Notation gl := (loss (s ^ 2) w).

Lemma s2_pos : 0 < s ^ 2.
Proof. now apply pow_lt. Qed.

Lemma ratio_density x : gq x = exp (gl x) * gp x.
Proof.
unfold loss. rewrite exp_ln by now apply ratio_pos. unfold sampled, ratio. rewrite normal_ratio by easy. ring.
Qed.

Lemma normal_bound m x : normal m s x <= / s.
Proof.
unfold normal. apply Rle_trans with (1 * / s); [| lra].
apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | apply phi_le_1].
Qed.
Lemma sampled_bound x : gq x <= / s.
Proof.
unfold sampled. assert (A := normal_bound 0 x). assert (B := normal_bound 1 x).
assert ((1 - w) * gp x <= (1 - w) * / s) by (apply Rmult_le_compat_l; lra).
assert (w * normal 1 s x <= w * / s) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma sampled_pos x : 0 < gq x.
Proof. rewrite ratio_density. apply Rmult_lt_0_compat; [apply exp_pos | now apply normal_pos]. Qed.

Lemma normal_cont m x : continuous (normal m s) x.
Proof.
apply (continuous_ext (fun x => scal (/ s) (phi ((x - m) / s)))).
{ intros y. unfold normal, scal; simpl; unfold mult; simpl. apply Rmult_comm. }
apply (continuous_scal_r (/ s) (fun x => phi ((x - m) / s))).
apply (continuous_comp (fun x => (x - m) / s) phi); [| apply phi_continuous].
apply (ex_derive_continuous (fun x => (x - m) / s)). now auto_derive.
Qed.

(* The tilted density e^(c L) p, the factor of the shifted normal density in its bound, and the bound. *)
Definition tilted (c x : R) : R := exp (c * gl x) * gp x.
Definition tilt_const (c : R) : R := exp ((c ^ 2 - c) / (2 * s ^ 2)).
Definition majorant (c C0 x : R) : R := C0 * gp x + tilt_const c * normal c s x.

Lemma tilted_pos c x : 0 < tilted c x.
Proof. apply Rmult_lt_0_compat; [apply exp_pos | now apply normal_pos]. Qed.

Lemma tilted_cont c x : continuous (tilted c) x.
Proof.
apply (continuous_mult (fun x => exp (c * gl x)) gp); [| apply normal_cont].
apply (continuous_comp (fun x => c * gl x) exp).
- apply (continuous_scal_r c gl). now apply loss_cont.
- apply (ex_derive_continuous exp). eexists. apply is_derive_exp.
Qed.

Lemma shift_normal c x : exp (c * ((x - 1 / 2) / s ^ 2)) * gp x = tilt_const c * normal c s x.
Proof.
assert (S := s2_pos). unfold tilt_const, normal, phi, Rdiv. rewrite <- !Rmult_assoc, <- !exp_plus.
do 3 f_equal. field. lra.
Qed.

Lemma tilted_below c C0 : (forall x, exp (c * gl x) <= C0 + exp (c * ((x - 1 / 2) / s ^ 2))) ->
  forall x, tilted c x <= majorant c C0 x.
Proof.
intros H x. unfold tilted, majorant. rewrite <- shift_normal. assert (N := normal_pos 0 s x Hs).
rewrite <- Rmult_plus_distr_r. apply Rmult_le_compat_r; [lra | apply H].
Qed.

Lemma loss_up c : 0 <= c -> forall x, exp (c * gl x) <= 1 + exp (c * ((x - 1 / 2) / s ^ 2)).
Proof.
intros Hc x. set (t := (x - 1 / 2) / s ^ 2). assert (Et := exp_pos (c * t)).
destruct (Rle_dec t 0) as [N | N].
- assert (gl x <= 0).
  { unfold loss. rewrite <- ln_1. apply ln_le; [now apply ratio_pos |]. unfold ratio. fold t.
    assert (exp t <= exp 0) by now apply exp_le. rewrite exp_0 in *. assert (w * exp t <= w * 1) by (apply
      Rmult_le_compat_l; lra). lra. }
  assert (exp (c * gl x) <= exp 0).
  { apply exp_le. assert (0 <= c * - gl x) by (apply Rmult_le_pos; lra). lra. }
  rewrite exp_0 in *. lra.
- assert (gl x <= t).
  { unfold loss. rewrite <- (ln_exp t). apply ln_le; [now apply ratio_pos |]. unfold ratio. fold t.
    assert (exp 0 <= exp t) by (apply exp_le; lra). rewrite exp_0 in *.
    assert (0 <= (1 - w) * (exp t - 1)) by (apply Rmult_le_pos; lra). lra. }
  assert (exp (c * gl x) <= exp (c * t)) by (apply exp_le, Rmult_le_compat_l; lra). lra.
Qed.

Lemma loss_down c : c <= 0 -> w < 1 -> forall x, exp (c * gl x) <= exp (c * ln (1 - w)) + exp (c * ((x - 1 / 2) / s
  ^ 2)).
Proof.
intros Hc W x. assert (Et := exp_pos (c * ((x - 1 / 2) / s ^ 2))).
assert (exp (c * gl x) <= exp (c * ln (1 - w))); [| lra]. apply exp_le.
assert (ln (1 - w) <= gl x).
{ unfold loss. apply ln_le; [lra |]. unfold ratio. assert (E := exp_pos ((x - 1 / 2) / s ^ 2)).
  assert (0 < w * exp ((x - 1 / 2) / s ^ 2)) by (apply Rmult_lt_0_compat; lra). lra. }
assert (0 <= - c * (gl x - ln (1 - w))) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma loss_whole c : w = 1 -> forall x, exp (c * gl x) <= 0 + exp (c * ((x - 1 / 2) / s ^ 2)).
Proof.
intros W x. right. unfold loss, ratio. rewrite W.
replace (1 - 1 + 1 * exp ((x - 1 / 2) / s ^ 2)) with (exp ((x - 1 / 2) / s ^ 2)) by ring. rewrite ln_exp. ring.
Qed.

Lemma majorant_over c C0 : over_line (majorant c C0) (C0 + tilt_const c).
Proof.
assert (A := d_over _ _ (normal_cdf 0 s Hs)). assert (B := d_over _ _ (normal_cdf c s Hs)).
assert (C := over_lin _ _ C0 (tilt_const c) _ _ A B). replace (C0 * 1 + tilt_const c * 1) with (C0 + tilt_const c) in
  C by ring. exact C.
Qed.

Definition inside (c C0 a b : R) : R :=
  C0 * (Phi ((b - 0) / s) - Phi ((a - 0) / s)) + tilt_const c * (Phi ((b - c) / s) - Phi ((a - c) / s)).

Lemma majorant_int c C0 a b : is_RInt (majorant c C0) a b (inside c C0 a b).
Proof.
apply (is_RInt_plus (fun x => C0 * gp x) (fun x => tilt_const c * normal c s x)).
- apply (is_RInt_scal gp a b C0), (cdf_int _ _ (normal_cdf 0 s Hs)).
- apply (is_RInt_scal (normal c s) a b (tilt_const c)), (cdf_int _ _ (normal_cdf c s Hs)).
Qed.

(* Real and imaginary part of the transform. *)
Definition cos_part (c v x : R) : R := exp (c * gl x) * cos (v * gl x) * gp x.
Definition sin_part (c v x : R) : R := exp (c * gl x) * sin (v * gl x) * gp x.
Definition on_line (f : R -> R) : R := RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty).


Lemma part_cont (t : R -> R) c v x : (forall y, continuous t y) -> continuous (fun x => exp (c * gl x) * t (v * gl x) * gp x) x.
Proof.
intros Ht. apply (continuous_ext (fun x => mult (tilted c x) (t (v * gl x)))).
{ intros y. unfold tilted, mult; simpl. ring. }
apply (continuous_mult (tilted c) (fun x => t (v * gl x))); [apply tilted_cont |].
apply (continuous_comp (fun x => v * gl x) t); [| apply Ht]. apply (continuous_scal_r v gl). now apply loss_cont.
Qed.
Lemma cos_cont y : continuous cos y.
Proof. apply (ex_derive_continuous cos). eexists. apply is_derive_cos. Qed.
Lemma sin_cont y : continuous sin y.
Proof. apply (ex_derive_continuous sin). eexists. apply is_derive_sin. Qed.
Lemma cos_part_int c v a b : ex_RInt (cos_part c v) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _. apply (part_cont cos), cos_cont. Qed.
Lemma sin_part_int c v a b : ex_RInt (sin_part c v) a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _. apply (part_cont sin), sin_cont. Qed.

Section Majorant.

Variables c C0 : R.
Hypothesis Low : forall x, exp (c * gl x) <= C0 + exp (c * ((x - 1 / 2) / s ^ 2)).

Lemma part_small t : Rabs t <= 1 -> forall x, Rabs (exp (c * gl x) * t * gp x) <= majorant c C0 x.
Proof.
intros Ht x. replace (exp (c * gl x) * t * gp x) with (t * tilted c x) by (unfold tilted; ring).
assert (P := tilted_pos c x). rewrite Rabs_mult, (Rabs_pos_eq (tilted c x)) by lra.
apply Rle_trans with (1 * tilted c x); [apply Rmult_le_compat_r; lra |]. rewrite Rmult_1_l. now apply tilted_below.
Qed.

Lemma cos_small v x : Rabs (cos_part c v x) <= majorant c C0 x.
Proof. apply part_small. apply Rabs_le, COS_bound. Qed.
Lemma sin_small v x : Rabs (sin_part c v x) <= majorant c C0 x.
Proof. apply part_small. apply Rabs_le, SIN_bound. Qed.

Lemma majorant_ex a b : ex_RInt (majorant c C0) a b.
Proof. eexists. apply majorant_int. Qed.

Lemma cos_over v : over_line (cos_part c v) (on_line (cos_part c v)).
Proof.
apply (over_value (cos_part c v)).
exact (dominated_over _ _ _ (cos_part_int c v) majorant_ex (cos_small v) (majorant_over c C0)).
Qed.
Lemma sin_over v : over_line (sin_part c v) (on_line (sin_part c v)).
Proof.
apply (over_value (sin_part c v)).
exact (dominated_over _ _ _ (sin_part_int c v) majorant_ex (sin_small v) (majorant_over c C0)).
Qed.

(* A bound for both tails outside of [a, b]. *)
Definition outside (a b : R) : R :=
  C0 * (2 * exp (- ((b / s) ^ 2 / 2)) + 2 * exp (- ((a / s) ^ 2 / 2))) +
  tilt_const c * (2 * exp (- (((b - c) / s) ^ 2 / 2)) + 2 * exp (- (((a - c) / s) ^ 2 / 2))).

Lemma tail_two m a b : a <= m -> m <= b ->
  1 - (Phi ((b - m) / s) - Phi ((a - m) / s)) <= 2 * exp (- (((b - m) / s) ^ 2 / 2)) + 2 * exp (- (((a - m) / s) ^ 2 /
    2)).
Proof.
intros A B. assert (I : 0 < / s) by now apply Rinv_0_lt_compat.
assert (T1 := Phi_tail ((b - m) / s) ltac:(apply Rmult_le_pos; lra)).
assert (T2 := Phi_tail (- ((a - m) / s)) ltac:(replace (- ((a - m) / s)) with ((m - a) * / s) by (field; lra);
  apply Rmult_le_pos; lra)).
rewrite Phi_opp in T2. unfold bell in T1, T2. replace ((- ((a - m) / s)) ^ 2) with (((a - m) / s) ^ 2) in T2 by ring.
lra.
Qed.

Lemma outside_enough a b : 0 <= C0 -> a <= 0 -> a <= c -> 0 <= b -> c <= b ->
  C0 + tilt_const c - inside c C0 a b <= outside a b.
Proof.
intros HC A1 A2 B1 B2. unfold inside, outside. assert (E : 0 < tilt_const c) by apply exp_pos.
assert (T0 := tail_two 0 a b A1 B1). assert (T1 := tail_two c a b A2 B2). rewrite !Rminus_0_r in T0.
rewrite !Rminus_0_r.
assert (K0 := Rmult_le_compat_l C0 _ _ HC T0). assert (K1 := Rmult_le_compat_l (tilt_const c) _ _ (Rlt_le _ _ E) T1).
lra.
Qed.

Lemma cos_near v a b : 0 <= C0 -> a <= 0 -> a <= c -> 0 <= b -> c <= b ->
  Rabs (on_line (cos_part c v) - RInt (cos_part c v) a b) <= outside a b.
Proof.
intros HC A1 A2 B1 B2. eapply Rle_trans; [| now apply outside_enough].
apply (near_part (cos_part c v) (majorant c C0) _ _ a b); [apply cos_small | apply cos_over | apply majorant_over |
  lra | | apply majorant_int].
apply (RInt_correct (V := R_CompleteNormedModule)), cos_part_int.
Qed.
Lemma sin_near v a b : 0 <= C0 -> a <= 0 -> a <= c -> 0 <= b -> c <= b ->
  Rabs (on_line (sin_part c v) - RInt (sin_part c v) a b) <= outside a b.
Proof.
intros HC A1 A2 B1 B2. eapply Rle_trans; [| now apply outside_enough].
apply (near_part (sin_part c v) (majorant c C0) _ _ a b); [apply sin_small | apply sin_over | apply majorant_over |
  lra | | apply majorant_int].
apply (RInt_correct (V := R_CompleteNormedModule)), sin_part_int.
Qed.

End Majorant.

End Sampled.

(* Taylor models. *)
Module Models := Integral.IntegralTaylor I.
Module T := Models.TM.

Definition approx (X : I.type) (t : T.T) (f : R -> R) : Prop := T.approximates X t (fun x => Xreal (f x)).

Section Computed.

Variable prec : positive.
Variable degree : nat.
Notation p_ := (bits prec).
Notation u_ := (bits prec, degree).

Lemma approx_ext X t f g : (forall x, f x = g x) -> approx X t f -> approx X t g.
Proof. intros E. apply T.approximates_ext. intros x. now rewrite E. Qed.
Lemma approx_const X r i : r in_ i -> approx X (T.const i) (fun _ => r).
Proof. intros H. exact (@T.const_correct i r H X). Qed.
Lemma approx_var X : approx X T.var (fun x => x).
Proof. exact (@T.var_correct X). Qed.
Lemma approx_add X t t' f g : approx X t f -> approx X t' g -> approx X (T.add u_ X t t') (fun x => f x + g x).
Proof. intros A B. exact (@T.add_correct u_ X t t' _ _ A B). Qed.
Lemma approx_sub X t t' f g : approx X t f -> approx X t' g -> approx X (T.sub u_ X t t') (fun x => f x - g x).
Proof. intros A B. exact (@T.sub_correct u_ X t t' _ _ A B). Qed.
Lemma approx_mul X t t' f g : approx X t f -> approx X t' g -> approx X (T.mul u_ X t t') (fun x => f x * g x).
Proof. intros A B. exact (@T.mul_correct u_ X t t' _ _ A B). Qed.
Lemma approx_exp X t f : approx X t f -> approx X (T.exp u_ X t) (fun x => exp (f x)).
Proof. intros A. exact (@T.exp_correct u_ X t _ A). Qed.
Lemma approx_cos X t f : approx X t f -> approx X (T.cos u_ X t) (fun x => cos (f x)).
Proof. intros A. exact (@T.cos_correct u_ X t _ A). Qed.
Lemma approx_sin X t f : approx X t f -> approx X (T.sin u_ X t) (fun x => sin (f x)).
Proof. intros A. exact (@T.sin_correct u_ X t _ A). Qed.
Lemma approx_ln X t f : (forall x, 0 < f x) -> approx X t f -> approx X (T.ln u_ X t) (fun x => ln (f x)).
Proof.
intros Pos A. refine (@T.approximates_ext _ _ _ _ _ (@T.ln_correct u_ X t _ A)). intros x. simpl. unfold Xln'.
destruct (is_positive_spec (f x)); [easy |]. specialize (Pos x). lra.
Qed.

Lemma approx_integral X t f a b ia ib : approx X t f -> (forall a b, ex_RInt f a b) -> a in_ ia -> b in_ ib ->
  a in_ X -> b in_ X -> RInt f a b in_ Models.taylor_integral p_ (T.get_tm u_ X t) X ia ib.
Proof.
intros A E Ha Hb Xa Xb. apply Models.taylor_integral_correct; auto.
assert (G := @T.get_tm_correct u_ X t _ A). apply G. exists a. exact Xa.
Qed.

(* The density is e^(- e2 x^2 - e1 x), up to a constant factor. *)
Variables va w c h e1 e2 : R.
Hypothesis Hva : 0 < va.
Hypothesis Hw : 0 < w <= 1.
Variables vai wi ci hi e1i e2i : I.type.
Hypothesis Iva : va in_ vai.
Hypothesis Iw : w in_ wi.
Hypothesis Ic : c in_ ci.
Hypothesis Ih : h in_ hi.
Hypothesis Ie1 : e1 in_ e1i.
Hypothesis Ie2 : e2 in_ e2i.

Definition z_ (z : Z) : I.type := I.fromZ p_ z.
Definition tm_loss (X : I.type) : T.T :=
  T.ln u_ X (T.add u_ X (T.const (I.sub p_ (z_ 1) wi)) (T.mul u_ X (T.const wi)
    (T.exp u_ X (T.mul u_ X (T.const (I.div p_ (z_ 1) vai)) (T.sub u_ X T.var (T.const (I.div p_ (z_ 1) (z_ 2)))))))).
Definition tm_tilted (X : I.type) (l : T.T) : T.T :=
  T.exp u_ X (T.sub u_ X (T.mul u_ X (T.const ci) l)
    (T.add u_ X (T.mul u_ X (T.const e2i) (T.mul u_ X T.var T.var)) (T.mul u_ X (T.const e1i) T.var))).

(* Without the constant factor of the density. *)
Definition bare (x : R) : R := exp (c * loss va w x - (e2 * (x * x) + e1 * x)).
Definition bare_cos (k : nat) (x : R) : R := bare x * cos (INR k * h * loss va w x).
Definition bare_sin (k : nat) (x : R) : R := bare x * sin (INR k * h * loss va w x).

Lemma tm_loss_ok X : approx X (tm_loss X) (loss va w).
Proof.
apply approx_ln; [now apply ratio_pos |].
apply (approx_ext _ _ (fun x => (1 - w) + w * exp (1 / va * (x - 1 / 2)))).
{ intros x. unfold ratio. do 3 f_equal. field. lra. }
apply approx_add; [apply approx_const, sub_in; [apply I.fromZ_correct | easy] |].
apply approx_mul; [now apply approx_const |]. apply approx_exp, approx_mul.
- apply approx_const, div_in; [apply I.fromZ_correct | exact Iva].
- apply approx_sub; [apply approx_var | apply approx_const, div_in; apply I.fromZ_correct].
Qed.

Lemma tm_tilted_ok X l : approx X l (loss va w) -> approx X (tm_tilted X l) bare.
Proof.
intros Hl. apply approx_exp, approx_sub.
- apply approx_mul; [now apply approx_const | exact Hl].
- apply approx_add; (apply approx_mul; [now apply approx_const |]); [apply approx_mul |]; apply approx_var.
Qed.

Lemma bare_cont x : continuous bare x.
Proof.
unfold bare. apply (continuous_comp (fun x => c * loss va w x - (e2 * (x * x) + e1 * x)) exp).
- apply (continuous_minus (fun x => c * loss va w x) (fun x => e2 * (x * x) + e1 * x)).
  + apply (continuous_scal_r c (loss va w)). now apply loss_cont.
  + apply (ex_derive_continuous (fun x => e2 * (x * x) + e1 * x)). now auto_derive.
- apply (ex_derive_continuous exp). eexists. apply is_derive_exp.
Qed.
Lemma bare_part (t : R -> R) u a b : (forall y, continuous t y) -> ex_RInt (fun x => bare x * t (u * loss va w x)) a b.
Proof.
intros Ht. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _.
apply (continuous_mult bare (fun x => t (u * loss va w x))); [apply bare_cont |].
apply (continuous_comp (fun x => u * loss va w x) t); [| apply Ht].
apply (continuous_scal_r u (loss va w)). now apply loss_cont.
Qed.
Lemma bare_cos_int k a b : ex_RInt (bare_cos k) a b.
Proof. apply (bare_part cos), cos_cont. Qed.
Lemma bare_sin_int k a b : ex_RInt (bare_sin k) a b.
Proof. apply (bare_part sin), sin_cont. Qed.

Fixpoint enclosed (a b : R) (k : nat) (l : list (I.type * I.type)) : Prop :=
  match l with
  | [] => True
  | (x, y) :: r => RInt (bare_cos k) a b in_ x /\ RInt (bare_sin k) a b in_ y /\ enclosed a b (S k) r
  end.

(* One cell: the integrals of powers of the loss around l0. *)
Section Cell.

Variables a b l0 : R.
Variables ia ib X : I.type.
Hypothesis Hab : a <= b.
Hypothesis Ha : a in_ ia.
Hypothesis Hb : b in_ ib.
Hypothesis Xa : a in_ X.
Hypothesis Xb : b in_ X.

Definition away (x : R) : R := loss va w x - l0.
Definition moment_of (j : nat) (x : R) : R := bare x * away x ^ j.

Lemma away_cont x : continuous away x.
Proof. apply (continuous_minus (loss va w) (fun _ => l0)); [now apply loss_cont | apply continuous_const]. Qed.
Lemma bare_fun_int (t : R -> R) u v : (forall y, continuous t y) -> ex_RInt (fun x => bare x * t (away x)) u v.
Proof.
intros Ht. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _.
apply (continuous_mult bare (fun x => t (away x))); [apply bare_cont |].
apply (continuous_comp away t); [apply away_cont | apply Ht].
Qed.
Lemma pow_cont j y : continuous (fun t : R => t ^ j) y.
Proof. apply (ex_derive_continuous (fun t : R => t ^ j)). now auto_derive. Qed.
Lemma moment_int j u v : ex_RInt (moment_of j) u v.
Proof. apply (bare_fun_int (fun t => t ^ j)), pow_cont. Qed.

Fixpoint moments (count : nat) (l y : T.T) : list I.type :=
  Models.taylor_integral p_ (T.get_tm u_ X y) X ia ib ::
  match count with O => [] | S n => moments n l (T.mul u_ X y l) end.

Fixpoint moments_in (j : nat) (ms : list I.type) : Prop :=
  match ms with [] => True | m :: r => RInt (moment_of j) a b in_ m /\ moments_in (S j) r end.

Lemma moments_ok count : forall j l y, approx X l away -> approx X y (moment_of j) -> moments_in j (moments count l y).
Proof.
assert (Here : forall j y, approx X y (moment_of j) ->
  RInt (moment_of j) a b in_ Models.taylor_integral p_ (T.get_tm u_ X y) X ia ib).
{ intros j y Hy. apply approx_integral; auto using moment_int. }
induction count as [| n IH]; intros j l y Hl Hy; cbn [moments moments_in]; split; auto.
apply IH; [exact Hl |]. refine (approx_ext _ _ _ _ _ (approx_mul _ _ _ _ _ Hy Hl)). intros x. unfold moment_of.
simpl pow. ring.
Qed.

(* The powers of v divided by factorials. *)
Fixpoint coefs_in (v : R) (j : nat) (cs : list I.type) : Prop :=
  match cs with [] => True | i :: r => (v ^ j / INR (fact j)) in_ i /\ coefs_in v (S j) r end.

(* The series of cosine and sine, and the first omitted even term. *)
Fixpoint sums (cs ms : list I.type) : (I.type * I.type) * I.type :=
  match cs, ms with
  | c0 :: c1 :: cs', m0 :: m1 :: ms' =>
      let r := sums cs' ms' in
      ((I.sub p_ (I.mul p_ c0 m0) (fst (fst r)), I.sub p_ (I.mul p_ c1 m1) (snd (fst r))), snd r)
  | [c0], [m0] => ((z_ 0, z_ 0), I.mul p_ c0 m0)
  | _, _ => ((I.nai, I.nai), I.nai)
  end.

Lemma series_cont j m y : continuous (series_from j m) y.
Proof.
revert j. induction m as [| m IH]; intros j; cbn [series_from]; [apply continuous_const |].
apply (continuous_minus (fun t : R => t ^ j / INR (fact j)) (series_from (S (S j)) m)); [| apply IH].
apply (ex_derive_continuous (fun t : R => t ^ j / INR (fact j))). auto_derive. exact Logic.I.
Qed.

Definition wave_series (v : R) (j m : nat) (x : R) : R := bare x * series_from j m (v * away x).
Lemma wave_series_int v j m u z : ex_RInt (wave_series v j m) u z.
Proof.
apply (bare_fun_int (fun t => series_from j m (v * t))). intros y.
apply (continuous_comp (fun t => v * t) (series_from j m)); [| apply series_cont].
apply (continuous_scal_r v (fun t : R => t)). apply continuous_id.
Qed.

Lemma wave_series_step v j m : RInt (wave_series v j (S m)) a b =
  v ^ j / INR (fact j) * RInt (moment_of j) a b - RInt (wave_series v (S (S j)) m) a b.
Proof.
rewrite <- (RInt_scal (V := R_CompleteNormedModule) (moment_of j)) by apply moment_int.
rewrite <- (RInt_minus (V := R_CompleteNormedModule)); [| apply (ex_RInt_scal (V := R_NormedModule)), moment_int |
  apply wave_series_int].
apply (RInt_ext (V := R_CompleteNormedModule)). intros x _. unfold wave_series, moment_of. cbn [series_from].
unfold minus, plus, opp, scal; simpl; unfold mult; simpl. rewrite Rpow_mult_distr. unfold Rdiv. ring.
Qed.
Lemma wave_series_none v j : RInt (wave_series v j 0) a b = 0.
Proof.
rewrite (RInt_ext (V := R_CompleteNormedModule) _ (fun _ => 0)).
- rewrite RInt_const. exact (Rmult_0_r (b - a)).
- intros x _. exact (Rmult_0_r (bare x)).
Qed.

Lemma anything x : x in_ I.nai.
Proof. rewrite I.nai_correct. exact Logic.I. Qed.

Lemma sums_in v : forall n cs ms j, (length cs <= n)%nat -> coefs_in v j cs -> moments_in j ms -> exists m,
  RInt (wave_series v j m) a b in_ fst (fst (sums cs ms)) /\
  RInt (wave_series v (S j) m) a b in_ snd (fst (sums cs ms)) /\
  (v ^ (j + 2 * m) / INR (fact (j + 2 * m)) * RInt (moment_of (j + 2 * m)) a b) in_ snd (sums cs ms).
Proof.
assert (Fail : forall j : nat, exists m, RInt (wave_series v j m) a b in_ I.nai /\
  RInt (wave_series v (S j) m) a b in_ I.nai /\
  (v ^ (j + 2 * m) / INR (fact (j + 2 * m)) * RInt (moment_of (j + 2 * m)) a b) in_ I.nai).
{ intros j. exists 0%nat. split; [| split]; apply anything. }
induction n as [| n IH]; intros cs ms j Hn Hc Hm.
{ destruct cs; [apply Fail | simpl in Hn; lia]. }
destruct cs as [| c0 [| c1 cs]]; [apply Fail | |].
- destruct ms as [| m0 [| m1 ms]]; [apply Fail | | apply Fail]. exists 0%nat. cbn [sums fst snd].
  rewrite !wave_series_none. replace (j + 2 * 0)%nat with j by lia. destruct Hc as [C _], Hm as [M _].
  split; [apply (I.fromZ_correct p_ 0) | split; [apply (I.fromZ_correct p_ 0) | now apply mul_in]].
- destruct ms as [| m0 [| m1 ms]]; [apply Fail | apply Fail |]. destruct Hc as [C0 [C1 C]], Hm as [M0 [M1 M]].
  destruct (IH cs ms (S (S j))) as [m [E1 [E2 E3]]]; [simpl in Hn; lia | exact C | exact M |].
  exists (S m). cbn [sums]. cbv zeta. cbn [fst snd]. rewrite !wave_series_step.
  replace (j + 2 * S m)%nat with (S (S j) + 2 * m)%nat by lia.
  split; [| split; [| exact E3]]; (apply sub_in; [now apply mul_in | assumption]).
Qed.

(* The integrals of cosine and sine of v (L - l0) against the tilted density. Both functions are at most 1 in
   absolute value, so that the integrals are at most the mass of the cell. *)
Definition mass_i (ms : list I.type) : I.type := match ms with [] => I.nai | m :: _ => I.mul p_ (unit_ball p_) m end.
Definition far_i (ms : list I.type) (r : (I.type * I.type) * I.type) : I.type * I.type :=
  let e := I.mul p_ (unit_ball p_) (snd r) in let most := mass_i ms in
  (I.meet most (I.add p_ (fst (fst r)) e), I.meet most (I.add p_ (snd (fst r)) e)).

Lemma wave_close (t : R -> R) v m j : (forall y, continuous t y) ->
  (forall y, Rabs (t y - series_from j m y) <= y ^ (2 * m) / INR (fact (2 * m))) ->
  exists r, -1 <= r <= 1 /\ RInt (fun x => bare x * t (v * away x)) a b =
    RInt (wave_series v j m) a b + r * (v ^ (2 * m) / INR (fact (2 * m)) * RInt (moment_of (2 * m)) a b).
Proof.
intros Ht Near. set (f := fun x => bare x * t (v * away x)).
assert (Ef : ex_RInt f a b).
{ apply (bare_fun_int (fun y => t (v * y))). intros y. apply (continuous_comp (fun y => v * y) t); [| apply Ht].
  apply (continuous_scal_r v (fun y : R => y)). apply continuous_id. }
assert (Es := wave_series_int v j m a b).
set (K := v ^ (2 * m) / INR (fact (2 * m)) * RInt (moment_of (2 * m)) a b).
assert (EK : is_RInt (fun x => v ^ (2 * m) / INR (fact (2 * m)) * moment_of (2 * m) x) a b K).
{ apply (is_RInt_scal (moment_of (2 * m))). apply (RInt_correct (V := R_CompleteNormedModule)), moment_int. }
assert (D : Rabs (RInt f a b - RInt (wave_series v j m) a b) <= K).
{ assert (I1 := is_RInt_minus _ _ _ _ _ _ (RInt_correct (V := R_CompleteNormedModule) _ _ _ Ef)
    (RInt_correct (V := R_CompleteNormedModule) _ _ _ Es)).
  assert (P : forall x, Rabs (f x - wave_series v j m x) <= v ^ (2 * m) / INR (fact (2 * m)) * moment_of (2 * m) x).
  { intros x. unfold f, wave_series, moment_of. rewrite <- Rmult_minus_distr_l, Rabs_mult.
    assert (B : 0 < bare x) by apply exp_pos. rewrite (Rabs_pos_eq (bare x)) by lra.
    replace (v ^ (2 * m) / INR (fact (2 * m)) * (bare x * away x ^ (2 * m)))
      with (bare x * ((v * away x) ^ (2 * m) / INR (fact (2 * m)))) by (rewrite Rpow_mult_distr; unfold Rdiv; ring).
    apply Rmult_le_compat_l; [lra | apply Near]. }
  apply Rabs_le. split.
  - assert (N := is_RInt_opp _ _ _ _ EK). refine (is_RInt_le _ _ _ _ _ _ Hab N I1 _). intros x _.
    specialize (P x). apply Rabs_le_between in P.
    change (- (v ^ (2 * m) / INR (fact (2 * m)) * moment_of (2 * m) x) <= f x + - wave_series v j m x). lra.
  - refine (is_RInt_le _ _ _ _ _ _ Hab I1 EK _). intros x _. specialize (P x). apply Rabs_le_between in P.
    change (f x + - wave_series v j m x <= v ^ (2 * m) / INR (fact (2 * m)) * moment_of (2 * m) x). lra. }
apply Rabs_le_between in D. destruct (Req_dec K 0) as [Z | Z].
- exists 0. split; [lra |]. lra.
- exists ((RInt f a b - RInt (wave_series v j m) a b) / K).
  assert (G : forall A B : R, A = B + (A - B) / K * K) by (intros; field; exact Z). split; [| apply G].
  split; apply Rmult_le_reg_r with K; try lra;
    replace ((RInt f a b - RInt (wave_series v j m) a b) / K * K) with (RInt f a b - RInt (wave_series v j m) a b) by
      (field; exact Z); lra.
Qed.

Lemma mass_in (t : R -> R) v ms j : (forall y, continuous t y) -> (forall y, Rabs (t y) <= 1) -> moments_in 0 ms ->
  RInt (wave_series v j 0) a b = 0 -> RInt (fun x => bare x * t (v * away x)) a b in_ mass_i ms.
Proof.
intros Ht Small Hm Z. destruct ms as [| m0 ms]; [apply anything |]. destruct Hm as [M _]. cbn [mass_i].
destruct (wave_close t v 0 j Ht) as [r [Hr ->]].
- intros y. cbn [series_from]. rewrite Rminus_0_r. simpl. rewrite Rdiv_1. apply Small.
- rewrite Z, Rplus_0_l. apply mul_in; [now apply unit_in |]. simpl. rewrite Rdiv_1, Rmult_1_l. exact M.
Qed.

Lemma far_in v cs ms : coefs_in v 0 cs -> moments_in 0 ms ->
  RInt (fun x => bare x * cos (v * away x)) a b in_ fst (far_i ms (sums cs ms)) /\
  RInt (fun x => bare x * sin (v * away x)) a b in_ snd (far_i ms (sums cs ms)).
Proof.
intros Hc Hm. destruct (sums_in v (length cs) cs ms 0 (le_n _) Hc Hm) as [m [E1 [E2 E3]]]. cbn [Nat.add] in E3.
assert (M1 := mass_in cos v ms 0 cos_cont (fun y => Rabs_le _ _ (COS_bound y)) Hm (wave_series_none v 0)).
assert (M2 := mass_in sin v ms 0 sin_cont (fun y => Rabs_le _ _ (SIN_bound y)) Hm (wave_series_none v 0)).
destruct (wave_close cos v m 0 cos_cont (fun y => proj1 (waves_near m y))) as [r1 [R1 Q1]].
destruct (wave_close sin v m 1 sin_cont (fun y => proj2 (waves_near m y))) as [r2 [R2 Q2]].
unfold far_i. cbv zeta. cbn [fst snd].
split; apply I.meet_correct; [exact M1 | rewrite Q1 | exact M2 | rewrite Q2];
  (apply add_in; [assumption | apply mul_in; [now apply unit_in | exact E3]]).
Qed.

(* Rotation by the angle v l0. *)
Definition turned_i (xy r : I.type * I.type) : I.type * I.type :=
  (I.sub p_ (I.mul p_ (fst xy) (fst r)) (I.mul p_ (snd xy) (snd r)),
   I.add p_ (I.mul p_ (snd xy) (fst r)) (I.mul p_ (fst xy) (snd r))).

Lemma away_int (t : R -> R) v : (forall y, continuous t y) -> ex_RInt (fun x => bare x * t (v * away x)) a b.
Proof.
intros Ht. apply (bare_fun_int (fun y => t (v * y))). intros y. apply (continuous_comp (fun y => v * y) t); [| apply Ht].
apply (continuous_scal_r v (fun y : R => y)). apply continuous_id.
Qed.

Lemma turned_in k xy r : cos (INR k * h * l0) in_ fst xy -> sin (INR k * h * l0) in_ snd xy ->
  RInt (fun x => bare x * cos (INR k * h * away x)) a b in_ fst r ->
  RInt (fun x => bare x * sin (INR k * h * away x)) a b in_ snd r ->
  RInt (bare_cos k) a b in_ fst (turned_i xy r) /\ RInt (bare_sin k) a b in_ snd (turned_i xy r).
Proof.
intros C S A B. set (v := INR k * h) in *.
assert (EC := away_int cos v cos_cont). assert (ES := away_int sin v sin_cont).
assert (E : forall x y f, (forall t, f t = x * (bare t * cos (v * away t)) + y * (bare t * sin (v * away t))) ->
  RInt f a b = x * RInt (fun x => bare x * cos (v * away x)) a b + y * RInt (fun x => bare x * sin (v * away x)) a b).
{ intros x y f Hf. rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => bare x * cos (v * away x))) by exact EC.
  rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => bare x * sin (v * away x))) by exact ES.
  rewrite <- (RInt_plus (V := R_CompleteNormedModule));
    [| now apply (ex_RInt_scal (V := R_NormedModule)) | now apply (ex_RInt_scal (V := R_NormedModule))].
  apply (RInt_ext (V := R_CompleteNormedModule)). intros t _. apply Hf. }
assert (L : forall x, v * loss va w x = v * l0 + v * away x) by (intros x; unfold away; ring).
unfold turned_i. cbn [fst snd]. split.
- rewrite (E (cos (v * l0)) (- sin (v * l0)) (bare_cos k)).
  + rewrite Ropp_mult_distr_l_reverse. apply sub_in; now apply mul_in.
  + intros t. unfold bare_cos. fold v. rewrite L, cos_plus. ring.
- rewrite (E (sin (v * l0)) (cos (v * l0)) (bare_sin k)).
  + apply add_in; now apply mul_in.
  + intros t. unfold bare_sin. fold v. rewrite L, sin_plus. ring.
Qed.

(* The rotations: cosine and sine of k h l0, both at most 1 in absolute value. *)
Definition next_turn (turn xy : I.type * I.type) : I.type * I.type :=
  let r := turned_i turn xy in (I.meet (unit_ball p_) (fst r), I.meet (unit_ball p_) (snd r)).

Lemma next_turn_in k turn xy : cos (h * l0) in_ fst turn -> sin (h * l0) in_ snd turn ->
  cos (INR k * h * l0) in_ fst xy -> sin (INR k * h * l0) in_ snd xy ->
  cos (INR (S k) * h * l0) in_ fst (next_turn turn xy) /\ sin (INR (S k) * h * l0) in_ snd (next_turn turn xy).
Proof.
intros HC HS C Q. replace (INR (S k) * h * l0) with (h * l0 + INR k * h * l0) by (rewrite S_INR; ring).
unfold next_turn, turned_i. cbv zeta. cbn [fst snd].
split; apply I.meet_correct; try (apply unit_in; apply COS_bound || apply SIN_bound).
- rewrite cos_plus. apply sub_in; now apply mul_in.
- rewrite sin_plus. apply add_in; now apply mul_in.
Qed.

(* The nodes, each with its powers divided by factorials; xy is the rotation of the first node. *)
Fixpoint cell_nodes (table : list (list I.type)) (ms : list I.type) (turn xy : I.type * I.type) : list (I.type * I.type) :=
  match table with
  | [] => []
  | cs :: r => turned_i xy (far_i ms (sums cs ms)) :: cell_nodes r ms turn (next_turn turn xy)
  end.
Fixpoint table_in (k : nat) (table : list (list I.type)) : Prop :=
  match table with [] => True | cs :: r => coefs_in (INR k * h) 0 cs /\ table_in (S k) r end.

Lemma cell_nodes_ok ms turn : moments_in 0 ms -> cos (h * l0) in_ fst turn -> sin (h * l0) in_ snd turn ->
  forall table k xy, table_in k table -> cos (INR k * h * l0) in_ fst xy -> sin (INR k * h * l0) in_ snd xy ->
  enclosed a b k (cell_nodes table ms turn xy).
Proof.
intros Hm HC HS. induction table as [| cs r IH]; intros k xy Ht C Q; cbn [cell_nodes enclosed]; [easy |].
destruct Ht as [Hcs Ht]. destruct (far_in _ cs ms Hcs Hm) as [F1 F2].
destruct (turned_in k xy _ C Q F1 F2) as [T1 T2].
destruct (turned_i xy (far_i ms (sums cs ms))) as [x y] eqn:E. cbn [fst snd] in T1, T2.
destruct (next_turn_in k turn xy HC HS C Q) as [N1 N2].
split; [exact T1 | split; [exact T2 |]]. now apply IH.
Qed.

End Cell.

Fixpoint added (l l' : list (I.type * I.type)) : list (I.type * I.type) :=
  match l, l' with
  | (x, y) :: r, (x', y') :: r' => (I.add p_ x x', I.add p_ y y') :: added r r'
  | _, _ => []
  end.

Lemma added_ok a b b' l : forall l' k, enclosed a b k l -> enclosed b b' k l' -> enclosed a b' k (added l l').
Proof.
induction l as [| [x y] r IH]; intros [| [x' y'] r'] k H H'; cbn [added enclosed]; try easy.
destruct H as [H1 [H2 H3]], H' as [K1 [K2 K3]]. split; [| split].
- rewrite <- (RInt_Chasles (bare_cos k) a b b') by apply bare_cos_int. now apply add_in.
- rewrite <- (RInt_Chasles (bare_sin k) a b b') by apply bare_sin_int. now apply add_in.
- now apply IH.
Qed.

(* Cells [i/den, (i+1)/den]; nodes 0, ..., last; 2 terms + 1 powers of the loss. *)
Variable den : positive.
Variable last : nat.
Variable terms : nat.
Definition place (i : Z) : R := IZR i / IZR (Zpos den).
Definition place_i (i : Z) : I.type := I.div p_ (z_ i) (z_ (Zpos den)).

Fixpoint powers_over (count : nat) (j : Z) (v p : I.type) : list I.type :=
  p :: match count with O => [] | S n => powers_over n (j + 1) v (I.div p_ (I.mul p_ p v) (z_ j)) end.
Fixpoint table_from (count : nat) (k : Z) : list (list I.type) :=
  powers_over (2 * terms) 1 (I.mul p_ (z_ k) hi) (z_ 1) :: match count with O => [] | S n => table_from n (k + 1) end.
Definition middle (i : Z) : R := IZR (2 * i + 1) / IZR (Zpos (2 * den)).
Definition loss_middle (i : Z) : I.type :=
  let x := I.div p_ (z_ (2 * i + 1)) (z_ (Zpos (2 * den))) in
  I.ln p_ (I.add p_ (I.sub p_ (z_ 1) wi) (I.mul p_ wi
    (I.exp p_ (I.div p_ (I.sub p_ x (I.div p_ (z_ 1) (z_ 2))) vai)))).
Definition cell (table : list (list I.type)) (i : Z) : list (I.type * I.type) :=
  let ia := place_i i in let ib := place_i (i + 1) in let X := I.join ia ib in
  let l := tm_loss X in let l0 := loss_middle i in let v := I.mul p_ hi l0 in
  cell_nodes table (moments ia ib X (2 * terms) (T.sub u_ X l (T.const l0)) (tm_tilted X l))
    (I.cos p_ v, I.sin p_ v) (z_ 1, z_ 0).
Fixpoint cells_from (table : list (list I.type)) (count : nat) (i : Z) : list (I.type * I.type) :=
  match count with O => repeat (z_ 0, z_ 0) (S last) | S n => added (cell table i) (cells_from table n (i + 1)) end.
Definition cells (count : nat) (i : Z) : list (I.type * I.type) := cells_from (table_from last 0) count i.

Lemma place_in i : place i in_ place_i i.
Proof. apply div_in; apply I.fromZ_correct. Qed.

Lemma place_next i : place i <= place (i + 1).
Proof.
unfold place. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; now apply IZR_lt | apply IZR_le; lia].
Qed.

Lemma powers_over_ok v vi : v in_ vi -> forall count j p, (v ^ j / INR (fact j)) in_ p ->
  coefs_in v j (powers_over count (Z.of_nat j + 1) vi p).
Proof.
intros Hv. induction count as [| n IH]; intros j p Hp; cbn [powers_over coefs_in]; split; try easy.
replace (Z.of_nat j + 1 + 1)%Z with (Z.of_nat (S j) + 1)%Z by lia. apply IH.
replace (v ^ S j / INR (fact (S j))) with (v ^ j / INR (fact j) * v / IZR (Z.of_nat j + 1)).
- apply div_in; [now apply mul_in | apply I.fromZ_correct].
- replace (Z.of_nat j + 1)%Z with (Z.of_nat (S j)) by lia. rewrite <- INR_IZR_INZ, fact_simpl, mult_INR.
  assert (F := fact_pos j). assert (0 < INR (S j)) by (apply lt_0_INR; lia). simpl pow. field. lra.
Qed.

Lemma table_from_ok count : forall k, table_in k (table_from count (Z.of_nat k)).
Proof.
assert (One : forall k, coefs_in (INR k * h) 0 (powers_over (2 * terms) 1 (I.mul p_ (z_ (Z.of_nat k)) hi) (z_ 1))).
{ intros k. apply (powers_over_ok (INR k * h) _) with (j := 0%nat).
  - apply mul_in; [rewrite INR_IZR_INZ; apply I.fromZ_correct | exact Ih].
  - simpl. rewrite Rdiv_1. apply (I.fromZ_correct p_ 1). }
induction count as [| n IH]; intros k; cbn [table_from table_in]; split; try apply One; try easy.
replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia. apply IH.
Qed.

Lemma loss_middle_in i : loss va w (middle i) in_ loss_middle i.
Proof.
unfold loss, ratio. apply ln_in, add_in; [apply sub_in; [apply I.fromZ_correct | exact Iw] |].
apply mul_in; [exact Iw |]. apply exp_in. apply div_in; [| exact Iva]. apply sub_in; [apply div_in; apply I.fromZ_correct |].
apply div_in; apply I.fromZ_correct.
Qed.

Lemma cell_ok table i : table_in 0 table -> enclosed (place i) (place (i + 1)) 0 (cell table i).
Proof.
intros Ht. unfold cell. cbv zeta. set (X := I.join (place_i i) (place_i (i + 1))).
assert (Hl := tm_loss_ok X). assert (H0 := loss_middle_in i).
assert (Hv : (h * loss va w (middle i)) in_ I.mul p_ hi (loss_middle i)) by now apply mul_in.
apply (cell_nodes_ok _ _ (loss va w (middle i))).
- apply place_next.
- apply moments_ok.
  + apply place_in.
  + apply place_in.
  + apply I.join_correct. left. apply place_in.
  + apply I.join_correct. right. apply place_in.
  + apply approx_sub; [exact Hl | now apply approx_const].
  + refine (approx_ext _ _ _ _ _ (tm_tilted_ok _ _ Hl)). intros x. unfold moment_of. rewrite pow_O. symmetry.
    apply Rmult_1_r.
- exact (I.cos_correct p_ _ _ Hv).
- exact (I.sin_correct p_ _ _ Hv).
- exact Ht.
- simpl INR. rewrite !Rmult_0_l, cos_0. apply (I.fromZ_correct p_ 1).
- simpl INR. rewrite !Rmult_0_l, sin_0. apply (I.fromZ_correct p_ 0).
Qed.

Lemma zeros_ok a k n : enclosed a a k (repeat (z_ 0, z_ 0) n).
Proof.
revert k. induction n as [| n IH]; intros k; cbn [repeat enclosed]; [easy |].
rewrite !RInt_point. split; [apply (I.fromZ_correct p_ 0) | split; [apply (I.fromZ_correct p_ 0) | apply IH]].
Qed.

Theorem cells_ok count : forall i, enclosed (place i) (place (i + Z.of_nat count)) 0 (cells count i).
Proof.
assert (Ht := table_from_ok last 0). unfold cells. change (Z.of_nat 0) with 0%Z in Ht.
induction count as [| n IH]; intros i; cbn [cells_from].
- replace (i + Z.of_nat 0)%Z with i by (simpl; ring). apply zeros_ok.
- replace (i + Z.of_nat (S n))%Z with (i + 1 + Z.of_nat n)%Z by lia.
  now apply (added_ok _ (place (i + 1))); [apply cell_ok | apply IH].
Qed.

End Computed.
