(* Compositions of Laplace noise in closed form: the best events are those of large total loss, and their
   probabilities are sums of remainders of the exponential series (Remainders.v). *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
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

(* One step with a density that is a constant times e^(e loss/2) between 0 and 1. *)
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
{ rewrite <- exp_plus. unfold rate.
  replace (e * a_ / 2 + - (1 + e) * a_ / 2) with (- (1 / s) / 2) by (field; lra). field. }
assert (E2 : exp (- (e * a_ / 2)) * exp (- (1 - e) * a_ / 2) = 2 * rate).
{ rewrite <- exp_plus. unfold rate.
  replace (- (e * a_ / 2) + - (1 - e) * a_ / 2) with (- (1 / s) / 2) by (field; lra). field. }
set (X := exp (e * a_ / 2)) in *. set (u := exp (- (1 + e) * a_ / 2)) in *.
set (Y := exp (- (e * a_ / 2))) in *. set (v := exp (- (1 - e) * a_ / 2)) in *.
set (T := exp (e * t / 2)). set (r := rate ^ n).
set (C1 := closed e a_ n 0 (t + a_)). set (C2 := closed e a_ n 0 (t - a_)).
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
  + rewrite <- exp_plus. replace (- ((x - 0) / s)) with (- a_ / 2 + -1 * ((2 * x - 1) / s) / 2) by (field; lra).
    field; lra.
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
  + rewrite <- exp_plus. replace (- - ((x - 1) / s)) with (- a_ / 2 + 1 * ((2 * x - 1) / s) / 2) by (field; lra).
    field; lra.
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

(* If no outcome has a loss below t, the best event contains all outcomes. *)
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
  { unfold loss. replace (- a_) with (-1 * / s) by (field; lra).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
    unfold Rabs; destruct (Rcase_abs x), (Rcase_abs (x - 1)); lra. }
  assert (I := IH (t - loss x) (b * lap 1 s x) Bx ltac:(lra) (fun y => f (x, y)) (gp x) (gq x)
    (fun y => Hf (x, y)) (Gp x) (Gq x)).
  assert (E : b * lap 1 s x * exp (t - loss x) = b * exp t * lap 0 s x).
  { rewrite lap_ratio by easy. fold (loss x). unfold Rminus. rewrite exp_plus, exp_Ropp.
    assert (K := exp_pos (loss x)). field; lra. }
  rewrite E in I. lra.
Qed.

End Laplace.

(* The expressions. Rows are evaluated at y, which is bound by Let. *)
Definition times_const (z : Z) (e : expr) : expr := if Z.eqb z 0 then Num 0 else Mul (Num z) e.
Fixpoint horner_expr (m : positive) (q : list Z) (y : expr) : expr :=
  match q with
  | [] => Num 0
  | [_] => Num 0
  | _ :: r => Add (Num (row_total r)) (Mul (Div y (Num (Zpos m))) (horner_expr (Pos.succ m) r y))
  end.
Definition up_expr (q : list Z) (y : expr) : expr := Sub (times_const (row_total q) (Exp y)) (horner_expr 1 q y).
Definition down_expr (q : list Z) (y : expr) : expr := up_expr (alternate q 1) (Sub (Num 0) y).
Definition both_expr (q : list Z) (y : expr) : expr := Sub (up_expr q y) (down_expr q y).

Lemma horner_val env y q : forall m, val env (horner_expr m q y) = horner m q (val env y).
Proof.
induction q as [| c [| d r] IH]; intros m; cbn [horner_expr horner val row_total]; [easy | ring |].
specialize (IH (Pos.succ m)). cbn [horner_expr horner val row_total] in *. rewrite IH. easy.
Qed.

Lemma up_val env q y : val env (up_expr q y) = row_up q (val env y).
Proof.
unfold up_expr, row_up, times_const. cbn [val]. rewrite horner_val. f_equal.
destruct (Z.eqb_spec (row_total q) 0) as [-> |]; cbn [val]; ring.
Qed.
Lemma down_val env q y : val env (down_expr q y) = row_down q (val env y).
Proof. unfold down_expr, row_down. rewrite up_val. cbn [val]. f_equal. ring. Qed.
Lemma both_val env q y : val env (both_expr q y) = row_up q (val env y) - row_down q (val env y).
Proof. unfold both_expr. cbn [val]. now rewrite up_val, down_val. Qed.

Section Values.

Variables sE tE : expr.
Variable n : positive.
Notation s := (val [] sE).
Notation t := (val [] tE).
Notation n_ := (Pos.to_nat n).
Hypothesis Hs : 0 < s.

Definition at_row (k : Z) : expr := Div (Sub (Num 0) (Add tE (Mul (Num k) (Div (Num 1) sE)))) (Num 2).
Fixpoint rows_expr (f : list Z -> expr -> expr) (count : nat) (k : Z) (rows : list (list Z)) : expr :=
  match count, rows with
  | S c, q :: r => Add (Let (at_row k) (f q (Var 0))) (rows_expr f c (k + 2) r)
  | _, _ => Num 0
  end.

Lemma rows_val f g count : (forall q env y, val env (f q y) = g q (val env y)) -> forall rows k,
  val [] (rows_expr f count k rows) = rows_value g (1 / s) count rows (t + IZR k * (1 / s)).
Proof.
intros E. induction count as [| c IH]; intros rows k; [easy |].
destruct rows as [| q r]; [easy |]. cbn [rows_expr rows_value val]. rewrite E, IH. cbn [val nth at_row]. f_equal.
- f_equal. unfold at_row. cbn [val]. field. lra.
- f_equal. rewrite plus_IZR. ring.
Qed.

Definition rate_expr : expr := Div (Exp (Div (Sub (Num 0) (Div (Num 1) sE)) (Num 2))) (Num 2).
Definition sum_expr (f : list Z -> expr -> expr) (count : nat) : expr :=
  Mul (Pow rate_expr n) (rows_expr f count (Zneg n) (rows_of n_)).

Lemma sum_val f g count : (forall q env y, val env (f q y) = g q (val env y)) ->
  val [] (sum_expr f count) = rate s ^ n_ * rows_value g (1 / s) count (rows_of n_) (t - INR n_ * (1 / s)).
Proof.
intros E. unfold sum_expr. cbn [val]. rewrite (rows_val f g count E). f_equal.
- f_equal. unfold rate_expr, rate. cbn [val]. do 3 f_equal. ring.
- f_equal. change (IZR (Zneg n)) with (- IZR (Zpos n)). rewrite INR_IZR_INZ, positive_nat_Z. ring.
Qed.

(* The rows that contribute, in units of 1/s. *)
Definition rows_to (strict : Prop) (count : nat) : Prop :=
  (count <= S n_)%nat /\ (count = O \/ strict) /\ (0 <= t * s - IZR (Zpos n) + 2 * INR count \/ count = S n_).

Lemma rows_unit x : t - INR n_ * (1 / s) + 2 * x * (1 / s) = (t * s - IZR (Zpos n) + 2 * x) * / s.
Proof. rewrite INR_IZR_INZ, positive_nat_Z. field. lra. Qed.

(* b Q(E) - a P(E) at a = b e^t. *)
Definition power_expr (count : nat) (b : expr) : expr :=
  Mul (Mul b (Exp (Div tE (Num 2)))) (sum_expr both_expr count).

Lemma lp_value count b a : 0 < val [] b -> a = val [] b * exp t ->
  rows_to (t * s - IZR (Zpos n) + 2 * INR (pred count) <= 0) count ->
  between (power (laplace s) n_) a (val [] b) (val [] (power_expr count b)) (val [] (power_expr count b)).
Proof.
intros Hb -> [R1 [R2 R3]]. assert (A : 0 < 1 / s) by (apply Rdiv_lt_0_compat; lra).
assert (Is : 0 < / s) by now apply Rinv_0_lt_compat.
assert (B := laplace_power_between s Hs n_ t (val [] b) Hb). cbv zeta in B.
assert (D := rows_both (1 / s) count A (rows_of n_) (t - INR n_ * (1 / s))).
rewrite rows_length, !rows_unit in D. specialize (D R1).
assert (V : val [] (power_expr count b) = val [] b * tail s 1 n_ t - val [] b * exp t * tail s (-1) n_ t).
{ unfold power_expr. cbn [val].
  rewrite (sum_val both_expr (fun q y => row_up q y - row_down q y) count (fun q env y => both_val env q y)).
  rewrite <- D.
  - unfold tail, closed.
    replace (exp t) with (exp (1 * t / 2) * exp (1 * t / 2)) by (rewrite <- exp_plus; f_equal; field).
    replace (-1 * t / 2) with (- (1 * t / 2)) by field. replace (t / 2) with (1 * t / 2) by field.
    rewrite exp_Ropp. assert (K := exp_pos (1 * t / 2)). field. lra.
  - destruct R2 as [R2 | R2]; [now left | right]. assert (0 <= - (t * s - IZR (Zpos n) + 2 * INR (pred count)) * / s)
      by (apply Rmult_le_pos; lra). lra.
  - destruct R3 as [R3 | R3]; [left | now right]. apply Rmult_le_pos; lra. }
rewrite V. exact B.
Qed.

(* The event of a total loss above t as a test. *)
Definition tail_expr (e : Z) (f : list Z -> expr -> expr) (count : nat) : expr :=
  Mul (Exp (Div (Mul (Num e) tE) (Num 2))) (sum_expr f count).

Lemma lp_test count : rows_to (t * s - IZR (Zpos n) + 2 * INR (pred count) < 0) count ->
  has_test (power (laplace s) n_) (val [] (tail_expr (-1) down_expr count)) (val [] (tail_expr 1 up_expr count)).
Proof.
intros [R1 [R2 R3]]. assert (A : 0 < 1 / s) by (apply Rdiv_lt_0_compat; lra).
assert (Is : 0 < / s) by now apply Rinv_0_lt_compat.
assert (D := rows_up (1 / s) count A (rows_of n_) (t - INR n_ * (1 / s))).
rewrite rows_length, !rows_unit in D. specialize (D R1).
destruct (large_loss_value s Hs n_ t) as [Vp Vq].
exists (ind (large_loss s n_ t)), (tail s (-1) n_ t), (tail s 1 n_ t).
split; [apply test_ind | split; [exact Vp | split; [exact Vq |]]].
destruct D as [D1 D2].
- destruct R2 as [R2 | R2]; [now left | right]. assert (0 < - (t * s - IZR (Zpos n) + 2 * INR (pred count)) * / s)
    by (apply Rmult_lt_0_compat; lra). lra.
- destruct R3 as [R3 | R3]; [left | now right]. apply Rmult_le_pos; lra.
- unfold tail_expr, tail, closed. cbn [val].
  rewrite (sum_val down_expr row_down count (fun q env y => down_val env q y)).
  rewrite (sum_val up_expr row_up count (fun q env y => up_val env q y)), D1, D2.
  split; ring.
Qed.

Lemma lp_none b a : 0 < val [] b -> a = val [] b * exp t -> 0 <= t * s - IZR (Zpos n) ->
  between (power (laplace s) n_) a (val [] b) 0 0.
Proof.
intros Hb Ha Ht. assert (B := lp_value 0 b a Hb Ha).
assert (E : val [] (power_expr 0 b) = 0).
{ unfold power_expr, sum_expr. cbn [val rows_expr]. ring. }
rewrite E in B. apply B. split; [lia | split; [now left | left; simpl; lra]].
Qed.

Lemma lp_all b a : 0 < val [] b -> a = val [] b * exp t -> t * s + IZR (Zpos n) <= 0 ->
  between (power (laplace s) n_) a (val [] b) (val [] b - a) (val [] b - a).
Proof.
intros Hb -> Ht. apply laplace_power_all; [easy | easy |].
apply Rmult_le_reg_r with s; [easy |]. rewrite INR_IZR_INZ, positive_nat_Z.
replace (- (IZR (Zpos n) * (1 / s)) * s) with (- IZR (Zpos n)) by (field; lra). lra.
Qed.

Lemma lp_sound : sound (power (laplace s) n_).
Proof. now apply laplace_power_sound. Qed.

End Values.

(* The rows that contribute, for rational numbers and by computation. *)
Ltac rows_count := unfold rows_to; split; [lia | split;
  [first [left; reflexivity | right; rewrite INR_IZR_INZ; cbn [pred]; simpl Z.of_nat; cbn [val]; lra] |
   first [right; reflexivity | left; rewrite INR_IZR_INZ; simpl Z.of_nat; cbn [val]; lra]]].

Definition place_of (sE tE : expr) (n : positive) (k : Z) : expr := Add (Sub (Mul tE sE) (Num (Zpos n))) (Num (2 * k)).

Lemma rows_check prec sE tE n count :
  (count <=? S (Pos.to_nat n))%nat &&
  ((count =? 0)%nat || lt_check (bits prec) 0 (place_of sE tE n (Z.of_nat (pred count))) (Num 0)) &&
  ((count =? S (Pos.to_nat n))%nat || le_check (bits prec) 0 (Num 0) (place_of sE tE n (Z.of_nat count))) = true ->
  rows_to sE tE n (val [] tE * val [] sE - IZR (Zpos n) + 2 * INR (pred count) < 0) count.
Proof.
intros C. apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C1 C2].
split; [now apply Nat.leb_le | split].
- apply orb_prop in C2; destruct C2 as [C2 | C2]; [left; now apply Nat.eqb_eq | right].
  apply lt_by_check in C2. cbn [val place_of] in C2. unfold place_of in C2. cbn [val] in C2.
  rewrite mult_IZR, <- INR_IZR_INZ in C2. exact C2.
- apply orb_prop in C3; destruct C3 as [C3 | C3]; [right; now apply Nat.eqb_eq | left].
  apply le_by_check in C3. unfold place_of in C3. cbn [val] in C3. rewrite mult_IZR, <- INR_IZR_INZ in C3. exact C3.
Qed.

Lemma rows_weak sE tE n x count : rows_to sE tE n (x < 0) count -> rows_to sE tE n (x <= 0) count.
Proof. intros [A [B C]]. split; [exact A | split; [| exact C]]. destruct B; [now left | right; lra]. Qed.

(* The weights in the form of a generated file: a = b e^t. *)
Lemma weigh_up e : val [] (Exp e) = val [] (Num 1) * exp (val [] e).
Proof. cbn [val]. ring. Qed.
Lemma weigh_down e : val [] (Num 1) = val [] (Exp e) * exp (val [] (Sub (Num 0) e)).
Proof. cbn [val]. rewrite <- exp_plus, <- exp_0. f_equal. ring. Qed.
Lemma weigh_even a b : val [] a = val [] b -> val [] a = val [] b * exp (val [] (Num 0)).
Proof. intros ->. cbn [val]. rewrite exp_0. ring. Qed.
Lemma weigh_ln a b : 0 < val [] a -> 0 < val [] b -> val [] a = val [] b * exp (val [] (Ln (Div a b))).
Proof. intros A B. cbn [val]. rewrite exp_ln by now apply Rdiv_lt_0_compat. field. lra. Qed.
