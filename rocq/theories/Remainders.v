(* The distribution of the loss of n steps of Laplace noise, in closed form.

   The privacy loss of one step has atoms at -a and a, and a density between them. Up to factors e^(t/2), a step
   maps a function f of the threshold t to f(t - a) + f(t + a) plus half the integral of f from t - a to t + a. All
   functions that result from e^(t/2) and e^(-t/2) for t < 0 are shifts of remainders of the exponential series,
   with integer coefficients: those of (1 - X)^j (1 + X)^(n - j), times the binomial coefficient of n and j. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal.
Import ListNotations.
Open Scope R_scope.

(* e^y without the first m terms of its series. *)
Fixpoint rem (m : nat) (y : R) : R :=
  match m with O => exp y | S k => rem k y - y ^ k / INR (fact k) end.

Lemma rem_derive m : forall y, is_derive (rem (S m)) y (rem m y).
Proof.
induction m as [| m IH]; intros y.
- simpl. auto_derive; [easy | ring].
- change (is_derive (fun z => rem (S m) z - z ^ S m / INR (fact (S m))) y (rem (S m) y)).
  eapply is_derive_eq.
  + apply (is_derive_minus (rem (S m)) (fun z => z ^ S m / INR (fact (S m)))); [apply IH |].
    apply (is_derive_ext (fun z => scal (/ INR (fact (S m))) (z ^ S m))).
    { intros t. unfold scal; simpl; unfold mult; simpl. unfold Rdiv. ring. }
    apply (is_derive_scal (fun z => z ^ S m)). apply (is_derive_pow (fun z => z)), is_derive_id.
  + unfold minus, plus, opp, scal, one; simpl pred; cbn -[INR fact rem pow]; unfold mult; cbn -[INR fact rem pow].
    change (rem (S m) y) with (rem m y - y ^ m / INR (fact m)). rewrite fact_simpl, mult_INR.
    assert (0 < INR (fact m)) by apply INR_fact_lt_0. assert (0 < INR (S m)) by (apply lt_0_INR; lia).
    field. split; lra.
Qed.

Lemma rem_0 m : rem (S m) 0 = 0.
Proof.
induction m as [| m IH].
- simpl. rewrite exp_0. field.
- change (rem (S m) 0 - 0 ^ S m / INR (fact (S m)) = 0). rewrite IH, pow_i by lia. unfold Rdiv. ring.
Qed.

Lemma rem_continuous m (y : R) : continuous (rem m) y.
Proof.
destruct m as [| m].
- apply (ex_derive_continuous (rem 0)). simpl. auto_derive. easy.
- apply (ex_derive_continuous (rem (S m))). eexists. apply rem_derive.
Qed.

(* e is 1 or -1. *)
Definition sign (e : R) : Prop := e * e = 1.

(* e^m (remainder m at -e t/2) for t < 0: for m = 0 it is e^(-e t/2). *)
Definition base (e : R) (m : nat) (t : R) : R := if Rlt_dec t 0 then e ^ m * rem m (e * (- t / 2)) else 0.

Lemma base_left e m u : sign e -> u <= 0 -> is_RInt (base e m) u 0 (2 * base e (S m) u).
Proof.
intros He Hu. unfold sign in He.
assert (E : 2 * base e (S m) u =
  -2 * (e ^ S m * rem (S m) (e * (- 0 / 2))) - -2 * (e ^ S m * rem (S m) (e * (- u / 2)))).
{ replace (e * (- 0 / 2)) with 0 by field. rewrite rem_0. unfold base. destruct (Rlt_dec u 0) as [L | L]; [ring |].
  replace u with 0 by lra. replace (e * (- 0 / 2)) with 0 by field. rewrite rem_0. ring. }
rewrite E. apply (is_RInt_ext (fun t => e ^ m * rem m (e * (- t / 2)))).
- intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. unfold base. destruct (Rlt_dec x 0); [easy | lra].
- apply (is_RInt_derive (fun t => -2 * (e ^ S m * rem (S m) (e * (- t / 2))))).
  + intros x _. eapply is_derive_eq.
    * apply (is_derive_scal (fun t => e ^ S m * rem (S m) (e * (- t / 2)))).
      apply (is_derive_scal (fun t => rem (S m) (e * (- t / 2)))).
      apply (is_derive_comp (rem (S m)) (fun t => e * (- t / 2))); [apply rem_derive |].
      auto_derive; [easy | reflexivity].
    * unfold scal; simpl; unfold mult; simpl.
      transitivity (e * e * (e ^ m * rem m (e * (- x / 2)))); [field | rewrite He; ring].
  + intros x _. apply (continuous_mult (fun _ => e ^ m) (fun t => rem m (e * (- t / 2)))); [apply continuous_const |].
    apply (continuous_comp (fun t => e * (- t / 2)) (rem m)); [| apply rem_continuous].
    apply (ex_derive_continuous (fun t => e * (- t / 2))). now auto_derive.
Qed.

Lemma base_int e m u v : sign e -> is_RInt (base e m) u v (2 * (base e (S m) u - base e (S m) v)).
Proof.
intros He.
assert (K : forall u, is_RInt (base e m) u 0 (2 * base e (S m) u)).
{ intros w. destruct (Rle_dec w 0) as [L | L]; [now apply base_left |].
  replace (2 * base e (S m) w) with (opp (scal (w - 0) 0)).
  - apply (is_RInt_swap (base e m)). apply (is_RInt_ext (fun _ => 0)).
    + intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. unfold base. destruct (Rlt_dec x 0); [lra | easy].
    + apply (is_RInt_const 0 w 0).
  - unfold opp, scal; simpl; unfold mult; simpl. unfold base. destruct (Rlt_dec w 0); [lra | ring]. }
replace (2 * (base e (S m) u - base e (S m) v)) with (plus (2 * base e (S m) u) (opp (2 * base e (S m) v)))
  by (unfold plus, opp; simpl; ring).
apply (is_RInt_Chasles (base e m) u 0 v); [apply K | apply (is_RInt_swap (base e m)), K].
Qed.

(* Integer combinations of one shift (a row), and of shifts by 0, 2 a, 4 a, ... *)
Fixpoint combined (e : R) (m : nat) (q : list Z) (t : R) : R :=
  match q with [] => 0 | c :: r => IZR c * base e m t + combined e (S m) r t end.
Fixpoint shifted_sum (e a : R) (m : nat) (rows : list (list Z)) (t : R) : R :=
  match rows with [] => 0 | q :: r => combined e m q t + shifted_sum e a m r (t + 2 * a) end.

(* (1 + s X) q, sums, and a step of all rows. *)
Fixpoint times (s c : Z) (q : list Z) : list Z :=
  match q with [] => [(s * c)%Z] | d :: r => (d + s * c)%Z :: times s d r end.
Fixpoint added (p q : list Z) : list Z :=
  match p, q with
  | [], _ => q
  | _, [] => p
  | c :: p', d :: q' => (c + d)%Z :: added p' q'
  end.
Fixpoint stepped (before : list Z) (rows : list (list Z)) : list (list Z) :=
  match rows with
  | [] => [times (-1) 0 before]
  | q :: r => added (times 1 0 q) (times (-1) 0 before) :: stepped q r
  end.
Fixpoint rows_of (n : nat) : list (list Z) :=
  match n with O => [[1%Z]] | S k => stepped [] (rows_of k) end.

Lemma combined_times e s q t : forall m c,
  combined e m (times s c q) t = combined e m q t + IZR s * combined e (S m) q t + IZR s * IZR c * base e m t.
Proof.
induction q as [| d r IH]; intros m c; cbn [combined times].
- rewrite mult_IZR. ring.
- rewrite IH, plus_IZR, mult_IZR. ring.
Qed.

Lemma combined_added e t p : forall m q, combined e m (added p q) t = combined e m p t + combined e m q t.
Proof.
induction p as [| c p IH]; intros m [| d q]; cbn [combined added]; try ring. rewrite IH, plus_IZR. ring.
Qed.

Lemma stepped_sum e a m rows : forall before t, shifted_sum e a m (stepped before rows) t =
  combined e m before t - combined e (S m) before t + (shifted_sum e a m rows t + shifted_sum e a (S m) rows t) +
  (shifted_sum e a m rows (t + 2 * a) - shifted_sum e a (S m) rows (t + 2 * a)).
Proof.
induction rows as [| q r IH]; intros before t; cbn [stepped shifted_sum].
- rewrite combined_times. ring.
- rewrite IH, combined_added, !combined_times. ring.
Qed.

(* n steps applied to e^(-e t/2) for t < 0, integrated m times. *)
Definition closed (e a : R) (n m : nat) (t : R) : R := shifted_sum e a m (rows_of n) (t - INR n * a).

Lemma closed_step e a n t : closed e a (S n) 0 t =
  closed e a n 0 (t - a) + closed e a n 0 (t + a) + (closed e a n 1 (t - a) - closed e a n 1 (t + a)).
Proof.
unfold closed. cbn [rows_of]. rewrite stepped_sum. cbn [combined]. rewrite S_INR.
replace (t - a - INR n * a) with (t - (INR n + 1) * a) by ring.
replace (t + a - INR n * a) with (t - (INR n + 1) * a + 2 * a) by ring. ring.
Qed.

Lemma combined_int e q u v : sign e ->
  forall m, is_RInt (combined e m q) u v (2 * (combined e (S m) q u - combined e (S m) q v)).
Proof.
intros He. induction q as [| c r IH]; intros m; cbn [combined].
- replace (2 * (0 - 0)) with (scal (v - u) 0) by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_const u v 0).
- assert (A := is_RInt_scal _ u v (IZR c) _ (base_int e m u v He)). assert (B := is_RInt_plus _ _ u v _ _ A (IH (S m))).
  unfold plus, scal in B; simpl in B; unfold mult in B; simpl in B.
  match goal with |- is_RInt _ _ _ ?x => match type of B with is_RInt _ _ _ ?y => replace x with y by ring end end.
  exact B.
Qed.

Lemma shift_int (f : R -> R) d u v l : is_RInt f (u + d) (v + d) l -> is_RInt (fun t => f (t + d)) u v l.
Proof.
intros H. replace (u + d) with (1 * u + d) in H by ring. replace (v + d) with (1 * v + d) in H by ring.
assert (K := is_RInt_comp_lin f 1 d u v l H). refine (is_RInt_ext _ _ _ _ _ _ K). intros x _.
unfold scal; simpl; unfold mult; simpl. rewrite Rmult_1_l. f_equal. ring.
Qed.

Lemma shifted_int e a rows : sign e -> forall m u v,
  is_RInt (shifted_sum e a m rows) u v (2 * (shifted_sum e a (S m) rows u - shifted_sum e a (S m) rows v)).
Proof.
intros He. induction rows as [| q r IH]; intros m u v; cbn [shifted_sum].
- replace (2 * (0 - 0)) with (scal (v - u) 0) by (unfold scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_const u v 0).
- assert (B := is_RInt_plus _ _ u v _ _ (combined_int e q u v He m) (shift_int _ (2 * a) u v _ (IH m _ _))).
  unfold plus in B; simpl in B.
  match goal with |- is_RInt _ _ _ ?x => match type of B with is_RInt _ _ _ ?y => replace x with y by ring end end.
  exact B.
Qed.

Lemma closed_int e a n u v : sign e -> is_RInt (closed e a n 0) u v (2 * (closed e a n 1 u - closed e a n 1 v)).
Proof.
intros He. unfold closed, Rminus. apply (shift_int (shifted_sum e a 0 (rows_of n))).
apply (shifted_int e a (rows_of n) He 0).
Qed.

(* The sum of the remainders of a row: complete exponentials and a polynomial by Horner's rule. *)
Fixpoint row_total (q : list Z) : Z := match q with [] => 0%Z | c :: r => (c + row_total r)%Z end.
Fixpoint alternate (q : list Z) (s : Z) : list Z :=
  match q with [] => [] | c :: r => (s * c)%Z :: alternate r (- s)%Z end.
Fixpoint row_rem (m : nat) (q : list Z) (y : R) : R :=
  match q with [] => 0 | c :: r => IZR c * rem m y + row_rem (S m) r y end.
Fixpoint horner (m : positive) (q : list Z) (y : R) : R :=
  match q with [] => 0 | c :: r => IZR (row_total r) + y / IZR (Zpos m) * horner (Pos.succ m) r y end.

Lemma row_rem_horner q y : forall m, row_rem m q y =
  IZR (row_total q) * rem m y - y ^ m / INR (fact m) * horner (Pos.of_succ_nat m) q y.
Proof.
induction q as [| c r IH]; intros m; cbn [row_rem row_total horner]; [ring |].
rewrite IH, plus_IZR. change (Pos.of_succ_nat (S m)) with (Pos.succ (Pos.of_succ_nat m)).
set (h := horner (Pos.succ (Pos.of_succ_nat m)) r y). cbn [rem].
assert (E : IZR (Zpos (Pos.of_succ_nat m)) = INR (S m)).
{ rewrite INR_IZR_INZ, Zpos_P_of_succ_nat, Nat2Z.inj_succ. easy. }
rewrite E, fact_simpl, mult_INR. simpl pow.
assert (0 < INR (fact m)) by apply INR_fact_lt_0. assert (0 < INR (S m)) by (apply lt_0_INR; lia). field. split; lra.
Qed.

Lemma combined_up q t : t < 0 -> forall m, combined 1 m q t = row_rem m q (- t / 2).
Proof.
intros Ht. induction q as [| c r IH]; intros m; cbn [combined row_rem]; [easy |].
rewrite IH. unfold base. destruct (Rlt_dec t 0); [| lra]. rewrite pow1, !Rmult_1_l. easy.
Qed.

Lemma combined_down q t : t < 0 -> forall m s, IZR s = (-1) ^ m ->
  combined (-1) m q t = row_rem m (alternate q s) (t / 2).
Proof.
intros Ht. induction q as [| c r IH]; intros m s Hs; cbn [combined alternate row_rem]; [easy |].
rewrite (IH (S m) (- s)%Z) by (rewrite opp_IZR, Hs; simpl; ring).
unfold base. destruct (Rlt_dec t 0); [| lra]. rewrite mult_IZR, Hs.
replace (-1 * (- t / 2)) with (t / 2) by field. ring.
Qed.

(* A row at y = -t/2 > 0, for e^y and for e^-y. *)
Definition row_up (q : list Z) (y : R) : R := IZR (row_total q) * exp y - horner 1 q y.
Definition row_down (q : list Z) (y : R) : R := row_up (alternate q 1) (- y).

Lemma row_rem_0 q y : row_rem 0 q y = row_up q y.
Proof. rewrite row_rem_horner. unfold row_up. simpl. field. Qed.

Lemma row_past e q t : 0 <= t -> forall m, combined e m q t = 0.
Proof.
intros Ht. induction q as [| c r IH]; intros m; cbn [combined]; [easy |].
rewrite IH. unfold base. destruct (Rlt_dec t 0); [lra | ring].
Qed.

Lemma rows_past e a rows : 0 <= a -> forall t, 0 <= t -> shifted_sum e a 0 rows t = 0.
Proof.
intros Ha. induction rows as [| q r IH]; intros t Ht; cbn [shifted_sum]; [easy |].
rewrite row_past by easy. rewrite IH by lra. ring.
Qed.

(* At y = 0 the difference of both is zero. *)
Lemma row_even q : row_up q 0 - row_down q 0 = 0.
Proof.
unfold row_down. rewrite Ropp_0, <- !row_rem_0.
destruct q as [| c r]; cbn [row_rem alternate]; [ring |].
assert (Z : forall r m, row_rem (S m) r 0 = 0).
{ clear. induction r as [| c r IH]; intros m; cbn [row_rem]; [easy |]. rewrite IH, rem_0. ring. }
rewrite !Z. destruct c; simpl Z.mul; ring.
Qed.

(* The first [count] rows are those that contribute at t: the sum of [f] of each row at y. *)
Fixpoint rows_value (f : list Z -> R -> R) (a : R) (count : nat) (rows : list (list Z)) (t : R) : R :=
  match count, rows with S k, q :: r => f q (- t / 2) + rows_value f a k r (t + 2 * a) | _, _ => 0 end.

Lemma rows_up a count : 0 < a -> forall rows t, (count <= length rows)%nat ->
  (count = O \/ t + 2 * INR (pred count) * a < 0) -> 0 <= t + 2 * INR count * a \/ count = length rows ->
  shifted_sum 1 a 0 rows t = rows_value row_up a count rows t /\
  shifted_sum (-1) a 0 rows t = rows_value row_down a count rows t.
Proof.
intros Ha. induction count as [| k IH]; intros rows t Hl H1 H2.
- cbn [rows_value]. destruct H2 as [H2 | H2].
  + simpl INR in H2. rewrite !rows_past by lra. easy.
  + destruct rows; [easy | discriminate].
- destruct rows as [| q r]; [simpl in Hl; lia |]. cbn [shifted_sum rows_value length] in *.
  destruct H1 as [H1 | H1]; [discriminate |]. cbn [pred] in H1. assert (Kp := pos_INR k).
  assert (0 <= 2 * INR k * a) by (apply Rmult_le_pos; lra).
  destruct (IH r (t + 2 * a)) as [A B]; [lia | | |].
  + destruct k as [| k]; [now left | right]. rewrite S_INR in H1. cbn [pred]. lra.
  + rewrite S_INR in H2. destruct H2 as [H2 | H2]; [left; lra | right; lia].
  + rewrite A, B. split; f_equal.
    * rewrite combined_up by lra. apply row_rem_0.
    * rewrite (combined_down q t ltac:(lra) 0 1) by easy. rewrite row_rem_0. unfold row_down. f_equal. field.
Qed.

(* In the difference, rows at t = 0 may be included or not. *)
Lemma rows_both a count : 0 < a -> forall rows t, (count <= length rows)%nat ->
  (count = O \/ t + 2 * INR (pred count) * a <= 0) -> 0 <= t + 2 * INR count * a \/ count = length rows ->
  shifted_sum 1 a 0 rows t - shifted_sum (-1) a 0 rows t =
  rows_value (fun q y => row_up q y - row_down q y) a count rows t.
Proof.
intros Ha. induction count as [| k IH]; intros rows t Hl H1 H2.
- cbn [rows_value]. destruct H2 as [H2 | H2].
  + simpl INR in H2. rewrite !rows_past by lra. ring.
  + destruct rows; [simpl; ring | discriminate].
- destruct rows as [| q r]; [simpl in Hl; lia |]. cbn [shifted_sum rows_value length] in *.
  destruct H1 as [H1 | H1]; [discriminate |]. cbn [pred] in H1. assert (Kp := pos_INR k).
  assert (0 <= 2 * INR k * a) by (apply Rmult_le_pos; lra).
  assert (A : shifted_sum 1 a 0 r (t + 2 * a) - shifted_sum (-1) a 0 r (t + 2 * a) =
    rows_value (fun q y => row_up q y - row_down q y) a k r (t + 2 * a)).
  { apply IH; [lia | |].
    - destruct k as [| k]; [now left | right]. rewrite S_INR in H1. cbn [pred]. lra.
    - rewrite S_INR in H2. destruct H2 as [H2 | H2]; [left; lra | right; lia]. }
  rewrite <- A. destruct (Req_dec t 0) as [-> | N].
  + rewrite !row_past by lra. replace (- 0 / 2) with 0 by field. assert (E := row_even q). lra.
  + rewrite combined_up by lra. rewrite (combined_down q t ltac:(lra) 0 1) by easy. rewrite !row_rem_0.
    unfold row_down. replace (- (- t / 2)) with (t / 2) by field. ring.
Qed.

Lemma stepped_length rows : forall before, length (stepped before rows) = S (length rows).
Proof. induction rows as [| q r IH]; intros before; simpl; [easy | now rewrite IH]. Qed.
Lemma rows_length n : length (rows_of n) = S n.
Proof. induction n as [| n IH]; [easy |]. cbn [rows_of]. now rewrite stepped_length, IH. Qed.
