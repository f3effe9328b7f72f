(* Numbers written with rationals, exp, ln, sqrt and Phi, and comparisons of such numbers decided in the kernel by
   interval arithmetic (of the Interval library, on big integers). *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval Interval.Float_full Float.Basic
  Float.Specific_bigint Float.Specific_ops.
From Plumbline Require Import Normal.
Import ListNotations.
Open Scope R_scope.

(* The series of Phi: Phi(x) = 1/2 + phi(x) (x + x^3/3 + x^5/15 + ...). *)
Fixpoint odds (n : nat) : R := match n with O => 1 | S m => odds m * (2 * INR m + 3) end.
Definition term (n : nat) (x : R) : R := x ^ (2 * n + 1) / odds n.
Fixpoint series (n : nat) (x : R) : R :=
  match n with O => x | S m => series m x + term (S m) x end.

Lemma odds_pos n : 0 < odds n.
Proof.
induction n; simpl; [lra |]. assert (0 <= INR n) by apply pos_INR. apply Rmult_lt_0_compat; lra.
Qed.

Lemma term_S n x : term (S n) x = term n x * (x * x) / (2 * INR n + 3).
Proof.
unfold term. replace (2 * S n + 1)%nat with (2 * n + 1 + 2)%nat by lia. rewrite pow_add. simpl odds.
assert (H := odds_pos n). assert (0 <= INR n) by apply pos_INR. simpl (x ^ 2). field. split; lra.
Qed.

Lemma term_derive n x : is_derive (term (S n)) x (x * term n x).
Proof.
unfold term. eapply is_derive_eq.
- apply (is_derive_ext (fun y => scal (/ odds (S n)) (y ^ (2 * S n + 1)))).
  { intros t; unfold scal; simpl; unfold mult; simpl; unfold Rdiv; ring. }
  apply (is_derive_scal (fun y => y ^ (2 * S n + 1))). apply (is_derive_pow (fun y => y)), is_derive_id.
- unfold scal, one; simpl; unfold mult; simpl.
  replace (Nat.pred (n + S (n + 0) + 1 + 1)) with (2 * n + 1 + 1)%nat by lia.
  replace (match (n + S (n + 0) + 1)%nat with 0%nat => 1 | S _ => INR (n + S (n + 0) + 1) + 1 end)
    with (2 * INR n + 3).
  2:{ destruct (n + S (n + 0) + 1)%nat eqn:E; [lia |]. rewrite <- E.
      replace (n + S (n + 0) + 1)%nat with (2 * n + 2)%nat by lia. rewrite plus_INR, mult_INR. simpl; ring. }
  replace (n + S (n + 0) + 1)%nat with (2 * n + 1 + 1)%nat by lia.
  replace (n + (n + 0) + 1)%nat with (2 * n + 1)%nat by lia.
  rewrite (pow_add x (2 * n + 1) 1). assert (H := odds_pos n). assert (0 <= INR n) by apply pos_INR.
  simpl (x ^ 1). field. split; lra.
Qed.

Lemma series_derive n (x : R) : is_derive (series n) x (1 + x * series n x - x * term n x).
Proof.
induction n as [| n IH].
- simpl. unfold term; simpl. eapply is_derive_eq; [apply is_derive_id |]. unfold one; simpl. field.
- simpl. eapply is_derive_eq.
  + apply (is_derive_plus (series n) (term (S n))); [apply IH | apply term_derive].
  + unfold plus; simpl. ring.
Qed.

Lemma phi_derive x : is_derive phi x (- x * phi x).
Proof.
assert (H := sqrt_2PI). unfold phi. auto_derive; [lra |]. simpl. unfold Rdiv. field. lra.
Qed.

Lemma phi_le_1 x : phi x <= 1.
Proof.
unfold phi. assert (1 <= sqrt (2 * PI)).
{ rewrite <- sqrt_1. apply sqrt_le_1_alt. assert (H := PI2_1). lra. }
apply Rmult_le_reg_r with (sqrt (2 * PI)); [lra |].
replace (exp (- (x ^ 2 / 2)) / sqrt (2 * PI) * sqrt (2 * PI)) with (exp (- (x ^ 2 / 2))) by (field; lra).
assert (exp (- (x ^ 2 / 2)) <= exp 0); [| rewrite exp_0 in *; lra].
assert (0 <= x ^ 2) by apply pow2_ge_0.
destruct (Req_dec (x ^ 2) 0) as [-> | N]; [right; f_equal; lra | left; apply exp_increasing; lra].
Qed.

Theorem Phi_series n x : exists c, -1 <= c <= 1 /\
  Phi x = 1 / 2 + phi x * series n x + c * (x * x * term n x).
Proof.
assert (D : forall y : R, is_derive (fun y => Phi y - phi y * series n y) y (phi y * (y * term n y))).
{ intros y. eapply is_derive_eq.
  - apply (is_derive_minus Phi (fun y => phi y * series n y)); [apply Phi_derive |].
    apply (is_derive_mult phi (series n)); [apply phi_derive | apply series_derive |].
    intros; apply Rmult_comm.
  - unfold minus, plus, opp, mult; simpl. ring. }
destruct (MVT_gen (fun y => Phi y - phi y * series n y) 0 x (fun y => phi y * (y * term n y)))
  as [c [Hc E]].
- intros; apply D.
- intros y _. apply derivable_continuous_pt. eexists. apply is_derive_Reals, D.
- assert (series n 0 = 0).
  { clear. induction n; simpl; [easy |]. rewrite IHn. unfold term. rewrite pow_i by lia.
    unfold Rdiv; ring. }
  rewrite H, Phi_0 in E. clear D H.
  assert (Ho := odds_pos n). assert (Hp := phi_pos c). assert (Hl := phi_le_1 c).
  assert (U : forall y, y * term n y = Rabs y ^ (2 * n + 2) / odds n).
  { intros y. unfold term. replace (2 * n + 2)%nat with (2 * (n + 1))%nat by lia.
    rewrite (pow_mult (Rabs y) 2), pow2_abs, <- pow_mult.
    replace (2 * (n + 1))%nat with (2 * n + 1 + 1)%nat by lia. rewrite (pow_add y (2 * n + 1) 1). simpl (y ^ 1).
    field; lra. }
  assert (Ac : Rabs c <= Rabs x).
  { unfold Rmin, Rmax in Hc. destruct (Rle_dec 0 x); [rewrite !Rabs_pos_eq | rewrite !Rabs_left1]; lra. }
  assert (L : 0 <= c * term n c <= x * term n x).
  { rewrite !U. split.
    - apply Rmult_le_pos; [apply pow_le, Rabs_pos | left; now apply Rinv_0_lt_compat].
    - apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat |].
      apply pow_incr; split; [apply Rabs_pos | easy]. }
  set (u := x * term n x) in *. set (v := c * term n c) in *.
  destruct (Req_dec u 0) as [Z | N].
  + exists 0. split; [lra |]. assert (v = 0) by lra. rewrite H in E.
    replace (x * x * term n x) with (x * u) by (unfold u; ring). lra.
  + exists (phi c * (v / u)). assert (0 < u) by lra.
    assert (0 <= v / u <= 1).
    { split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
      apply Rmult_le_reg_r with u; [easy |]. replace (v / u * u) with v by (field; lra). lra. }
    split; [nra |]. replace (x * x * term n x) with (x * u) by (unfold u; ring).
    replace (phi c * (v / u) * (x * u)) with (phi c * v * (x - 0)) by (field; lra). lra.
Qed.

Module F := SpecificFloat BigIntRadix2.
Module I := FloatIntervalFull F.

Notation "x 'in_' i" := (contains (I.convert i) (Xreal x)) (at level 70).

Lemma nan_all i v : contains (I.convert i) Xnan -> contains (I.convert i) v.
Proof. now destruct (I.convert i). Qed.

Inductive expr : Set :=
| Num (z : Z) | Var (n : nat)
| Add (e f : expr) | Sub (e f : expr) | Mul (e f : expr) | Div (e f : expr)
| Exp (e : expr) | Ln (e : expr) | Sqrt (e : expr) | PhiE (e : expr)
| Pow (e : expr) (n : positive)
| Let (e f : expr).

Fixpoint val (env : list R) (e : expr) : R :=
  match e with
  | Num z => IZR z
  | Var n => nth n env 0
  | Add e f => val env e + val env f
  | Sub e f => val env e - val env f
  | Mul e f => val env e * val env f
  | Div e f => val env e / val env f
  | Exp e => exp (val env e)
  | Ln e => ln (val env e)
  | Sqrt e => sqrt (val env e)
  | PhiE e => Phi (val env e)
  | Pow e n => val env e ^ Pos.to_nat n
  | Let e f => val (val env e :: env) f
  end.

Section Enclosures.

Variable prec : F.precision. (* bits *)
Variable terms : nat. (* of the series of Phi *)

Definition unit_ball : I.type := I.join (I.fromZ prec (-1)) (I.fromZ prec 1).

Fixpoint phi_loop (k : nat) (i : Z) (x2 t s : I.type) : I.type * I.type :=
  match k with
  | O => (t, s)
  | S k' =>
      let t' := I.div prec (I.mul prec t x2) (I.fromZ prec (2 * i + 3)) in
      phi_loop k' (i + 1) x2 t' (I.add prec s t')
  end.

Definition phi_enc (x : I.type) : I.type :=
  let x2 := I.mul prec x x in
  let d := I.exp prec (I.neg (I.div prec x2 (I.fromZ prec 2))) in
  let root := I.sqrt prec (I.mul prec (I.fromZ prec 2) (I.pi prec)) in
  let (t, s) := phi_loop terms 0 x2 x x in
  I.add prec (I.add prec (I.div prec (I.fromZ prec 1) (I.fromZ prec 2)) (I.mul prec (I.div prec d root) s))
    (I.mul prec unit_ball (I.mul prec x2 t)).

Fixpoint pow_enc (x : I.type) (n : positive) : I.type :=
  match n with
  | xH => x
  | xO m => let r := pow_enc x m in I.mul prec r r
  | xI m => let r := pow_enc x m in I.mul prec (I.mul prec r r) x
  end.

Fixpoint enc (env : list I.type) (e : expr) : I.type :=
  match e with
  | Num z => I.fromZ prec z
  | Var n => nth n env (I.fromZ prec 0)
  | Add e f => I.add prec (enc env e) (enc env f)
  | Sub e f => I.sub prec (enc env e) (enc env f)
  | Mul e f => I.mul prec (enc env e) (enc env f)
  | Div e f => I.div prec (enc env e) (enc env f)
  | Exp e => I.exp prec (enc env e)
  | Ln e => I.ln prec (enc env e)
  | Sqrt e => I.sqrt prec (enc env e)
  | PhiE e => phi_enc (enc env e)
  | Pow e n => pow_enc (enc env e) n
  | Let e f => let x := enc env e in enc (x :: env) f
  end.

Lemma add_in x y i j : x in_ i -> y in_ j -> (x + y) in_ I.add prec i j.
Proof. intros A B. exact (I.add_correct prec _ _ _ _ A B). Qed.
Lemma sub_in x y i j : x in_ i -> y in_ j -> (x - y) in_ I.sub prec i j.
Proof. intros A B. exact (I.sub_correct prec _ _ _ _ A B). Qed.
Lemma mul_in x y i j : x in_ i -> y in_ j -> (x * y) in_ I.mul prec i j.
Proof. intros A B. exact (I.mul_correct prec _ _ _ _ A B). Qed.
Lemma neg_in x i : x in_ i -> (- x) in_ I.neg i.
Proof. intros A. exact (I.neg_correct _ _ A). Qed.
Lemma exp_in x i : x in_ i -> exp x in_ I.exp prec i.
Proof. intros A. exact (I.exp_correct prec _ _ A). Qed.
Lemma div_in x y i j : x in_ i -> y in_ j -> (x / y) in_ I.div prec i j.
Proof.
intros A B. assert (C := I.div_correct prec _ _ _ _ A B). simpl in C. unfold Xdiv' in C.
destruct (is_zero y); [now apply nan_all | exact C].
Qed.
Lemma ln_in x i : x in_ i -> ln x in_ I.ln prec i.
Proof.
intros A. assert (C := I.ln_correct prec _ _ A). simpl in C. unfold Xln' in C.
destruct (is_positive x); [exact C | now apply nan_all].
Qed.
Lemma sqrt_in x i : x in_ i -> sqrt x in_ I.sqrt prec i.
Proof.
intros A. assert (C := I.sqrt_correct prec _ _ A). simpl in C. unfold Xsqrt' in C.
try (destruct (is_negative x); [now apply nan_all |]). exact C.
Qed.

Lemma unit_in c : -1 <= c <= 1 -> c in_ unit_ball.
Proof.
intros H. apply (contains_connected (I.convert unit_ball) (-1) 1); [| | exact H].
- apply I.join_correct. left. apply I.fromZ_correct.
- apply I.join_correct. right. apply I.fromZ_correct.
Qed.

Lemma phi_loop_in k : forall i x x2 t s, (x * x) in_ x2 -> term i x in_ t -> series i x in_ s ->
  let r := phi_loop k (Z.of_nat i) x2 t s in
  term (i + k) x in_ fst r /\ series (i + k) x in_ snd r.
Proof.
induction k as [| k IH]; intros i x x2 t s H2 Ht Hs.
- simpl. now rewrite Nat.add_0_r.
- simpl phi_loop. replace (Z.of_nat i + 1)%Z with (Z.of_nat (S i)) by lia.
  replace (i + S k)%nat with (S i + k)%nat by lia.
  assert (T : term (S i) x in_
    I.div prec (I.mul prec t x2) (I.fromZ prec (2 * Z.of_nat i + 3))).
  { rewrite term_S. apply div_in; [now apply mul_in |].
    replace (2 * INR i + 3) with (IZR (2 * Z.of_nat i + 3)); [apply I.fromZ_correct |].
    rewrite plus_IZR, mult_IZR, <- INR_IZR_INZ. reflexivity. }
  apply IH; [easy | easy |]. simpl series. now apply add_in.
Qed.

Lemma phi_in x i : x in_ i -> Phi x in_ phi_enc i.
Proof.
intros A. destruct (Phi_series terms x) as [c [Hc ->]]. unfold phi_enc.
assert (X2 : (x * x) in_ I.mul prec i i) by now apply mul_in.
assert (L := phi_loop_in terms 0 x (I.mul prec i i) i i X2).
destruct (phi_loop terms 0 (I.mul prec i i) i i) as [t s] eqn:E. simpl Z.of_nat in L. rewrite E in L.
simpl in L. destruct L as [Ht Hs]; [unfold term; simpl; replace (x * 1 / 1) with x by field; easy | easy |].
apply add_in; [apply add_in; [apply div_in; apply I.fromZ_correct | apply mul_in; [| exact Hs]] |].
- unfold phi. apply div_in.
  + apply exp_in, neg_in. replace (x ^ 2) with (x * x) by ring.
    apply div_in; [exact X2 | apply I.fromZ_correct].
  + apply sqrt_in, mul_in; [apply I.fromZ_correct | apply I.pi_correct].
- apply mul_in; [now apply unit_in | apply mul_in; easy].
Qed.

Lemma pow_in n : forall x i, x in_ i -> (x ^ Pos.to_nat n) in_ pow_enc i n.
Proof.
induction n as [n IH | n IH |]; intros x i H; cbn [pow_enc].
- replace (Pos.to_nat n~1) with (Pos.to_nat n + Pos.to_nat n + 1)%nat by lia.
  rewrite !pow_add, pow_1. apply mul_in; [| exact H]. apply mul_in; now apply IH.
- replace (Pos.to_nat n~0) with (Pos.to_nat n + Pos.to_nat n)%nat by lia.
  rewrite pow_add. apply mul_in; now apply IH.
- change (Pos.to_nat 1) with 1%nat. now rewrite pow_1.
Qed.

Theorem enc_correct e : forall env ienv, Forall2 (fun x i => x in_ i) env ienv ->
  val env e in_ enc ienv e.
Proof.
induction e; intros env ienv H; cbn [val enc].
- apply I.fromZ_correct.
- revert n. induction H as [| x i env ienv Hx _ IH]; intros [| n]; cbn [nth]; auto; apply (I.fromZ_correct prec 0).
- apply add_in; auto.
- apply sub_in; auto.
- apply mul_in; auto.
- apply div_in; auto.
- apply exp_in; auto.
- apply ln_in; auto.
- apply sqrt_in; auto.
- apply phi_in; auto.
- apply pow_in; auto.
- apply IHe2. constructor; auto.
Qed.

Definition nonneg (i : I.type) : bool :=
  match I.sign_large i with Xgt => true | Xeq => true | _ => false end.
Definition positive_ (i : I.type) : bool :=
  match I.sign_strict i with Xgt => true | _ => false end.

Lemma nonneg_correct x i : x in_ i -> nonneg i = true -> 0 <= x.
Proof.
unfold nonneg. assert (C := I.sign_large_correct i). intros A.
destruct (I.sign_large i); try easy; intros _.
- specialize (C _ A). injection C as C. lra.
- destruct (C _ A) as [_ B]. exact B.
Qed.

Lemma positive_correct x i : x in_ i -> positive_ i = true -> 0 < x.
Proof.
unfold positive_. assert (C := I.sign_strict_correct i). intros A.
destruct (I.sign_strict i); try easy; intros _. destruct (C _ A) as [_ B]. exact B.
Qed.

Definition le_check (e f : expr) : bool := nonneg (I.sub prec (enc [] f) (enc [] e)).
Definition lt_check (e f : expr) : bool := positive_ (I.sub prec (enc [] f) (enc [] e)).

Theorem le_by_check e f : le_check e f = true -> val [] e <= val [] f.
Proof.
intros H. assert (0 <= val [] f - val [] e); [| lra].
apply (nonneg_correct _ (I.sub prec (enc [] f) (enc [] e))); [| exact H].
apply sub_in; apply enc_correct; constructor.
Qed.

Theorem lt_by_check e f : lt_check e f = true -> val [] e < val [] f.
Proof.
intros H. assert (0 < val [] f - val [] e); [| lra].
apply (positive_correct _ (I.sub prec (enc [] f) (enc [] e))); [| exact H].
apply sub_in; apply enc_correct; constructor.
Qed.

End Enclosures.

Definition Q_ (a b : Z) : expr := Div (Num a) (Num b).
Definition bits (n : positive) : F.precision := F.PtoP n.

(* [close prec terms e f] proves the order of two numbers that are written as [val] of expressions. *)
Ltac compute_le prec terms e f :=
  let H := fresh in
  assert (H := le_by_check (bits prec) terms e f); cbv [val nth] in H; apply H;
  vm_compute; reflexivity.
