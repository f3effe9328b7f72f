(* The payoff of the hockey stick as a Fourier series, without complex analysis.

   Let c > 1, La > 0 and h = 2 PI / La. The payoff (e^y - 1)_+ times e^(-c y), summed over all shifts of y by multiples
   of La, is [folded] on one period. (This is why [folded] is defined as it is; no proof uses it.) The Fejer means of
   [folded] converge to it uniformly (theorem [folded_series]): they are integrals against a kernel that is a sum of two
   squares, so no theorem on the convergence of series is used. On the line, e^(c y) times [folded], continued with period
   La, is the payoff, two known terms, and a rest below two exponentials (lemmas [payoff_up], [payoff_down]; theorem
   [payoff_series]: the same of the Fejer means). *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Normal Rays.
Open Scope R_scope.

(* The kernels. *)
Fixpoint dirichlet (j : nat) (t : R) : R :=
  match j with O => 1 | S i => dirichlet i t + 2 * cos (INR (S i) * t) end.
Fixpoint fejer (m : nat) (t : R) : R :=
  match m with O => dirichlet 0 t | S i => fejer i t + dirichlet (S i) t end.
Fixpoint cosines (m : nat) (t : R) : R := match m with O => 1 | S i => cosines i t + cos (INR (S i) * t) end.
Fixpoint sines (m : nat) (t : R) : R := match m with O => 0 | S i => sines i t + sin (INR (S i) * t) end.
Fixpoint shifted_cosines (m : nat) (t x : R) : R :=
  match m with O => cos x | S i => shifted_cosines i t x + cos (x - INR (S i) * t) end.

Lemma cosines_shift m t x : cosines m t * cos x + sines m t * sin x = shifted_cosines m t x.
Proof.
induction m as [| m IH]; [simpl; ring |]. cbn [cosines sines shifted_cosines]. rewrite <- IH, cos_minus. ring.
Qed.

Lemma shifted_front m t x : shifted_cosines (S m) t (x + t) = cos (x + t) + shifted_cosines m t x.
Proof.
induction m as [| m IH].
- cbn [shifted_cosines]. replace (x + t - INR 1 * t) with x by (simpl; ring). ring.
- change (shifted_cosines (S (S m)) t (x + t)) with (shifted_cosines (S m) t (x + t) + cos (x + t - INR (S (S m)) * t)).
  rewrite IH. cbn [shifted_cosines]. replace (x + t - INR (S (S m)) * t) with (x - INR (S m) * t) by (rewrite !S_INR;
    ring).
  ring.
Qed.

Lemma dirichlet_shifted m t : 1 + 2 * shifted_cosines m t (INR (S m) * t) = dirichlet (S m) t.
Proof.
induction m as [| m IH]; [simpl; ring |].
replace (INR (S (S m)) * t) with (INR (S m) * t + t) by (rewrite (S_INR (S m)); ring).
rewrite shifted_front. change (dirichlet (S (S m)) t) with (dirichlet (S m) t + 2 * cos (INR (S (S m)) * t)).
rewrite <- IH. replace (INR (S (S m)) * t) with (INR (S m) * t + t) by (rewrite (S_INR (S m)); ring). ring.
Qed.

Lemma fejer_square m t : fejer m t = cosines m t ^ 2 + sines m t ^ 2.
Proof.
induction m as [| m IH]; [simpl; ring |]. cbn [fejer cosines sines]. rewrite IH, <- dirichlet_shifted, <- cosines_shift.
assert (E := sin2_cos2 (INR (S m) * t)). unfold Rsqr in E.
set (x := INR (S m) * t) in *. set (u := cosines m t). set (v := sines m t).
replace ((u + cos x) ^ 2 + (v + sin x) ^ 2) with (u ^ 2 + v ^ 2 + 2 * (u * cos x + v * sin x) + (sin x * sin x + cos x
  * cos x)) by ring.
rewrite E. ring.
Qed.

Lemma fejer_pos m t : 0 <= fejer m t.
Proof. rewrite fejer_square. assert (A := pow2_ge_0 (cosines m t)). assert (B := pow2_ge_0 (sines m t)). lra. Qed.

Lemma sin_half z : 0 <= z <= PI / 2 -> z / 3 <= sin z.
Proof.
intros [H1 H2]. assert (P4 := PI_4). assert (B := pre_sin_bound z 0 H1). unfold sin_approx, sin_term in B. simpl in B.
assert (z <= 4) by lra. destruct (B H) as [L _]. clear B.
assert (z * z <= 4).
{ assert (z <= 2) by (assert (PI <= 4) by lra; lra). nra. }
nra.
Qed.

(* Frequencies and coefficients. *)
Definition step_of (La : R) : R := 2 * PI / La.
Definition coef_cos (c w : R) : R := (c - 1) / ((c - 1) ^ 2 + w ^ 2) - c / (c ^ 2 + w ^ 2).
Definition coef_sin (c w : R) : R := w / ((c - 1) ^ 2 + w ^ 2) - w / (c ^ 2 + w ^ 2).

(* Partial sums of the series. *)
Fixpoint partial (c La : R) (j : nat) (y : R) : R :=
  match j with
  | O => coef_cos c 0 / La
  | S i => partial c La i y + 2 / La * (coef_cos c (INR j * step_of La) * cos (INR j * step_of La * y) +
      coef_sin c (INR j * step_of La) * sin (INR j * step_of La * y))
  end.

Definition near_one (a La : R) : R := 1 / (1 - exp (- (a * La))).
Definition folded (c La x : R) : R :=
  near_one (c - 1) La * exp (- ((c - 1) * x)) - near_one c La * exp (- (c * x)).

Section Series.

Variables c La : R.
Hypothesis Hc : 1 < c.
Hypothesis HL : 0 < La.
Notation h := (step_of La).
Notation G := (folded c La).

Lemma h_pos : 0 < h.
Proof. unfold step_of. apply Rdiv_lt_0_compat; [assert (P := PI_RGT_0); lra | easy]. Qed.

Lemma decay a : 0 < a -> 0 < exp (- (a * La)) < 1.
Proof.
intros Ha. split; [apply exp_pos |]. rewrite <- exp_0. apply exp_increasing.
assert (0 < a * La) by now apply Rmult_lt_0_compat. lra.
Qed.

Lemma near_one_pos a : 0 < a -> 1 < near_one a La.
Proof.
intros Ha. destruct (decay a Ha). unfold near_one. apply Rmult_lt_reg_r with (1 - exp (- (a * La))); [lra |].
unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.

Lemma whole_cos k n x : cos (INR k * h * (x + INR n * La)) = cos (INR k * h * x).
Proof.
replace (INR k * h * (x + INR n * La)) with (INR k * h * x + 2 * INR (k * n) * PI); [apply cos_period |].
rewrite mult_INR. unfold step_of. field. lra.
Qed.
Lemma whole_sin k n x : sin (INR k * h * (x + INR n * La)) = sin (INR k * h * x).
Proof.
replace (INR k * h * (x + INR n * La)) with (INR k * h * x + 2 * INR (k * n) * PI); [apply sin_period |].
rewrite mult_INR. unfold step_of. field. lra.
Qed.

Lemma partial_whole j n x : partial c La j (x + INR n * La) = partial c La j x.
Proof. induction j as [| j IH]; [easy |]. cbn [partial]. now rewrite IH, whole_cos, whole_sin. Qed.

Lemma end_cos k : cos (INR k * h * La) = 1.
Proof.
assert (E := whole_cos k 1 0). replace (0 + INR 1 * La) with La in E by (simpl; ring). rewrite E, Rmult_0_r.
apply cos_0.
Qed.
Lemma end_sin k : sin (INR k * h * La) = 0.
Proof.
assert (E := whole_sin k 1 0). replace (0 + INR 1 * La) with La in E by (simpl; ring). rewrite E, Rmult_0_r.
apply sin_0.
Qed.

Lemma int_exp_cos a k : 0 < a ->
  is_RInt (fun x => exp (- (a * x)) * cos (INR k * h * x)) 0 La ((1 - exp (- (a * La))) * (a / (a ^ 2 + (INR k * h) ^
    2))).
Proof.
intros Ha. set (w := INR k * h). assert (D : 0 < a ^ 2 + w ^ 2) by (assert (0 <= w ^ 2) by apply pow2_ge_0; simpl; nra).
set (A := fun x => exp (- (a * x)) * (w * sin (w * x) - a * cos (w * x)) / (a ^ 2 + w ^ 2)).
replace ((1 - exp (- (a * La))) * (a / (a ^ 2 + w ^ 2))) with (minus (A La) (A 0)).
- apply (is_RInt_derive A).
  + intros x _. unfold A. eapply is_derive_eq; [auto_derive; [lra | reflexivity] |]. simpl. simpl in D. field. lra.
  + intros x _. apply (ex_derive_continuous (fun x => exp (- (a * x)) * cos (w * x))). auto_derive. easy.
- unfold A, minus, plus, opp; simpl. 
  assert (Ec : cos (w * La) = 1) by (unfold w; apply end_cos). assert (Es : sin (w * La) = 0) by (unfold w;
    apply end_sin). rewrite Ec, Es.
  rewrite !Rmult_0_r, cos_0, sin_0, Ropp_0, exp_0. simpl in D. field. lra.
Qed.

Lemma int_exp_sin a k : 0 < a ->
  is_RInt (fun x => exp (- (a * x)) * sin (INR k * h * x)) 0 La ((1 - exp (- (a * La))) * (INR k * h / (a ^ 2 + (INR k
    * h) ^ 2))).
Proof.
intros Ha. set (w := INR k * h). assert (D : 0 < a ^ 2 + w ^ 2) by (assert (0 <= w ^ 2) by apply pow2_ge_0; simpl; nra).
set (A := fun x => - exp (- (a * x)) * (a * sin (w * x) + w * cos (w * x)) / (a ^ 2 + w ^ 2)).
replace ((1 - exp (- (a * La))) * (w / (a ^ 2 + w ^ 2))) with (minus (A La) (A 0)).
- apply (is_RInt_derive A).
  + intros x _. unfold A. eapply is_derive_eq; [auto_derive; [lra | reflexivity] |]. simpl. simpl in D. field. lra.
  + intros x _. apply (ex_derive_continuous (fun x => exp (- (a * x)) * sin (w * x))). auto_derive. easy.
- unfold A, minus, plus, opp; simpl. 
  assert (Ec : cos (w * La) = 1) by (unfold w; apply end_cos). assert (Es : sin (w * La) = 0) by (unfold w;
    apply end_sin). rewrite Ec, Es.
  rewrite !Rmult_0_r, cos_0, sin_0, Ropp_0, exp_0. simpl in D. field. lra.
Qed.

(* The coefficients are the integrals of the folded payoff. *)
Lemma int_folded_cos k : is_RInt (fun x => G x * cos (INR k * h * x)) 0 La (coef_cos c (INR k * h)).
Proof.
assert (c1 : 0 < c - 1) by lra. assert (c0 : 0 < c) by lra.
destruct (decay _ c1), (decay _ c0).
assert (A := is_RInt_scal _ _ _ (near_one (c - 1) La) _ (int_exp_cos (c - 1) k c1)).
assert (B := is_RInt_scal _ _ _ (near_one c La) _ (int_exp_cos c k c0)).
assert (S := is_RInt_minus _ _ _ _ _ _ A B).
match type of S with is_RInt _ _ _ ?v => replace (coef_cos c (INR k * h)) with v end.
- refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S). intros x _.
  unfold folded, minus, plus, opp, scal; simpl; unfold mult; simpl. ring.
- unfold minus, plus, opp, scal; cbn -[pow]; unfold mult; cbn -[pow]. unfold coef_cos, near_one.
  assert (D1 : 0 < (c - 1) ^ 2 + (INR k * h) ^ 2) by (assert (0 <= (INR k * h) ^ 2) by apply pow2_ge_0;
    assert (0 < (c - 1) ^ 2) by (apply pow_lt; lra); lra).
  assert (D2 : 0 < c ^ 2 + (INR k * h) ^ 2) by (assert (0 <= (INR k * h) ^ 2) by apply pow2_ge_0;
    assert (0 < c ^ 2) by (apply pow_lt; lra); lra).
  unfold step_of in *. set (w := INR k * (2 * PI / La)) in *. field. repeat split; lra.
Qed.

Lemma int_folded_sin k : is_RInt (fun x => G x * sin (INR k * h * x)) 0 La (coef_sin c (INR k * h)).
Proof.
assert (c1 : 0 < c - 1) by lra. assert (c0 : 0 < c) by lra.
destruct (decay _ c1), (decay _ c0).
assert (A := is_RInt_scal _ _ _ (near_one (c - 1) La) _ (int_exp_sin (c - 1) k c1)).
assert (B := is_RInt_scal _ _ _ (near_one c La) _ (int_exp_sin c k c0)).
assert (S := is_RInt_minus _ _ _ _ _ _ A B).
match type of S with is_RInt _ _ _ ?v => replace (coef_sin c (INR k * h)) with v end.
- refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S). intros x _.
  unfold folded, minus, plus, opp, scal; simpl; unfold mult; simpl. ring.
- unfold minus, plus, opp, scal; cbn -[pow]; unfold mult; cbn -[pow]. unfold coef_sin, near_one.
  assert (D1 : 0 < (c - 1) ^ 2 + (INR k * h) ^ 2) by (assert (0 <= (INR k * h) ^ 2) by apply pow2_ge_0;
    assert (0 < (c - 1) ^ 2) by (apply pow_lt; lra); lra).
  assert (D2 : 0 < c ^ 2 + (INR k * h) ^ 2) by (assert (0 <= (INR k * h) ^ 2) by apply pow2_ge_0;
    assert (0 < c ^ 2) by (apply pow_lt; lra); lra).
  unfold step_of in *. set (w := INR k * (2 * PI / La)) in *. field. repeat split; lra.
Qed.

Lemma int_dirichlet_folded j y :
  is_RInt (fun x => G x * dirichlet j (h * (y - x))) 0 La (La * partial c La j y).
Proof.
induction j as [| j IH].
- assert (A := int_folded_cos 0). rewrite Rmult_0_l in A.
  cbn [partial]. replace (La * (coef_cos c 0 / La)) with (coef_cos c 0) by (field; lra).
  refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ A). intros x _. cbn [dirichlet]. simpl INR.
  rewrite !Rmult_0_l, cos_0. reflexivity.
- set (w := INR (S j) * h).
  assert (A := is_RInt_scal _ _ _ (2 * cos (w * y)) _ (int_folded_cos (S j))).
  assert (B := is_RInt_scal _ _ _ (2 * sin (w * y)) _ (int_folded_sin (S j))).
  assert (S1 := is_RInt_plus _ _ _ _ _ _ IH (is_RInt_plus _ _ _ _ _ _ A B)).
  match type of S1 with is_RInt _ _ _ ?v => replace (La * partial c La (S j) y) with v end.
  + refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _.
    unfold plus, scal; cbn -[INR dirichlet folded]; unfold mult; cbn -[INR dirichlet folded].
    change (dirichlet (S j) (h * (y - x))) with (dirichlet j (h * (y - x)) + 2 * cos (INR (S j) * (h * (y - x)))).
    replace (INR (S j) * (h * (y - x))) with (w * y - w * x) by (unfold w; ring). rewrite cos_minus. fold w. ring.
  + unfold plus, scal; cbn -[INR partial]; unfold mult; cbn -[INR partial].
    change (partial c La (S j) y) with (partial c La j y + 2 / La * (coef_cos c w * cos (w * y) + coef_sin c w * sin
      (w * y))).
    fold w. field. lra.
Qed.

Lemma int_fejer_folded m y :
  is_RInt (fun x => G x * fejer m (h * (y - x))) 0 La (La * sum_f_R0 (fun j => partial c La j y) m).
Proof.
induction m as [| m IH]; [exact (int_dirichlet_folded 0 y) |].
assert (S1 := is_RInt_plus _ _ _ _ _ _ IH (int_dirichlet_folded (S m) y)).
cbn [sum_f_R0]. rewrite Rmult_plus_distr_l.
refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _.
unfold plus; cbn -[INR dirichlet folded]. cbn [fejer]. ring.
Qed.

(* The mass of the kernel, and its first cosine coefficient. *)
Lemma int_cos_none k y : (0 < k)%nat -> is_RInt (fun x => cos (INR k * h * (y - x))) 0 La 0.
Proof.
intros Hk. set (w := INR k * h). assert (Hw : 0 < w) by (apply Rmult_lt_0_compat; [now apply lt_0_INR | apply h_pos]).
set (A := fun x => - sin (w * (y - x)) / w).
replace 0 with (minus (A La) (A 0)) at 2.
- apply (is_RInt_derive A).
  + intros x _. unfold A. eapply is_derive_eq; [auto_derive; [easy | reflexivity] |]. unfold Rminus. field. lra.
  + intros x _. apply (ex_derive_continuous (fun x => cos (w * (y - x)))). auto_derive. easy.
- unfold A, minus, plus, opp; simpl. rewrite Rminus_0_r.
  assert (E := whole_sin k 1 (y - La)). fold w in E. replace (y - La + INR 1 * La) with y in E by (simpl; ring).
  rewrite E. field. lra.
Qed.

Lemma int_one : is_RInt (fun _ => 1) 0 La La.
Proof.
replace La with (scal (La - 0) 1) at 2 by (unfold scal; simpl; unfold mult; simpl; ring). apply (is_RInt_const 0 La 1).
Qed.

Lemma int_dirichlet j y : is_RInt (fun x => dirichlet j (h * (y - x))) 0 La La.
Proof.
induction j as [| j IH]; [exact int_one |].
assert (S1 := is_RInt_plus _ _ _ _ _ _ IH (is_RInt_scal _ _ _ 2 _ (int_cos_none (S j) y ltac:(lia)))).
match type of S1 with is_RInt _ _ _ ?v => replace La with v at 2 by (unfold plus, scal; simpl; unfold mult; simpl;
  ring) end.
refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _.
unfold plus, scal; cbn -[INR dirichlet]; unfold mult; cbn -[INR dirichlet].
cbn [dirichlet]. now rewrite <- Rmult_assoc.
Qed.

Lemma int_fejer m y : is_RInt (fun x => fejer m (h * (y - x))) 0 La (INR (S m) * La).
Proof.
induction m as [| m IH].
- replace (INR 1 * La) with La by (simpl; ring). exact (int_dirichlet 0 y).
- assert (S1 := is_RInt_plus _ _ _ _ _ _ IH (int_dirichlet (S m) y)).
  replace (INR (S (S m)) * La) with (plus (INR (S m) * La) La) by (unfold plus; cbn -[INR]; rewrite (S_INR (S m));
    ring). exact S1.
Qed.

Lemma int_cos_cos k y : (0 < k)%nat -> is_RInt (fun x => 2 * cos (INR k * (h * (y - x))) * cos (h * (y - x))) 0 La
  (if Nat.eqb k 1 then La else 0).
Proof.
intros Hk. destruct k as [| k]; [lia |].
assert (A := int_cos_none (S (S k)) y ltac:(lia)).
assert (E : forall x, 2 * cos (INR (S k) * (h * (y - x))) * cos (h * (y - x)) =
  cos (INR (S (S k)) * h * (y - x)) + cos (INR k * h * (y - x))).
{ intros x. set (t := h * (y - x)).
  replace (INR (S (S k)) * h * (y - x)) with (INR (S k) * t + t) by (unfold t; rewrite (S_INR (S k)); ring).
  replace (INR k * h * (y - x)) with (INR (S k) * t - t) by (unfold t; rewrite (S_INR k); ring).
  rewrite cos_plus, cos_minus. ring. }
destruct k as [| k].
- assert (S1 := is_RInt_plus _ _ _ _ _ _ A int_one). simpl Nat.eqb. cbv iota.
  replace La with (plus 0 La) at 2 by (unfold plus; simpl; ring).
  refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _. rewrite E. simpl (INR 0).
  rewrite !Rmult_0_l, cos_0. reflexivity.
- assert (S1 := is_RInt_plus _ _ _ _ _ _ A (int_cos_none (S k) y ltac:(lia))). simpl Nat.eqb. cbv iota.
  replace 0 with (plus 0 0) at 2 by (unfold plus; simpl; ring).
  refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _. now rewrite E.
Qed.

Lemma int_dirichlet_cos j y : is_RInt (fun x => dirichlet j (h * (y - x)) * cos (h * (y - x))) 0 La
  (match j with O => 0 | S _ => La end).
Proof.
induction j as [| j IH].
- refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ (int_cos_none 1 y ltac:(lia))). intros x _. cbn [dirichlet].
  simpl INR. now rewrite !Rmult_1_l.
- assert (S1 := is_RInt_plus _ _ _ _ _ _ IH (int_cos_cos (S j) y ltac:(lia))).
  replace La with (plus (match j with O => 0 | S _ => La end) (if Nat.eqb (S j) 1 then La else 0)) at 2.
  + refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _. unfold plus; cbn -[INR dirichlet].
    cbn [dirichlet]. ring.
  + unfold plus; destruct j; simpl; ring.
Qed.

Lemma int_fejer_cos m y : is_RInt (fun x => fejer m (h * (y - x)) * cos (h * (y - x))) 0 La (INR m * La).
Proof.
induction m as [| m IH].
- replace (INR 0 * La) with 0 by (simpl; ring). exact (int_dirichlet_cos 0 y).
- assert (S1 := is_RInt_plus _ _ _ _ _ _ IH (int_dirichlet_cos (S m) y)).
  replace (INR (S m) * La) with (plus (INR m * La) La) by (unfold plus; cbn -[INR]; rewrite S_INR; ring).
  refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ S1). intros x _. unfold plus; cbn -[INR dirichlet fejer].
  cbn [fejer]. ring.
Qed.

(* A Lipschitz constant of the folded payoff on the circle. *)
Definition slope : R := (c - 1) * near_one (c - 1) La + c * near_one c La.

Lemma slope_pos : 0 < slope.
Proof.
assert (A := near_one_pos (c - 1) ltac:(lra)). assert (B := near_one_pos c ltac:(lra)). unfold slope.
assert (0 < (c - 1) * near_one (c - 1) La) by (apply Rmult_lt_0_compat; lra).
assert (0 < c * near_one c La) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma exp_small a x : 0 < a -> 0 <= x -> 0 < exp (- (a * x)) <= 1.
Proof.
intros Ha Hx. split; [apply exp_pos |]. assert (K : 0 <= a * x) by (apply Rmult_le_pos; lra).
assert (E : exp (- (a * x)) <= exp 0); [| rewrite exp_0 in E; exact E].
destruct K as [K | K]; [left; apply exp_increasing; lra | right; f_equal; lra].
Qed.

Lemma folded_line x y : 0 <= x -> x <= y -> Rabs (G y - G x) <= slope * (y - x).
Proof.
intros Hx Hy.
set (D := fun z => - ((c - 1) * near_one (c - 1) La * exp (- ((c - 1) * z))) + c * near_one c La * exp (- (c * z))).
destruct (MVT_gen G x y D) as [z [Hz E]].
- intros z _. unfold folded, D. eapply is_derive_eq; [auto_derive; [easy | reflexivity] |]. ring.
- intros z _. apply derivable_continuous_pt. exists (D z). apply is_derive_Reals. unfold folded, D.
  eapply is_derive_eq; [auto_derive; [easy | reflexivity] |]. ring.
- rewrite E, Rabs_mult, (Rabs_pos_eq (y - x)) by lra. apply Rmult_le_compat_r; [lra |].
  rewrite Rmin_left, Rmax_right in Hz by lra.
  assert (A := exp_small (c - 1) z ltac:(lra) ltac:(lra)). assert (B := exp_small c z ltac:(lra) ltac:(lra)).
  assert (A' := near_one_pos (c - 1) ltac:(lra)). assert (B' := near_one_pos c ltac:(lra)).
  assert (P1 : 0 < (c - 1) * near_one (c - 1) La) by (apply Rmult_lt_0_compat; lra).
  assert (P2 : 0 < c * near_one c La) by (apply Rmult_lt_0_compat; lra).
  unfold D, slope. apply Rabs_le. split; nra.
Qed.

Lemma folded_ends : G La = G 0.
Proof.
unfold folded. rewrite !Rmult_0_r, Ropp_0, exp_0. destruct (decay (c - 1) ltac:(lra)), (decay c ltac:(lra)).
unfold near_one. field. split; lra.
Qed.

Lemma folded_circle x y : 0 <= x <= La -> 0 <= y <= La ->
  Rabs (G x - G y) <= 6 * slope / h * Rabs (sin (h * (y - x) / 2)).
Proof.
assert (Hh := h_pos). assert (Hs := slope_pos).
assert (K : forall x y, 0 <= x <= La -> 0 <= y <= La -> x <= y ->
  Rabs (G x - G y) <= 6 * slope / h * Rabs (sin (h * (y - x) / 2))).
{ clear x y. intros x y Hx Hy Hxy. rewrite Rabs_minus_sym.
  assert (Hp : h * La = 2 * PI) by (unfold step_of; field; lra).
  assert (C : forall d, 0 <= d -> h * d / 2 <= PI / 2 -> d <= 6 / h * sin (h * d / 2)).
  { intros d Hd Hd2. assert (S := sin_half (h * d / 2)). assert (0 <= h * d) by (apply Rmult_le_pos; lra).
    assert (S' := S ltac:(lra)). apply Rmult_le_reg_l with (h / 6); [lra |].
    replace (h / 6 * (6 / h * sin (h * d / 2))) with (sin (h * d / 2)) by (field; lra). lra. }
  destruct (Rle_dec (y - x) (La / 2)) as [L | L].
  - assert (B : h * (y - x) / 2 <= PI / 2) by (assert (h * (y - x) <= h * (La / 2)) by (apply Rmult_le_compat_l; lra);
      lra).
    assert (C1 := C (y - x) ltac:(lra) B).
    assert (F := folded_line x y ltac:(lra) Hxy).
    apply Rle_trans with (1 := F). replace (6 * slope / h * Rabs (sin (h * (y - x) / 2))) with (slope * (6 / h * Rabs
      (sin (h * (y - x) / 2)))) by (field; lra).
    apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact C1 |].
    apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | apply Rle_abs].
  - assert (B : h * (La - (y - x)) / 2 <= PI / 2).
    { assert (h * (La - (y - x)) <= h * (La / 2)) by (apply Rmult_le_compat_l; lra). lra. }
    assert (C1 := C (La - (y - x)) ltac:(lra) B).
    replace (h * (La - (y - x)) / 2) with (PI - h * (y - x) / 2) in C1 by lra. rewrite sin_PI_x in C1.
    assert (F1 := folded_line 0 x ltac:(lra) ltac:(lra)). assert (F2 := folded_line y La ltac:(lra) ltac:(lra)).
    apply Rle_trans with (slope * (La - (y - x))).
    + replace (G y - G x) with (- ((G La - G y) + (G x - G 0))) by (rewrite folded_ends; ring). rewrite Rabs_Ropp.
      eapply Rle_trans; [apply Rabs_triang |]. lra.
    + replace (6 * slope / h * Rabs (sin (h * (y - x) / 2))) with (slope * (6 / h * Rabs (sin (h * (y - x) / 2)))) by
        (field; lra).
      apply Rmult_le_compat_l; [lra |]. eapply Rle_trans; [exact C1 |].
      apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | apply Rle_abs]. }
intros Hx Hy. destruct (Rle_dec x y) as [L | L]; [now apply K |].
rewrite Rabs_minus_sym. replace (h * (y - x) / 2) with (- (h * (x - y) / 2)) by field. rewrite sin_neg, Rabs_Ropp.
apply K; lra.
Qed.

(* Fejer's theorem for the folded payoff. *)
Lemma fejer_bound m y e : 0 <= y <= La -> 0 < e -> let K := 6 * slope / h in
  Rabs (sum_f_R0 (fun j => partial c La j y) m - INR (S m) * G y) <= K * e * INR (S m) + K / (2 * e).
Proof.
intros Hy He K. assert (Hh := h_pos). assert (Hs := slope_pos).
assert (HK : 0 < K) by (unfold K; apply Rdiv_lt_0_compat; lra).
assert (A := is_RInt_minus _ _ _ _ _ _ (int_fejer_folded m y) (is_RInt_scal _ _ _ (G y) _ (int_fejer m y))).
assert (B := is_RInt_plus _ _ _ _ _ _ (is_RInt_scal _ _ _ (K * e) _ (int_fejer m y))
  (is_RInt_scal _ _ _ (K / (2 * e)) _ (is_RInt_minus _ _ _ _ _ _ (int_fejer m y) (int_fejer_cos m y)))).
assert (A' := is_RInt_opp _ _ _ _ A).
assert (Pt : forall x, 0 < x < La -> Rabs (G x - G y) <= K * e + K / (2 * e) * (1 - cos (h * (y - x)))).
{ intros x Hx. eapply Rle_trans; [apply (folded_circle x y); lra |]. fold K.
  set (s := sin (h * (y - x) / 2)).
  assert (Ec : cos (h * (y - x)) = 1 - 2 * s * s).
  { replace (h * (y - x)) with (2 * (h * (y - x) / 2)) by field. apply cos_2a_sin. }
  rewrite Ec.
  replace (K * e + K / (2 * e) * (1 - (1 - 2 * s * s))) with (K * ((e * e + s * s) / e)) by (field; lra).
  apply Rmult_le_compat_l; [lra |]. apply Rmult_le_reg_r with e; [easy |].
  replace ((e * e + s * s) / e * e) with (e * e + s * s) by (field; lra).
  assert (0 <= (Rabs s - e) * (Rabs s - e) + e * e) by (assert (Q := Rle_0_sqr (Rabs s - e)); unfold Rsqr in Q; nra).
  assert (Rabs s * Rabs s = s * s) by (rewrite <- Rabs_mult, Rabs_pos_eq; [easy | apply Rle_0_sqr]). nra. }
assert (Lo : forall x, 0 < x < La -> minus (G x * fejer m (h * (y - x))) (scal (G y) (fejer m (h * (y - x)))) <=
  plus (scal (K * e) (fejer m (h * (y - x)))) (scal (K / (2 * e)) (minus (fejer m (h * (y - x))) (fejer m (h * (y -
    x)) * cos (h * (y - x)))))).
{ intros x Hx. specialize (Pt x Hx). apply Rabs_le_between in Pt. assert (F := fejer_pos m (h * (y - x))).
  unfold minus, plus, opp, scal; cbn -[fejer folded]; unfold mult; cbn -[fejer folded].
  set (f := fejer m (h * (y - x))) in *. set (u := cos (h * (y - x))) in *. set (k1 := K * e) in *.
  set (k2 := K / (2 * e)) in *.
  assert (0 <= f * (k1 + k2 * (1 - u) - (G x - G y))) by (apply Rmult_le_pos; lra). lra. }
assert (Hi : forall x, 0 < x < La -> opp (minus (G x * fejer m (h * (y - x))) (scal (G y) (fejer m (h * (y - x))))) <=
  plus (scal (K * e) (fejer m (h * (y - x)))) (scal (K / (2 * e)) (minus (fejer m (h * (y - x))) (fejer m (h * (y -
    x)) * cos (h * (y - x)))))).
{ intros x Hx. specialize (Pt x Hx). apply Rabs_le_between in Pt. assert (F := fejer_pos m (h * (y - x))).
  unfold minus, plus, opp, scal; cbn -[fejer folded]; unfold mult; cbn -[fejer folded].
  set (f := fejer m (h * (y - x))) in *. set (u := cos (h * (y - x))) in *. set (k1 := K * e) in *.
  set (k2 := K / (2 * e)) in *.
  assert (0 <= f * (k1 + k2 * (1 - u) + (G x - G y))) by (apply Rmult_le_pos; lra). lra. }
assert (I1 := is_RInt_le _ _ _ _ _ _ (Rlt_le _ _ HL) A B Lo). assert (I2 := is_RInt_le _ _ _ _ _ _ (Rlt_le _ _ HL) A'
  B Hi).
unfold minus, plus, opp, scal in I1, I2; cbn -[INR sum_f_R0 partial] in I1, I2; unfold mult in I1, I2;
  cbn -[INR sum_f_R0 partial] in I1, I2.
rewrite S_INR in *. set (Sg := sum_f_R0 (fun j => partial c La j y) m) in *.
apply Rabs_le. split.
- apply Rmult_le_reg_l with La; [easy |]. lra.
- apply Rmult_le_reg_l with La; [easy |]. lra.
Qed.

Theorem folded_series e : 0 < e -> exists m0, forall m, (m0 <= m)%nat -> forall y, 0 <= y <= La ->
  Rabs (sum_f_R0 (fun j => partial c La j y) m / INR (S m) - G y) <= e.
Proof.
intros He. assert (Hh := h_pos). assert (Hs := slope_pos). set (K := 6 * slope / h).
assert (HK : 0 < K) by (unfold K; apply Rdiv_lt_0_compat; lra).
set (d := e / (2 * K)). assert (Hd : 0 < d) by (apply Rdiv_lt_0_compat; lra).
assert (P : 0 <= K / (2 * d) / (e / 2)) by (left; apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat |]; lra).
destruct (nfloor_ex _ P) as [m0 [_ Hm0]]. exists m0. intros m Hm y Hy.
assert (B := fejer_bound m y d Hy Hd). cbv zeta in B. fold K in B.
assert (Hn : 0 < INR (S m)) by (apply lt_0_INR; lia).
assert (Q : K / (2 * d) <= e / 2 * INR (S m)).
{ apply le_INR in Hm. rewrite S_INR. apply Rmult_le_reg_r with (/ (e / 2)); [apply Rinv_0_lt_compat; lra |].
  replace (e / 2 * (INR m + 1) * / (e / 2)) with (INR m + 1) by (field; lra). unfold Rdiv in *. lra. }
replace (sum_f_R0 (fun j => partial c La j y) m / INR (S m) - G y)
  with ((sum_f_R0 (fun j => partial c La j y) m - INR (S m) * G y) * / INR (S m)) by (field; lra).
rewrite Rabs_mult, (Rabs_pos_eq (/ INR (S m))) by (left; now apply Rinv_0_lt_compat).
apply Rmult_le_reg_r with (INR (S m)); [easy |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
eapply Rle_trans; [exact B |]. replace (K * d) with (e / 2) by (unfold d; field; lra). lra.
Qed.

(* The folded payoff is the sum of the payoff, two known terms, and a remainder below two exponentials. *)
Definition payoff (y : R) : R := if Rlt_dec 0 y then exp y - 1 else 0.
Definition known (y : R) : R := (near_one (c - 1) La - 1) * exp y - (near_one c La - 1).
Definition alias (a b y : R) : R :=
  near_one (c - 1) La * (exp (- ((a - c) * La)) * exp (a * y) + exp (- ((c + b) * La)) * exp (- b * y)).

Lemma near_one_order : near_one c La <= near_one (c - 1) La.
Proof.
destruct (decay (c - 1) ltac:(lra)), (decay c ltac:(lra)).
unfold near_one. unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; [lra |].
assert (exp (- (c * La)) <= exp (- ((c - 1) * La))) by (apply exp_le; lra). lra.
Qed.

Lemma between_both X Y m : 0 <= X <= m -> 0 <= Y <= m -> Rabs (X - Y) <= m.
Proof. intros. apply Rabs_le. lra. Qed.

Lemma fold_up n x y : 0 <= x <= La -> y = x + INR n * La -> exp (c * y) * G x =
  near_one (c - 1) La * exp (y + (c - 1) * (INR n * La)) - near_one c La * exp (c * (INR n * La)).
Proof.
intros Hx ->. unfold folded. rewrite Rmult_minus_distr_l, <- !Rmult_assoc, !(Rmult_comm (exp (c * _))), !Rmult_assoc,
  <- !exp_plus.
do 2 f_equal; f_equal; ring.
Qed.

Lemma payoff_up n x y a b : c <= a -> 0 <= b -> 0 <= x <= La -> y = x + INR n * La ->
  Rabs (exp (c * y) * G x - known y - payoff y) <= alias a b y.
Proof.
intros Ha Hb Hx Hy. rewrite (fold_up n x y Hx Hy). unfold known, alias.
assert (A := near_one_pos (c - 1) ltac:(lra)). assert (B := near_one_pos c ltac:(lra)). assert (AB := near_one_order).
set (al := near_one (c - 1) La) in *. set (be := near_one c La) in *.
assert (Hn : 0 <= INR n) by apply pos_INR. assert (0 <= INR n * La) by (apply Rmult_le_pos; lra).
assert (E1 := exp_pos (- ((a - c) * La))). assert (E2 := exp_pos (a * y)).
assert (E3 := exp_pos (- ((c + b) * La))). assert (E4 := exp_pos (- b * y)).
assert (0 < exp (- ((a - c) * La)) * exp (a * y)) by now apply Rmult_lt_0_compat.
assert (0 < exp (- ((c + b) * La)) * exp (- b * y)) by now apply Rmult_lt_0_compat.
assert (Pay : payoff y = exp y - 1).
{ unfold payoff. destruct (Rlt_dec 0 y); [easy |]. replace y with 0 by lra. rewrite exp_0. ring. }
rewrite Pay. destruct n as [| n].
- simpl INR. rewrite !Rmult_0_l, !Rmult_0_r, Rplus_0_r, exp_0.
  replace (al * exp y - be * 1 - ((al - 1) * exp y - (be - 1)) - (exp y - 1)) with 0 by ring.
  rewrite Rabs_R0. apply Rmult_le_pos; lra.
- set (N := INR (S n)) in *. assert (N1 : 1 <= N) by (unfold N; rewrite S_INR; assert (Q := pos_INR n); lra).
  assert (Ly : La <= y). { assert (1 * La <= N * La) by (apply Rmult_le_compat_r; lra). lra. }
  assert (Top : exp (c * y) <= exp (- ((a - c) * La)) * exp (a * y)).
  { rewrite <- exp_plus. apply exp_le. assert (0 <= (a - c) * (y - La)) by (apply Rmult_le_pos; lra). lra. }
  assert (X1 : exp (y + (c - 1) * (N * La)) <= exp (c * y)).
  { apply exp_le. assert (0 <= (c - 1) * (y - N * La)) by (apply Rmult_le_pos; lra). lra. }
  assert (X2 : exp (c * (N * La)) <= exp (c * y)).
  { apply exp_le. assert (0 <= c * (y - N * La)) by (apply Rmult_le_pos; lra). lra. }
  assert (X3 : exp y <= exp (y + (c - 1) * (N * La))).
  { apply exp_le. assert (0 <= (c - 1) * (N * La)) by (apply Rmult_le_pos; lra). lra. }
  assert (X4 : 1 <= exp (c * (N * La))).
  { rewrite <- exp_0. apply exp_le. apply Rmult_le_pos; lra. }
  replace (al * exp (y + (c - 1) * (N * La)) - be * exp (c * (N * La)) - ((al - 1) * exp y - (be - 1)) - (exp y - 1))
    with (al * (exp (y + (c - 1) * (N * La)) - exp y) - be * (exp (c * (N * La)) - 1)) by ring.
  assert (Ey := exp_pos y).
  apply between_both; (split; [apply Rmult_le_pos; lra |]).
  + apply Rmult_le_compat_l; lra.
  + apply Rle_trans with (al * (exp (c * (N * La)) - 1)); [apply Rmult_le_compat_r; lra | apply Rmult_le_compat_l; lra].
Qed.

Lemma fold_down n x y : 0 <= x <= La -> x = y + INR n * La -> exp (c * y) * G x =
  near_one (c - 1) La * exp (y - (c - 1) * (INR n * La)) - near_one c La * exp (- (c * (INR n * La))).
Proof.
intros Hx ->. unfold folded. rewrite Rmult_minus_distr_l, <- !Rmult_assoc, !(Rmult_comm (exp (c * _))), !Rmult_assoc,
  <- !exp_plus.
do 2 f_equal; f_equal; ring.
Qed.

Lemma payoff_down n x y a b : c <= a -> 0 <= b -> 0 <= x <= La -> x = y + INR (S n) * La -> y <= 0 ->
  Rabs (exp (c * y) * G x - known y - payoff y) <= alias a b y.
Proof.
intros Ha Hb Hx Hy Hneg. rewrite (fold_down (S n) x y Hx Hy). unfold known, alias.
assert (A := near_one_pos (c - 1) ltac:(lra)). assert (B := near_one_pos c ltac:(lra)). assert (AB := near_one_order).
assert (Ea : near_one (c - 1) La - 1 = near_one (c - 1) La * exp (- ((c - 1) * La))).
{ destruct (decay (c - 1) ltac:(lra)). unfold near_one. field. lra. }
assert (Eb : near_one c La - 1 = near_one c La * exp (- (c * La))).
{ destruct (decay c ltac:(lra)). unfold near_one. field. lra. }
rewrite Ea, Eb. set (al := near_one (c - 1) La) in *. set (be := near_one c La) in *.
assert (E1 := exp_pos (- ((a - c) * La))). assert (E2 := exp_pos (a * y)).
assert (E3 := exp_pos (- ((c + b) * La))). assert (E4 := exp_pos (- b * y)).
assert (0 < exp (- ((a - c) * La)) * exp (a * y)) by now apply Rmult_lt_0_compat.
assert (0 < exp (- ((c + b) * La)) * exp (- b * y)) by now apply Rmult_lt_0_compat.
assert (Pay : payoff y = 0) by (unfold payoff; destruct (Rlt_dec 0 y); [lra | easy]).
rewrite Pay. set (N := INR (S n)) in *.
replace (al * exp (y - (c - 1) * (N * La)) - be * exp (- (c * (N * La))) -
    (al * exp (- ((c - 1) * La)) * exp y - be * exp (- (c * La))) - 0)
  with (be * (exp (- (c * La)) - exp (- (c * (N * La)))) - al * (exp (y - (c - 1) * La) - exp (y - (c - 1) * (N *
    La)))).
2:{ unfold Rminus at 4. rewrite exp_plus. ring. }
destruct n as [| n].
- unfold N. simpl INR. rewrite !Rmult_1_l. replace (be * _ - _) with 0 by ring. rewrite Rabs_R0.
  apply Rmult_le_pos; lra.
- assert (N2 : 2 <= N) by (unfold N; rewrite !S_INR; assert (Q := pos_INR n); lra).
  assert (NL : 2 * La <= N * La) by (apply Rmult_le_compat_r; lra).
  assert (Ly : y <= - La) by lra.
  assert (Top : exp (- (c * La)) <= exp (- ((c + b) * La)) * exp (- b * y)).
  { rewrite <- exp_plus. apply exp_le. assert (0 <= b * (- La - y)) by (apply Rmult_le_pos; lra). lra. }
  assert (X1 : exp (y - (c - 1) * La) <= exp (- (c * La))) by (apply exp_le; lra).
  assert (X2 : exp (- (c * (N * La))) <= exp (- (c * La))).
  { apply exp_le. assert (0 <= c * (N * La - La)) by (apply Rmult_le_pos; lra). lra. }
  assert (X3 : exp (y - (c - 1) * (N * La)) <= exp (y - (c - 1) * La)).
  { apply exp_le. assert (0 <= (c - 1) * (N * La - La)) by (apply Rmult_le_pos; lra). lra. }
  assert (X4 := exp_pos (- (c * (N * La)))). assert (X5 := exp_pos (y - (c - 1) * (N * La))).
  apply between_both; (split; [apply Rmult_le_pos; lra |]).
  + apply Rle_trans with (al * (exp (- (c * La)) - exp (- (c * (N * La))))); [apply Rmult_le_compat_r;
      lra | apply Rmult_le_compat_l; lra].
  + apply Rmult_le_compat_l; lra.
Qed.

(* The payoff is the mean of partial sums minus the known terms, up to the two exponentials. *)
Theorem payoff_series e : 0 < e -> exists m0, forall m, (m0 <= m)%nat -> forall a b y, c <= a -> 0 <= b ->
  Rabs (payoff y - (exp (c * y) * (sum_f_R0 (fun j => partial c La j y) m / INR (S m)) - known y)) <=
  alias a b y + e * exp (c * y).
Proof.
intros He. destruct (folded_series e He) as [m0 H]. exists m0. intros m Hm a b y Ha Hb.
assert (Pos : 0 < exp (c * y)) by apply exp_pos.
assert (Fin : forall x, 0 <= x <= La -> Rabs (exp (c * y) * G x - known y - payoff y) <= alias a b y ->
  sum_f_R0 (fun j => partial c La j y) m = sum_f_R0 (fun j => partial c La j x) m ->
  Rabs (payoff y - (exp (c * y) * (sum_f_R0 (fun j => partial c La j y) m / INR (S m)) - known y)) <= alias a b y + e
    * exp (c * y)).
{ intros x Hx B ->. specialize (H m Hm x Hx). set (Sg := sum_f_R0 (fun j => partial c La j x) m / INR (S m)) in *.
  apply Rabs_le_between in B. apply Rabs_le_between in H.
  assert (exp (c * y) * (Sg - G x) <= exp (c * y) * e) by (apply Rmult_le_compat_l; lra).
  assert (exp (c * y) * - e <= exp (c * y) * (Sg - G x)) by (apply Rmult_le_compat_l; lra).
  apply Rabs_le. lra. }
destruct (Rle_dec 0 y) as [L | L].
- assert (Py : 0 <= y / La) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  destruct (nfloor_ex _ Py) as [n [N1 N2]]. set (x := y - INR n * La).
  assert (Hx : 0 <= x <= La).
  { apply Rmult_le_compat_r with (r := La) in N1; [| lra]. apply Rmult_lt_compat_r with (r := La) in N2; [| lra].
    replace (y / La * La) with y in * by (field; lra). unfold x. lra. }
  apply (Fin x Hx); [apply (payoff_up n); auto; unfold x; ring |].
  apply sum_eq. intros j _. replace y with (x + INR n * La) at 1 by (unfold x; ring). apply partial_whole.
- assert (Py : 0 <= - y / La) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
  destruct (nfloor_ex _ Py) as [n [N1 N2]]. set (x := y + INR (S n) * La).
  assert (Hx : 0 <= x <= La).
  { apply Rmult_le_compat_r with (r := La) in N1; [| lra]. apply Rmult_lt_compat_r with (r := La) in N2; [| lra].
    replace (- y / La * La) with (- y) in * by (field; lra). unfold x. rewrite S_INR. lra. }
  apply (Fin x Hx); [apply (payoff_down n); auto; unfold x; lra |].
  apply sum_eq. intros j _. symmetry. unfold x. apply partial_whole.
Qed.

End Series.
