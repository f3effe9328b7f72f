(* Compositions of Laplace noise in closed form: the best events are those of large total loss; their probabilities are
   those of Remainders.v. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Remainders.
Import ListNotations.
Open Scope R_scope.

Section Laplace.

Variable s : R.
Hypothesis Hs : 0 < s.
Notation a_ := (1 / s).

(* The loss ln(Q/P) of one outcome. *)
Definition loss (x : R) : R := (Rabs x - Rabs (x - 1)) / s.

Lemma loss_left x : x < 0 -> loss x = - a_.
Proof. intros H. unfold loss. rewrite !Rabs_left by lra. field; lra. Qed.
Lemma loss_right x : 1 < x -> loss x = a_.
Proof. intros H. unfold loss. rewrite !Rabs_pos_eq by lra. field; lra. Qed.
Lemma loss_middle x : 0 < x < 1 -> loss x = (2 * x - 1) / s.
Proof. intros H. unfold loss. rewrite Rabs_pos_eq, Rabs_left by lra. field; lra. Qed.

(* The probability that the total loss of n steps exceeds t: under Q for e = 1, under P for e = -1. *)
Definition rate : R := exp (- (1 / s) / 2) / 2.
Definition tail (e : R) (n : nat) (t : R) : R := exp (e * t / 2) * rate ^ n * closed e a_ n 0 t.

Lemma tail_0 e t : e = 1 \/ e = -1 -> tail e 0 t = if Rlt_dec t 0 then 1 else 0.
Proof.
intros He. unfold tail, closed. cbn [rows_of shifted_sum combined pow INR]. unfold base.
replace (t - 0 * a_) with t by ring. destruct (Rlt_dec t 0); [| ring]. cbn [pow rem].
assert (E : exp (e * t / 2) * exp (e * (- t / 2)) = 1).
{ rewrite <- exp_plus, <- exp_0. f_equal. field. }
rewrite !Rmult_1_l, !Rmult_1_r, !Rplus_0_r. exact E.
Qed.

(* One step, of a density that is a constant times e^(e loss/2) between 0 and 1. *)
Lemma step p F e n t : sign e -> cdf p F ->
  F 0 = exp (- (1 + e) * a_ / 2) / 2 -> 1 - F 1 = exp (- (1 - e) * a_ / 2) / 2 ->
  (forall x, 0 < x < 1 -> p x = exp (- a_ / 2) * exp (e * ((2 * x - 1) / s) / 2) / (2 * s)) ->
  integral p (fun x => tail e n (t - loss x)) (tail e (S n) t).
Proof.
intros He C F0 F1 Mid.
assert (L := left_part p F 0 (tail e n (t + a_)) (fun x => tail e n (t - loss x)) C).
assert (R := right_part p F 1 (tail e n (t - a_)) (fun x => tail e n (t - loss x)) C).
assert (L1 : forall x, x < 0 -> tail e n (t - loss x) = tail e n (t + a_)).
{ intros x Hx. rewrite loss_left by easy. f_equal. ring. }
specialize (L L1). specialize (R (fun x Hx => f_equal (fun y => tail e n (t - y)) (loss_right x Hx))).
set (W := closed e a_ n 1).
assert (M : is_RInt (fun x => tail e n (t - loss x) * p x) 0 1
  (exp (e * t / 2) * rate ^ S n * (W (t - a_) - W (t + a_)))).
{ assert (Kv := closed_int e a_ n (-2 * a_ * 0 + (t + a_)) (-2 * a_ * 1 + (t + a_)) He).
  assert (K := is_RInt_comp_lin (closed e a_ n 0) (-2 * a_) (t + a_) 0 1 _ Kv).
  assert (K2 := is_RInt_scal _ 0 1 (- (exp (e * t / 2) * rate ^ S n / 2)) _ K).
  fold W in K2.
  replace (-2 * a_ * 0 + (t + a_)) with (t + a_) in K2 by ring.
  replace (-2 * a_ * 1 + (t + a_)) with (t - a_) in K2 by ring.
  match type of K2 with is_RInt _ _ _ ?y => replace (exp (e * t / 2) * rate ^ S n * (W (t - a_) - W (t + a_))) with y
    by (unfold scal; simpl; unfold mult; simpl; field) end.
  refine (is_RInt_ext _ _ _ _ _ _ K2). intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra.
  unfold scal; simpl; unfold mult; simpl. rewrite Mid, loss_middle by lra. unfold tail.
  replace (-2 * a_ * x + (t + a_)) with (t - (2 * x - 1) / s) by (field; lra).
  replace (e * (t - (2 * x - 1) / s) / 2) with (e * t / 2 + - (e * ((2 * x - 1) / s) / 2)) by (field; lra).
  rewrite exp_plus, exp_Ropp. unfold rate. replace (- (1 / s) / 2) with (- a_ / 2) by (field; lra).
  assert (P1 := exp_pos (e * ((2 * x - 1) / s) / 2)). field. split; lra. }
apply is_RInt_gen_at_point in M.
assert (S1 := is_RInt_gen_Chasles _ 0 _ _ L M). assert (S2 := is_RInt_gen_Chasles _ 1 _ _ S1 R).
unfold integral, over_line. unfold plus in S2; simpl in S2.
match type of S2 with is_RInt_gen _ _ _ ?y => replace (tail e (S n) t) with y; [exact S2 |] end.
rewrite F0, F1. unfold tail. rewrite closed_step. fold W. simpl pow.
replace (e * (t + a_) / 2) with (e * t / 2 + e * a_ / 2) by (field; lra).
replace (e * (t - a_) / 2) with (e * t / 2 + - (e * a_ / 2)) by (field; lra).
rewrite !exp_plus.
assert (E1 : exp (e * a_ / 2) * exp (- (1 + e) * a_ / 2) = 2 * rate).
{ rewrite <- exp_plus. unfold rate. replace (e * a_ / 2 + - (1 + e) * a_ / 2) with (- (1 / s) / 2) by (field; lra). field. }
assert (E2 : exp (- (e * a_ / 2)) * exp (- (1 - e) * a_ / 2) = 2 * rate).
{ rewrite <- exp_plus. unfold rate. replace (- (e * a_ / 2) + - (1 - e) * a_ / 2) with (- (1 / s) / 2) by (field; lra). field. }
set (X := exp (e * a_ / 2)) in *. set (u := exp (- (1 + e) * a_ / 2)) in *.
set (Y := exp (- (e * a_ / 2))) in *. set (v := exp (- (1 - e) * a_ / 2)) in *.
set (T := exp (e * t / 2)). set (r := rate ^ n). set (C1 := closed e a_ n 0 (t + a_)). set (C2 := closed e a_ n 0 (t - a_)).
transitivity (T * r * (X * u / 2 * C1 + rate * (W (t - a_) - W (t + a_)) + Y * v / 2 * C2)).
- field.
- rewrite E1, E2. field.
Qed.

Lemma step_p n t : integral (lap 0 s) (fun x => tail (-1) n (t - loss x)) (tail (-1) (S n) t).
Proof.
assert (A : 0 < a_) by (apply Rdiv_lt_0_compat; lra).
apply (step (lap 0 s) (fun x => Lap ((x - 0) / s))); [unfold sign; ring | now apply lap_cdf | | |].
- unfold Lap. replace ((0 - 0) / s) with 0 by (field; lra). destruct (Rle_dec 0 0); [| lra].
  do 2 f_equal. field; lra.
- unfold Lap. replace ((1 - 0) / s) with a_ by (field; lra). destruct (Rle_dec a_ 0); [lra |].
  replace (- (1 - -1) * a_ / 2) with (- a_) by (field; lra). ring.
- intros x Hx. unfold lap. rewrite Rabs_pos_eq.
  + rewrite <- exp_plus. replace (- ((x - 0) / s)) with (- a_ / 2 + -1 * ((2 * x - 1) / s) / 2) by (field; lra). field; lra.
  + apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
Qed.

Lemma step_q n t : integral (lap 1 s) (fun x => tail 1 n (t - loss x)) (tail 1 (S n) t).
Proof.
assert (A : 0 < a_) by (apply Rdiv_lt_0_compat; lra).
apply (step (lap 1 s) (fun x => Lap ((x - 1) / s))); [unfold sign; ring | now apply lap_cdf | | |].
- unfold Lap. replace ((0 - 1) / s) with (- a_) by (field; lra). destruct (Rle_dec (- a_) 0); [| lra].
  do 2 f_equal. field; lra.
- unfold Lap. replace ((1 - 1) / s) with 0 by (field; lra). destruct (Rle_dec 0 0); [| lra].
  replace (- (1 - 1) * a_ / 2) with 0 by (field; lra). rewrite exp_0. field.
- intros x Hx. unfold lap. rewrite <- Rabs_Ropp, Rabs_pos_eq.
  + rewrite <- exp_plus. replace (- - ((x - 1) / s)) with (- a_ / 2 + 1 * ((2 * x - 1) / s) / 2) by (field; lra). field; lra.
  + replace (- ((x - 1) / s)) with ((1 - x) * / s) by (field; lra).
    apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat].
Qed.

(* The event that the total loss exceeds t. *)
Fixpoint large_loss (n : nat) : R -> space (power (laplace s) n) -> bool :=
  match n with
  | O => fun t _ => if Rlt_dec t 0 then true else false
  | S m => fun t xy => large_loss m (t - loss (fst xy)) (snd xy)
  end.

Lemma large_loss_value n : forall t,
  P (power (laplace s) n) (ind (large_loss n t)) (tail (-1) n t) /\
  Q (power (laplace s) n) (ind (large_loss n t)) (tail 1 n t).
Proof.
induction n as [| n IH]; intros t.
- rewrite !tail_0 by lra. simpl. unfold ind. destruct (Rlt_dec t 0); auto.
- split.
  + exists (fun x => tail (-1) n (t - loss x)). split; [| apply step_p]. intros x. apply (proj1 (IH (t - loss x))).
  + exists (fun x => tail 1 n (t - loss x)). split; [| apply step_q]. intros x. apply (proj2 (IH (t - loss x))).
Qed.

Lemma large_loss_best n : forall t b, 0 < b ->
  no_more (power (laplace s) n) (b * exp t) b (b * tail 1 n t - b * exp t * tail (-1) n t).
Proof.
induction n as [| n IH]; intros t b Hb f vp vq Hf Hp Hq.
- simpl in Hp, Hq. subst. specialize (Hf tt). rewrite !tail_0 by lra.
  destruct (Rlt_dec t 0) as [L | L].
  + assert (exp t < exp 0) by now apply exp_increasing. rewrite exp_0 in *.
    assert (0 <= b * (1 - exp t) * (1 - f tt)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
  + assert (exp 0 <= exp t) by (apply exp_le; lra). rewrite exp_0 in *.
    assert (0 <= b * (exp t - 1) * f tt) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
- destruct Hp as [gp [Gp Ip]], Hq as [gq [Gq Iq]]. simpl in Ip, Iq.
  assert (A := over_lin _ _ b (- (b * exp t)) _ _ Iq Ip). cbv beta in A.
  assert (B := over_lin _ _ b (- (b * exp t)) _ _ (step_q n t) (step_p n t)). cbv beta in B.
  assert (L : b * vq + - (b * exp t) * vp <= b * tail 1 (S n) t + - (b * exp t) * tail (-1) (S n) t); [| lra].
  eapply over_mono; [| exact A | exact B]. intros x. cbv beta.
  assert (Np := lap_pos 0 s x Hs). assert (Nq := lap_pos 1 s x Hs).
  assert (Bx : 0 < b * lap 1 s x) by now apply Rmult_lt_0_compat.
  assert (I := IH (t - loss x) (b * lap 1 s x) Bx (fun y => f (x, y)) (gp x) (gq x)
    (fun y => Hf (x, y)) (Gp x) (Gq x)).
  assert (E : b * lap 1 s x * exp (t - loss x) = b * exp t * lap 0 s x).
  { rewrite lap_ratio by easy. fold (loss x). unfold Rminus. rewrite exp_plus, exp_Ropp.
    assert (K := exp_pos (loss x)). field; lra. }
  rewrite E in I. lra.
Qed.

Theorem laplace_power_between n t b : 0 < b ->
  let h := b * tail 1 n t - b * exp t * tail (-1) n t in between (power (laplace s) n) (b * exp t) b h h.
Proof.
intros Hb h. split; [| now apply large_loss_best]. destruct (large_loss_value n t) as [A B].
exists (large_loss n t), (tail (-1) n t), (tail 1 n t). split; [exact A | split; [exact B |]]. apply Rle_refl.
Qed.

Lemma laplace_power_sound n : sound (power (laplace s) n).
Proof. now apply power_sound, laplace_sound. Qed.

(* Where no outcome has a loss below t, everything is taken. *)
Lemma laplace_power_all n : forall t b, 0 < b -> t <= - (INR n * a_) ->
  between (power (laplace s) n) (b * exp t) b (b - b * exp t) (b - b * exp t).
Proof.
assert (A : 0 < a_) by (apply Rdiv_lt_0_compat; lra).
intros t b Hb Ht. split; [apply reached_all, laplace_power_sound |]. revert t b Hb Ht.
induction n as [| n IH]; intros t b Hb Ht f vp vq Hf Hp Hq.
- simpl in Hp, Hq. subst. specialize (Hf tt). simpl INR in Ht.
  assert (exp t <= exp 0) by (apply exp_le; lra). rewrite exp_0 in *.
  assert (0 <= b * (1 - exp t) * (1 - f tt)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
- destruct Hp as [gp [Gp Ip]], Hq as [gq [Gq Iq]]. simpl in Ip, Iq. rewrite S_INR in Ht.
  assert (Ap := integral_const _ _ 1 (lap_cdf 0 s Hs)). assert (Aq := integral_const _ _ 1 (lap_cdf 1 s Hs)).
  assert (A1 := over_lin _ _ b (- (b * exp t)) _ _ Iq Ip). cbv beta in A1.
  assert (B := over_lin _ _ b (- (b * exp t)) _ _ Aq Ap). cbv beta in B.
  assert (L : b * vq + - (b * exp t) * vp <= b * 1 + - (b * exp t) * 1); [| lra].
  eapply over_mono; [| exact A1 | exact B]. intros x. cbv beta.
  assert (Np := lap_pos 0 s x Hs). assert (Nq := lap_pos 1 s x Hs).
  assert (Bx : 0 < b * lap 1 s x) by now apply Rmult_lt_0_compat.
  assert (Lx : - a_ <= loss x).
  { unfold loss. replace (- a_) with (-1 * / s) by (field; lra). apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    unfold Rabs; destruct (Rcase_abs x), (Rcase_abs (x - 1)); lra. }
  assert (I := IH (t - loss x) (b * lap 1 s x) Bx ltac:(lra) (fun y => f (x, y)) (gp x) (gq x)
    (fun y => Hf (x, y)) (Gp x) (Gq x)).
  assert (E : b * lap 1 s x * exp (t - loss x) = b * exp t * lap 0 s x).
  { rewrite lap_ratio by easy. fold (loss x). unfold Rminus. rewrite exp_plus, exp_Ropp.
    assert (K := exp_pos (loss x)). field; lra. }
  rewrite E in I. lra.
Qed.

End Laplace.
