(* Bounds on compositions, decided by one computation: the theorems that the generated files use. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From Bignums Require Import BigN.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Laws Lattice Numbers.
Import ListNotations.
Open Scope R_scope.

Definition same_mix (l l' : flaw) : Prop := forall H a b, mix l H a b = mix l' H a b.

Lemma upper_same M l l' : same_mix l l' -> upper M l -> upper M l'.
Proof. intros S U H gp gq vp vq a b. intros. rewrite <- S. now apply (U H gp gq). Qed.
Lemma lower_same M l l' : same_mix l l' -> lower M l -> lower M l'.
Proof.
intros S U N h G Hh a b Ha Hb. destruct (U N h G Hh a b Ha Hb) as [E [vp [vq HE]]].
exists E, vp, vq. now rewrite <- S.
Qed.

Lemma repeat_forall2 {A B} (R : A -> B -> Prop) a b n : R a b -> Forall2 R (repeat a n) (repeat b n).
Proof. intros H; induction n; simpl; constructor; auto. Qed.
Lemma repeat_forall {A} (R : A -> Prop) a n : R a -> Forall R (repeat a n).
Proof. intros H; induction n; simpl; constructor; auto. Qed.

Lemma forall2_impl {A B} (R S : A -> B -> Prop) l l' :
  (forall x y, R x y -> S x y) -> Forall2 R l l' -> Forall2 S l l'.
Proof. intros H; induction 1; constructor; auto. Qed.

Lemma exp_pow x n : exp x ^ n = exp (INR n * x).
Proof.
induction n as [| n IH]; [simpl; now rewrite Rmult_0_l, exp_0 |].
rewrite S_INR. simpl pow. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

Lemma lattice_law_ok m u h d : 0 <= m -> masses d -> flaw_ok (lattice_law m (exp u) (exp (- h)) d).
Proof.
intros Hm [Hd _]. constructor; [simpl; lra |]. apply lat_ok; auto; left; apply exp_pos.
Qed.

(* The weight at the offset o of n steps: a z^n zeta^o for a = e^t, z = e^u, zeta = e^-h. *)
Lemma weight_at t u h n o :
  exp t * exp u ^ Pos.to_nat n * exp (- h) ^ N.to_nat o =
  exp (t + IZR (Zpos n) * u - IZR (Z.of_N o) * h).
Proof.
rewrite !exp_pow, <- !exp_plus. f_equal.
rewrite !INR_IZR_INZ, positive_nat_Z, N_nat_Z. ring.
Qed.

Fixpoint all2 {A B} (f : A -> B -> bool) (l : list A) (l' : list B) : bool :=
  match l, l' with
  | [], [] => true
  | x :: r, y :: r' => f x y && all2 f r r'
  | _, _ => false
  end.
Lemma all2_correct {A B} (f : A -> B -> bool) l : forall l', all2 f l l' = true ->
  Forall2 (fun x y => f x y = true) l l'.
Proof.
induction l as [| x l IH]; intros [| y l'] H; try discriminate; [constructor |].
simpl in H. apply andb_prop in H. constructor; [tauto | apply IH; tauto].
Qed.

Section Checks.

Variable prec : positive.
Variables t u h : expr. (* a = e^t; ratios e^u, e^(u-h), e^(u-2h), ... *)
Variable n : positive.
Variables B W small : BigN.t.

Definition pow2 (w : BigN.t) : expr := Num (2 ^ BigN.to_Z w).
Definition weight (o : N) : expr := Exp (Sub (Add t (Mul (Num (Zpos n)) u)) (Mul (Num (Z.of_N o)) h)).
Definition zeta_ : expr := Exp (Sub (Num 0) h).
Definition le_ (e f : expr) : bool := le_check (bits prec) 0 e f.
Definition num (x : BigN.t) : expr := Num (BigN.to_Z x).

(* The hints: as integers, the masses of one step, zeta, the weight at the offset, and the answer. *)
Record hints := Hints { step : list BigN.t; zeta_int : BigN.t; offset_is : N; weight_int : BigN.t; answer : BigN.t }.

(* The check for the distribution of n steps, for any distribution of one step. *)
Definition weigh_check_above (s : approx) (p : hints) : bool :=
  le_ (num (zeta_int p)) (Mul (pow2 W) zeta_) &&
  le_ (num (weight_int p)) (Mul (pow2 W) (weight (offset_is p))) &&
  (N.eqb (offset s) (offset_is p) &&
   BigN.leb (BigN.add (weigh_above W (zeta_int p) (weight_int p) BigN.zero (entries s))
     (BigN.shiftl (excess s) W)) (answer p)).
Definition weigh_check_below (s : approx) (p : hints) : bool :=
  le_ (Mul (pow2 W) zeta_) (num (zeta_int p)) &&
  le_ (Mul (pow2 W) (weight (offset_is p))) (num (weight_int p)) &&
  (N.eqb (offset s) (offset_is p) &&
   BigN.leb (answer p) (weigh_below W (zeta_int p) (weight_int p) BigN.zero (entries s))).
Definition powered_above (p : hints) : approx := power_above B small (Approx 0 (step p) BigN.zero) n.
Definition powered_below (p : hints) : approx := power_below B small (Approx 0 (step p) BigN.zero) n.
Definition check_above (es : list expr) (p : hints) : bool :=
  all2 (fun e y => le_ (Mul (pow2 B) e) (num y)) es (step p) && weigh_check_above (powered_above p) p.
Definition check_below (es : list expr) (p : hints) : bool :=
  all2 (fun e y => le_ (num y) (Mul (pow2 B) e)) es (step p) && weigh_check_below (powered_below p) p.

Definition value_of (x : BigN.t) : R := IZR (BigN.to_Z x) / (wscale W * scale B).

Lemma le_correct e f : le_ e f = true -> val [] e <= val [] f.
Proof. apply le_by_check. Qed.

Lemma forall2_map (R : R -> BigN.t -> Prop) (es : list expr) l :
  Forall2 (fun e y => R (val [] e) y) es l -> Forall2 R (map (val []) es) l.
Proof. induction 1; simpl; constructor; auto. Qed.

Lemma Tn_above_from d s p : above B d (Pos.to_nat n) s -> weigh_check_above s p = true ->
  Tn d (Pos.to_nat n) (fun k => Rmax 0 (1 - exp (val [] t) * exp (val [] u) ^ Pos.to_nat n * exp (- val [] h) ^ k))
  <= value_of (answer p).
Proof.
intros A C. unfold weigh_check_above in C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C2 C3].
apply le_correct in C2. apply le_correct in C3.
assert (Sp := scale_pos B). assert (Wp := wscale_pos W).
apply andb_prop in C4; destruct C4 as [C4 C5]. apply N.eqb_eq in C4. rewrite <- C4 in C3.
set (y0 := exp (val [] t) * exp (val [] u) ^ Pos.to_nat n) in *.
specialize (A (fun k => Rmax 0 (1 - y0 * exp (- val [] h) ^ k))).
assert (Y0 : 0 < y0) by (apply Rmult_lt_0_compat; [apply exp_pos | apply pow_lt, exp_pos]).
assert (G : forall k, 0 <= Rmax 0 (1 - y0 * exp (- val [] h) ^ k) <= 1).
{ intros k. assert (0 < exp (- val [] h) ^ k) by apply pow_lt, exp_pos.
  assert (0 < y0 * exp (- val [] h) ^ k) by now apply Rmult_lt_0_compat.
  split; [apply Rmax_l | apply Rmax_case; lra]. }
specialize (A G).
rewrite (T_ext _ _ (fun k => Rmax 0 (1 - (y0 * exp (- val [] h) ^ N.to_nat (offset s)) * exp (- val [] h) ^ k))) in A
  by (intros k; unfold shifted; rewrite pow_add; f_equal; ring).
assert (Wz : IZR (BigN.to_Z (zeta_int p)) <= wscale W * exp (- val [] h)).
{ cbn [val zeta_ pow2 num] in C2. unfold zeta_, pow2, num in C2. cbn [val] in C2. rewrite Rminus_0_l in C2. exact C2. }
assert (Wy : IZR (BigN.to_Z (weight_int p)) <= wscale W * (y0 * exp (- val [] h) ^ N.to_nat (offset s))).
{ unfold y0. rewrite weight_at. exact C3. }
assert (V := weigh_above_correct W _ _ (entries s) Wz _ _ BigN.zero Wy). rewrite BigN.spec_0 in V.
rewrite BigN.spec_leb in C5. apply Z.leb_le, IZR_le in C5.
rewrite BigN.spec_add, BigN.spec_shiftl, Z.shiftl_mul_pow2, plus_IZR, mult_IZR in C5 by apply BigN.spec_pos.
fold (wscale W) in C5.
unfold value_of. apply Rmult_le_reg_l with (wscale W * scale B); [now apply Rmult_lt_0_compat |].
replace (wscale W * scale B * (IZR (BigN.to_Z (answer p)) / (wscale W * scale B)))
  with (IZR (BigN.to_Z (answer p))) by (field; lra).
eapply Rle_trans; [| exact C5].
rewrite Rmult_assoc. eapply Rle_trans; [apply Rmult_le_compat_l; [lra | exact A] |].
rewrite Rmult_plus_distr_l. lra.
Qed.

Lemma Tn_above es p (d := map (val []) es) : masses d -> check_above es p = true ->
  Tn d (Pos.to_nat n) (fun k => Rmax 0 (1 - exp (val [] t) * exp (val [] u) ^ Pos.to_nat n * exp (- val [] h) ^ k))
  <= value_of (answer p).
Proof.
intros Md C. unfold check_above in C. apply andb_prop in C; destruct C as [C1 C2].
apply all2_correct in C1. apply (Tn_above_from d (powered_above p)); [| exact C2].
apply power_above_correct; [exact Md |]. apply start_above. apply forall2_map. eapply forall2_impl; [| exact C1].
intros e y E. apply le_correct in E. exact E.
Qed.

Lemma Tn_below_from d s p : below B d (Pos.to_nat n) s -> weigh_check_below s p = true ->
  value_of (answer p) <=
  Tn d (Pos.to_nat n) (fun k => Rmax 0 (1 - exp (val [] t) * exp (val [] u) ^ Pos.to_nat n * exp (- val [] h) ^ k)).
Proof.
intros A C. unfold weigh_check_below in C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C2 C3].
apply le_correct in C2. apply le_correct in C3.
assert (Sp := scale_pos B). assert (Wp := wscale_pos W).
apply andb_prop in C4; destruct C4 as [C4 C5]. apply N.eqb_eq in C4. rewrite <- C4 in C3.
set (y0 := exp (val [] t) * exp (val [] u) ^ Pos.to_nat n) in *.
specialize (A (fun k => Rmax 0 (1 - y0 * exp (- val [] h) ^ k)) (fun k => Rmax_l _ _)).
assert (Y0 : 0 < y0) by (apply Rmult_lt_0_compat; [apply exp_pos | apply pow_lt, exp_pos]).
rewrite (T_ext _ _ (fun k => Rmax 0 (1 - (y0 * exp (- val [] h) ^ N.to_nat (offset s)) * exp (- val [] h) ^ k))) in A
  by (intros k; unfold shifted; rewrite pow_add; f_equal; ring).
assert (Wz : wscale W * exp (- val [] h) <= IZR (BigN.to_Z (zeta_int p))).
{ unfold zeta_, pow2, num in C2. cbn [val] in C2. rewrite Rminus_0_l in C2. exact C2. }
assert (Wy : wscale W * (y0 * exp (- val [] h) ^ N.to_nat (offset s)) <= IZR (BigN.to_Z (weight_int p))).
{ unfold y0. rewrite weight_at. exact C3. }
assert (Y1 : 0 <= y0 * exp (- val [] h) ^ N.to_nat (offset s)).
{ apply Rmult_le_pos; [lra | left; apply pow_lt, exp_pos]. }
assert (V := weigh_below_correct W _ _ (entries s) (Rlt_le _ _ (exp_pos _)) Wz _ _ BigN.zero Y1 Wy).
rewrite BigN.spec_0 in V.
rewrite BigN.spec_leb in C5. apply Z.leb_le, IZR_le in C5.
unfold value_of. apply Rmult_le_reg_l with (wscale W * scale B); [now apply Rmult_lt_0_compat |].
replace (wscale W * scale B * (IZR (BigN.to_Z (answer p)) / (wscale W * scale B)))
  with (IZR (BigN.to_Z (answer p))) by (field; lra).
eapply Rle_trans; [exact C5 |].
rewrite Rmult_assoc. eapply Rle_trans; [| apply Rmult_le_compat_l; [lra | exact A]]. lra.
Qed.

Lemma Tn_below es p (d := map (val []) es) : masses d -> check_below es p = true ->
  value_of (answer p) <=
  Tn d (Pos.to_nat n) (fun k => Rmax 0 (1 - exp (val [] t) * exp (val [] u) ^ Pos.to_nat n * exp (- val [] h) ^ k)).
Proof.
intros Md C. unfold check_below in C. apply andb_prop in C; destruct C as [C1 C2].
apply all2_correct in C1. apply (Tn_below_from d (powered_below p)); [| exact C2].
apply power_below_correct; [exact Md |]. apply start_below. apply forall2_map. eapply forall2_impl; [| exact C1].
intros e y E. apply le_correct in E. exact E.
Qed.

End Checks.

Theorem power_no_more_from prec t u h n B W p M m d s hi :
  upper M (lattice_law m (exp (val [] u)) (exp (- val [] h)) d) ->
  0 <= m -> masses d -> total d = 1 - m ->
  above B d (Pos.to_nat n) s -> weigh_check_above prec t u h n W s p = true ->
  value_of B W (answer p) + (1 - (1 - m) ^ Pos.to_nat n) <= hi ->
  no_more (power M (Pos.to_nat n)) (exp (val [] t)) 1 hi.
Proof.
intros U Hm Md Tot S C Hhi f vp vq Hf Hp Hq.
assert (L := upper_compose _ _ (repeat_forall2 upper M _ (Pos.to_nat n) U)
  (repeat_forall flaw_ok _ _ (lattice_law_ok m (val [] u) (val [] h) _ Hm Md))
  (exp (val [] t)) 1 (Rlt_le _ _ (exp_pos _)) Rle_0_1 f vp vq Hf Hp Hq).
eapply Rle_trans; [exact L |]. rewrite stick_lattice by exact Tot.
assert (A := Tn_above_from _ _ _ _ _ _ _ _ _ _ S C). lra.
Qed.

Theorem power_reached_from prec t u h n B W p M m d s lo :
  lower M (lattice_law m (exp (val [] u)) (exp (- val [] h)) d) ->
  0 <= m -> masses d -> total d = 1 - m ->
  below B d (Pos.to_nat n) s -> weigh_check_below prec t u h n W s p = true ->
  lo <= value_of B W (answer p) + (1 - (1 - m) ^ Pos.to_nat n) ->
  reached (power M (Pos.to_nat n)) (exp (val [] t)) 1 lo.
Proof.
intros U Hm Md Tot S C Hlo.
destruct (lower_compose _ _ (repeat_forall2 lower M _ (Pos.to_nat n) U)
  (repeat_forall flaw_ok _ _ (lattice_law_ok m (val [] u) (val [] h) _ Hm Md))
  (exp (val [] t)) 1 (Rlt_le _ _ (exp_pos _)) Rle_0_1) as [E [vp [vq [HP [HQ L]]]]].
exists E, vp, vq. split; [exact HP | split; [exact HQ |]].
eapply Rle_trans; [| exact L]. rewrite stick_lattice by exact Tot.
assert (A := Tn_below_from _ _ _ _ _ _ _ _ _ _ S C). lra.
Qed.

Theorem power_no_more prec t u h n B W small es p M m hi :
  upper M (lattice_law m (exp (val [] u)) (exp (- val [] h)) (map (val []) es)) ->
  0 <= m -> masses (map (val []) es) -> total (map (val []) es) = 1 - m ->
  check_above prec t u h n B W small es p = true ->
  value_of B W (answer p) + (1 - (1 - m) ^ Pos.to_nat n) <= hi ->
  no_more (power M (Pos.to_nat n)) (exp (val [] t)) 1 hi.
Proof.
intros U Hm Md Tot C Hhi f vp vq Hf Hp Hq.
assert (L := upper_compose _ _ (repeat_forall2 upper M _ (Pos.to_nat n) U)
  (repeat_forall flaw_ok _ _ (lattice_law_ok m (val [] u) (val [] h) _ Hm Md))
  (exp (val [] t)) 1 (Rlt_le _ _ (exp_pos _)) Rle_0_1 f vp vq Hf Hp Hq).
eapply Rle_trans; [exact L |]. rewrite stick_lattice by exact Tot.
assert (A := Tn_above _ _ _ _ _ _ _ _ _ _ Md C). lra.
Qed.

Theorem power_reached prec t u h n B W small es p M m lo :
  lower M (lattice_law m (exp (val [] u)) (exp (- val [] h)) (map (val []) es)) ->
  0 <= m -> masses (map (val []) es) -> total (map (val []) es) = 1 - m ->
  check_below prec t u h n B W small es p = true ->
  lo <= value_of B W (answer p) + (1 - (1 - m) ^ Pos.to_nat n) ->
  reached (power M (Pos.to_nat n)) (exp (val [] t)) 1 lo.
Proof.
intros U Hm Md Tot C Hlo.
destruct (lower_compose _ _ (repeat_forall2 lower M _ (Pos.to_nat n) U)
  (repeat_forall flaw_ok _ _ (lattice_law_ok m (val [] u) (val [] h) _ Hm Md))
  (exp (val [] t)) 1 (Rlt_le _ _ (exp_pos _)) Rle_0_1) as [E [vp [vq [HP [HQ L]]]]].
exists E, vp, vq. split; [exact HP | split; [exact HQ |]].
eapply Rle_trans; [| exact L]. rewrite stick_lattice by exact Tot.
assert (A := Tn_below _ _ _ _ _ _ _ _ _ _ Md C). lra.
Qed.
