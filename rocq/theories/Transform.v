(* The transform E_P[e^(s S)] of a total loss S of n independent steps, as a pair of real numbers, and the theorem: the
   worth of the best events is a finite trigonometric sum of n-th powers of one step's transform, up to the aliases
   (Payoff.v) and to what lies beyond the last node.

   Functions of the loss that a step's mean under P carries on in closed form are e^(s y) with any transform of s, and
   e^(c y) cos(w y), e^(c y) sin(w y) with the pair of transforms at c + i w. Independence is the step alone: no double
   integrals occur. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Density Gaussian Payoff.
Open Scope R_scope.

(* The n-th power of X + i Y. *)
Fixpoint pow_re (X Y : R) (n : nat) : R := match n with O => 1 | S m => X * pow_re X Y m - Y * pow_im X Y m end
with pow_im (X Y : R) (n : nat) : R := match n with O => 0 | S m => Y * pow_re X Y m + X * pow_im X Y m end.

Lemma pow_size X Y n : pow_re X Y n ^ 2 + pow_im X Y n ^ 2 = (X ^ 2 + Y ^ 2) ^ n.
Proof.
induction n as [| n IH]; [simpl; ring |]. change ((X ^ 2 + Y ^ 2) ^ S n) with ((X ^ 2 + Y ^ 2) * (X ^ 2 + Y ^ 2) ^ n).
rewrite <- IH. cbn [pow_re pow_im]. ring.
Qed.

Section Carried.

Variables p L : R -> R.
Hypothesis Pp : forall x, 0 <= p x.

(* Each step takes the mean under P. *)
Definition carried (U : nat -> R -> R) : Prop := forall n y, over_line (fun x => U n (y + L x) * p x) (U (S n) y).

Lemma carried_ext U V : (forall n y, U n y = V n y) -> carried U -> carried V.
Proof. intros E H n y. rewrite <- E. refine (over_ext _ _ _ _ (H n y)). intros x. now rewrite E. Qed.

Lemma carried_lin U V a b : carried U -> carried V -> carried (fun n y => a * U n y + b * V n y).
Proof.
intros HU HV n y. refine (over_ext _ _ _ _ (over_lin _ _ a b _ _ (HU n y) (HV n y))). intros x. cbv beta. ring.
Qed.

Lemma carried_below U V : carried U -> carried V -> (forall y, U 0%nat y <= V 0%nat y) -> forall n y, U n y <= V n y.
Proof.
intros HU HV H n. induction n as [| n IH]; intros y; [apply H |].
refine (over_mono _ _ _ _ _ (HU n y) (HV n y)). intros x. apply Rmult_le_compat_r; [apply Pp | apply IH].
Qed.

Lemma carried_exp s K : over_line (fun x => exp (s * L x) * p x) K -> carried (fun n y => exp (s * y) * K ^ n).
Proof.
intros H n y. replace (exp (s * y) * K ^ S n) with (exp (s * y) * K ^ n * K + 0 * K) by (simpl; ring).
refine (over_ext _ _ _ _ (over_lin _ _ (exp (s * y) * K ^ n) 0 _ _ H H)). intros x. cbv beta.
rewrite Rmult_plus_distr_l, exp_plus. ring.
Qed.

(* a times the real part, b times the imaginary part of e^((c + i w) y) (X + i Y)^n. *)
Definition wave (c w X Y a b : R) (n : nat) (y : R) : R :=
  exp (c * y) * (a * (cos (w * y) * pow_re X Y n - sin (w * y) * pow_im X Y n) +
    b * (sin (w * y) * pow_re X Y n + cos (w * y) * pow_im X Y n)).

Lemma carried_wave c w X Y a b : over_line (fun x => exp (c * L x) * cos (w * L x) * p x) X ->
  over_line (fun x => exp (c * L x) * sin (w * L x) * p x) Y -> carried (wave c w X Y a b).
Proof.
intros HX HY n y. set (R_ := pow_re X Y n). set (I_ := pow_im X Y n). set (u := cos (w * y)). set (v := sin (w * y)).
replace (wave c w X Y a b (S n) y) with
  (exp (c * y) * (a * (u * R_ - v * I_) + b * (v * R_ + u * I_)) * X +
   exp (c * y) * (a * (- v * R_ - u * I_) + b * (u * R_ - v * I_)) * Y).
- refine (over_ext _ _ _ _ (over_lin _ _ _ _ _ _ HX HY)). intros x. cbv beta. unfold wave. fold R_ I_.
  rewrite !Rmult_plus_distr_l, exp_plus, cos_plus, sin_plus. fold u v. ring.
- unfold wave. cbn [pow_re pow_im]. fold R_ I_ u v. ring.
Qed.

Lemma wave_small c w X Y a b n y A k : a ^ 2 + b ^ 2 <= A ^ 2 -> 0 <= A -> X ^ 2 + Y ^ 2 <= k ^ 2 -> 0 <= k ->
  Rabs (wave c w X Y a b n y) <= exp (c * y) * (A * k ^ n).
Proof.
intros HA PA Hk Pk. unfold wave. rewrite Rabs_mult, (Rabs_pos_eq (exp (c * y))) by (left; apply exp_pos).
apply Rmult_le_compat_l; [left; apply exp_pos |].
assert (Pn : 0 <= k ^ n) by now apply pow_le. assert (PAk : 0 <= A * k ^ n) by now apply Rmult_le_pos.
rewrite <- (Rabs_pos_eq (A * k ^ n)) by easy. apply Rsqr_le_abs_0. unfold Rsqr.
assert (S := pow_size X Y n). assert (C := sin2_cos2 (w * y)). unfold Rsqr in C.
set (R_ := pow_re X Y n) in *. set (I_ := pow_im X Y n) in *. set (u := cos (w * y)) in *. set (v := sin (w * y)) in *.
assert (Kn : (X ^ 2 + Y ^ 2) ^ n <= k ^ n * k ^ n).
{ rewrite <- Rpow_mult_distr. apply pow_incr. split; [assert (P1 := pow2_ge_0 X); assert (P2 := pow2_ge_0 Y); lra |].
  replace (k * k) with (k ^ 2) by ring. exact Hk. }
set (P := u * R_ - v * I_). set (N := v * R_ + u * I_).
assert (E : P ^ 2 + N ^ 2 = R_ ^ 2 + I_ ^ 2).
{ unfold P, N. transitivity ((v * v + u * u) * (R_ ^ 2 + I_ ^ 2)); [ring | rewrite C; ring]. }
apply Rle_trans with ((a ^ 2 + b ^ 2) * (P ^ 2 + N ^ 2)).
- assert (0 <= (a * N - b * P) ^ 2) by apply pow2_ge_0.
  replace ((a ^ 2 + b ^ 2) * (P ^ 2 + N ^ 2)) with ((a * P + b * N) * (a * P + b * N) + (a * N - b * P) ^ 2) by ring.
  lra.
- rewrite E, S. replace (A * k ^ n * (A * k ^ n)) with (A ^ 2 * (k ^ n * k ^ n)) by ring.
  apply Rmult_le_compat; [assert (P1 := pow2_ge_0 a); assert (P2 := pow2_ge_0 b); lra | | exact HA | exact Kn].
  rewrite <- S. assert (P1 := pow2_ge_0 R_). assert (P2 := pow2_ge_0 I_). lra.
Qed.

End Carried.

Lemma mean_near (x : nat -> R) (l t : R) (m : nat) : 0 <= t -> (forall j, (m <= j)%nat -> Rabs (x j - l) <= t) ->
  exists C, 0 <= C /\ forall M, Rabs (sum_f_R0 x M / INR (S M) - l) <= t + C / INR (S M).
Proof.
intros Ht H. exists (sum_f_R0 (fun j => Rabs (x j - l)) m). split.
- apply cond_pos_sum. intros; apply Rabs_pos.
- intros M. assert (Hs : 0 < INR (S M)) by (apply lt_0_INR; lia).
  assert (K : Rabs (sum_f_R0 x M - INR (S M) * l) <= INR (S M) * t + sum_f_R0 (fun j => Rabs (x j - l)) m).
  { clear Hs. assert (Cp : forall k, 0 <= sum_f_R0 (fun j => Rabs (x j - l)) k) by (intros; apply cond_pos_sum;
    intros; apply Rabs_pos).
    destruct (le_lt_dec m M) as [Hm | Hm].
    - induction Hm as [| M Hm IH].
      + assert (A := Rsum_abs (fun j => x j - l) m). rewrite minus_sum, sum_cte in A. rewrite Rmult_comm in A.
        assert (0 <= INR (S m) * t) by (apply Rmult_le_pos; [apply pos_INR | easy]). eapply Rle_trans; [exact A | lra].
      + cbn [sum_f_R0]. specialize (H (S M) ltac:(lia)). rewrite (S_INR (S M)).
        replace (sum_f_R0 x M + x (S M) - (INR (S M) + 1) * l) with ((sum_f_R0 x M - INR (S M) * l) + (x (S M) - l))
          by ring.
        eapply Rle_trans; [apply Rabs_triang |]. lra.
    - assert (A := Rsum_abs (fun j => x j - l) M). rewrite minus_sum, sum_cte in A. rewrite Rmult_comm in A.
      assert (0 <= INR (S M) * t) by (apply Rmult_le_pos; [apply pos_INR | easy]).
      assert (sum_f_R0 (fun j => Rabs (x j - l)) M <= sum_f_R0 (fun j => Rabs (x j - l)) m); [| eapply Rle_trans;
        [exact A | lra]].
      clear A H. induction Hm as [| k Hk IH]; cbn [sum_f_R0]; [assert (Q := Rabs_pos (x (S M) - l)); lra |].
      assert (Q := Rabs_pos (x (S k) - l)). lra. }
  replace (sum_f_R0 x M / INR (S M) - l) with ((sum_f_R0 x M - INR (S M) * l) * / INR (S M)) by (field; lra).
  rewrite Rabs_mult, (Rabs_pos_eq (/ INR (S M))) by (left; now apply Rinv_0_lt_compat).
  apply Rmult_le_reg_r with (INR (S M)); [easy |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
  replace ((t + sum_f_R0 (fun j => Rabs (x j - l)) m / INR (S M)) * INR (S M))
    with (INR (S M) * t + sum_f_R0 (fun j => Rabs (x j - l)) m) by (field; lra). exact K.
Qed.

Section Series.

Variables p L : R -> R.
Hypothesis Pp : forall x, 0 <= p x.
Hypothesis P1 : over_line p 1.
Hypothesis Q1 : over_line (fun x => exp (L x) * p x) 1.
Variables c La a b Ka Kb : R.
Hypothesis Hc : 1 < c.
Hypothesis HL : 0 < La.
Hypothesis Ha : c <= a.
Hypothesis Hb : 0 <= b.
Hypothesis HKa : over_line (fun x => exp (a * L x) * p x) Ka.
Hypothesis HKb : over_line (fun x => exp (- b * L x) * p x) Kb.
(* The transform at c + i k h. *)
Variables X Y : nat -> R.
Notation h := (step_of La).
Hypothesis HX : forall k, over_line (fun x => exp (c * L x) * cos (INR k * h * L x) * p x) (X k).
Hypothesis HY : forall k, over_line (fun x => exp (c * L x) * sin (INR k * h * L x) * p x) (Y k).

Definition node (k : nat) : nat -> R -> R :=
  wave c (INR k * h) (X k) (Y k) (coef_cos c (INR k * h)) (coef_sin c (INR k * h)).
Fixpoint nodes (j n : nat) (y : R) : R :=
  match j with O => node 0 n y / La | S i => nodes i n y + 2 / La * node j n y end.

Lemma nodes_start j y : nodes j 0 y = exp (c * y) * partial c La j y.
Proof.
induction j as [| j IH].
- cbn [nodes partial]. unfold node, wave. cbn [pow_re pow_im]. simpl INR. rewrite !Rmult_0_l, cos_0, sin_0. field. lra.
- cbn [nodes partial]. rewrite IH. unfold node, wave. cbn [pow_re pow_im]. ring.
Qed.

Lemma node_carried k : carried p L (node k).
Proof. apply carried_wave; [apply HX | apply HY]. Qed.

Lemma nodes_carried j : carried p L (nodes j).
Proof.
induction j as [| j IH].
- refine (carried_ext _ _ _ _ _ (carried_lin p L _ _ (/ La) 0 (node_carried 0) (node_carried 0))). intros n y.
  cbn [nodes]. field. lra.
- refine (carried_ext _ _ _ _ _ (carried_lin p L _ _ 1 (2 / La) IH (node_carried (S j)))). intros n y. cbn [nodes].
  ring.
Qed.

Lemma sum_carried M : carried p L (fun n y => sum_f_R0 (fun j => nodes j n y) M).
Proof.
induction M as [| M IH]; [exact (nodes_carried 0) |].
refine (carried_ext _ _ _ _ _ (carried_lin p L _ _ 1 1 IH (nodes_carried (S M)))). intros n y. cbn [sum_f_R0]. ring.
Qed.

Lemma known_carried : carried p L (fun _ y => known c La y).
Proof.
assert (A : over_line (fun x => exp (1 * L x) * p x) 1) by (refine (over_ext _ _ _ _ Q1); intros x;
  now rewrite Rmult_1_l).
assert (B : over_line (fun x => exp (0 * L x) * p x) 1).
{ refine (over_ext _ _ _ _ P1). intros x. rewrite Rmult_0_l, exp_0. ring. }
refine (carried_ext _ _ _ _ _ (carried_lin p L _ _ (near_one (c - 1) La - 1) (- (near_one c La - 1)) (carried_exp p L
  1 1 A) (carried_exp p L 0 1 B))).
intros n y. unfold known. rewrite pow1, Rmult_1_l, Rmult_0_l, exp_0. ring.
Qed.

(* The two exponentials after n steps. *)
Definition aliases (n : nat) (y : R) : R :=
  near_one (c - 1) La * (exp (- ((a - c) * La)) * (exp (a * y) * Ka ^ n) + exp (- ((c + b) * La)) * (exp (- b * y) *
    Kb ^ n)).

Lemma aliases_carried : carried p L aliases.
Proof.
refine (carried_ext _ _ _ _ _ (carried_lin p L _ _ (near_one (c - 1) La * exp (- ((a - c) * La)))
  (near_one (c - 1) La * exp (- ((c + b) * La))) (carried_exp p L a Ka HKa) (carried_exp p L (- b) Kb HKb))).
intros n y. unfold aliases. ring.
Qed.

Lemma X0 : over_line (fun x => exp (c * L x) * p x) (X 0).
Proof. refine (over_ext _ _ _ _ (HX 0)). intros x. simpl INR. rewrite !Rmult_0_l, cos_0. ring. Qed.

(* Beyond the last node. *)
Variable m : nat.
Variable kappa : R.
Hypothesis Hm : (0 < m)%nat.
Hypothesis Pk : 0 <= kappa.
Hypothesis Hk : forall k, (m < k)%nat -> X k ^ 2 + Y k ^ 2 <= kappa ^ 2.

Definition beyond_nodes (n : nat) (y : R) : R := exp (c * y) * kappa ^ n * (2 / (La * (h * h)) / INR m).

Lemma coef_small w : 0 < w -> coef_cos c w ^ 2 + coef_sin c w ^ 2 <= (/ (w * w)) ^ 2.
Proof.
intros Hw. unfold coef_cos, coef_sin. assert (W : 0 < w ^ 2) by now apply pow_lt.
assert (D1 : 0 < (c - 1) ^ 2) by (apply pow_lt; lra). assert (D2 : 0 < c ^ 2) by (apply pow_lt; lra).
replace (((c - 1) / ((c - 1) ^ 2 + w ^ 2) - c / (c ^ 2 + w ^ 2)) ^ 2 + (w / ((c - 1) ^ 2 + w ^ 2) - w / (c ^ 2 + w ^
  2)) ^ 2)
  with (/ (((c - 1) ^ 2 + w ^ 2) * (c ^ 2 + w ^ 2))) by (field; split; nra).
replace ((/ (w * w)) ^ 2) with (/ (w ^ 2 * w ^ 2)) by (field; lra).
apply Rinv_le_contravar; [now apply Rmult_lt_0_compat | apply Rmult_le_compat; lra].
Qed.

Lemma nodes_tail n y j : (m <= j)%nat ->
  Rabs (nodes j n y - nodes m n y) <= 2 * (exp (c * y) * kappa ^ n) / (La * (h * h)) * (/ INR m - / INR j).
Proof.
assert (Hh := h_pos La HL). assert (Hm0 : 0 < INR m) by now apply lt_0_INR.
induction 1 as [| j Hj IH].
- replace (nodes m n y - nodes m n y) with 0 by ring. rewrite Rabs_R0. right. ring.
- cbn [nodes]. set (C := 2 * (exp (c * y) * kappa ^ n) / (La * (h * h))) in *.
  assert (J0 : 0 < INR j) by (apply lt_0_INR; lia). assert (J1 : INR (S j) = INR j + 1) by apply S_INR.
  set (w := INR (S j) * h). assert (Hw : 0 < w) by (apply Rmult_lt_0_compat; lra).
  assert (W := wave_small c w (X (S j)) (Y (S j)) _ _ n y _ kappa (coef_small w Hw)
    ltac:(left; apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat) (Hk (S j) ltac:(lia)) Pk).
  change (wave c w (X (S j)) (Y (S j)) (coef_cos c w) (coef_sin c w) n y) with (node (S j) n y) in W.
  assert (PC : 0 <= C).
  { unfold C. apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat;
    [exact HL | apply Rmult_lt_0_compat; exact Hh]].
    apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [left; apply exp_pos | now apply pow_le]. }
  replace (nodes j n y + 2 / La * node (S j) n y - nodes m n y) with (nodes j n y - nodes m n y + 2 / La * node (S j)
    n y) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq (2 / La)) by (left; apply Rdiv_lt_0_compat;
    lra).
  assert (T : 2 / La * Rabs (node (S j) n y) <= C * / (INR (S j) * INR (S j))).
  { apply Rle_trans with (2 / La * (exp (c * y) * (/ (w * w) * kappa ^ n))).
    - apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | exact W].
    - right. unfold C, w. field. repeat split; lra. }
  assert (V : / (INR (S j) * INR (S j)) <= / INR j - / INR (S j)).
  { rewrite J1. replace (/ INR j - / (INR j + 1)) with (/ (INR j * (INR j + 1))) by (field; lra).
    apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra | apply Rmult_le_compat_r; lra]. }
  assert (C * / (INR (S j) * INR (S j)) <= C * (/ INR j - / INR (S j))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma nodes_last n y j : (m <= j)%nat -> Rabs (nodes j n y - nodes m n y) <= beyond_nodes n y.
Proof.
intros Hj. eapply Rle_trans; [now apply nodes_tail |].
assert (Hh := h_pos La HL). assert (Hm0 : 0 < INR m) by now apply lt_0_INR.
assert (J0 : 0 < INR j) by (apply lt_0_INR; lia). assert (I0 : 0 < / INR j) by now apply Rinv_0_lt_compat.
unfold beyond_nodes. replace (exp (c * y) * kappa ^ n * (2 / (La * (h * h)) / INR m))
  with (2 * (exp (c * y) * kappa ^ n) / (La * (h * h)) * / INR m) by (field; repeat split; lra).
apply Rmult_le_compat_l; [| lra].
apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; [exact HL | apply Rmult_lt_0_compat;
  exact Hh]].
apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [left; apply exp_pos | now apply pow_le].
Qed.

Theorem carried_series (D : nat -> R -> R) : carried p L D -> (forall y, D 0%nat y = payoff y) -> forall n y,
  Rabs (D n y - (nodes m n y - known c La y)) <= aliases n y + beyond_nodes n y.
Proof.
intros HD HD0 n y.
assert (T0 : 0 <= beyond_nodes n y).
{ eapply Rle_trans; [| apply (nodes_last n y m (le_n m))]. apply Rabs_pos. }
destruct (mean_near (fun j => nodes j n y) (nodes m n y) (beyond_nodes n y) m T0 (nodes_last n y)) as [C [PC HC]].
set (E := exp (c * y) * X 0 ^ n).
apply le_epsilon. intros e He.
set (e1 := e / 2 / (Rabs E + 1)).
assert (PE : 0 < Rabs E + 1) by (assert (Q := Rabs_pos E); lra).
assert (P_e1 : 0 < e1) by (apply Rdiv_lt_0_compat; lra).
destruct (payoff_series c La Hc HL e1 P_e1) as [m0 H0].
assert (PQ : 0 <= C / (e / 2)) by (apply Rmult_le_pos; [easy | left; apply Rinv_0_lt_compat; lra]).
destruct (nfloor_ex _ PQ) as [m1 [_ Hm1]].
set (M := (m0 + m1)%nat). assert (HM : (m0 <= M)%nat) by (unfold M; lia). specialize (H0 M HM).
assert (Hs : 0 < INR (S M)) by (apply lt_0_INR; lia).
assert (B : Rabs (D n y - (sum_f_R0 (fun j => nodes j n y) M / INR (S M) - known c La y)) <= aliases n y + e1 * E).
{ assert (KS : carried p L (fun n y => 1 * (/ INR (S M) * sum_f_R0 (fun j => nodes j n y) M + - (1) * known c La y) +
  0 * known c La y)).
  { apply (carried_lin p L (fun n y => / INR (S M) * sum_f_R0 (fun j => nodes j n y) M + - (1) * known c La y) (fun _
    y => known c La y)); [| apply known_carried].
    apply (carried_lin p L (fun n y => sum_f_R0 (fun j => nodes j n y) M) (fun _ y => known c La y));
      [apply sum_carried | apply known_carried]. }
  assert (KA := carried_lin p L _ _ 1 e1 aliases_carried (carried_exp p L c (X 0) X0)). cbv beta in KA.
  assert (Up := carried_lin p L _ _ 1 1 KS KA). assert (Dn := carried_lin p L _ _ 1 (- (1)) KS KA). cbv beta in Up, Dn.
  assert (S0 : forall z, Rabs (payoff z - (sum_f_R0 (fun j => nodes j 0 z) M / INR (S M) - known c La z)) <= aliases 0
    z + e1 * exp (c * z)).
  { intros z. specialize (H0 a b z Ha Hb).
    rewrite (sum_eq (fun j => nodes j 0 z) (fun j => partial c La j z * exp (c * z)) M) by (intros i _;
      rewrite nodes_start; ring).
    rewrite <- scal_sum. unfold alias in H0. unfold aliases. rewrite !pow_O, !Rmult_1_r. unfold Rdiv in *.
    rewrite Rmult_assoc. exact H0. }
  assert (U := carried_below p L Pp _ _ HD Up). assert (W := carried_below p L Pp _ _ Dn HD). cbv beta in U, W.
  assert (U0 : forall z, D 0%nat z <= 1 * (1 * (/ INR (S M) * sum_f_R0 (fun j => nodes j 0 z) M + - (1) * known c La
    z) + 0 * known c La z) +
    1 * (1 * aliases 0 z + e1 * (exp (c * z) * X 0 ^ 0))).
  { intros z. rewrite HD0. specialize (S0 z). apply Rabs_le_between in S0. rewrite pow_O. unfold Rdiv in S0. lra. }
  assert (W0 : forall z, 1 * (1 * (/ INR (S M) * sum_f_R0 (fun j => nodes j 0 z) M + - (1) * known c La z) + 0 * known
    c La z) +
    - (1) * (1 * aliases 0 z + e1 * (exp (c * z) * X 0 ^ 0)) <= D 0%nat z).
  { intros z. rewrite HD0. specialize (S0 z). apply Rabs_le_between in S0. rewrite pow_O. unfold Rdiv in S0. lra. }
  specialize (U U0 n y). specialize (W W0 n y). fold E in U, W. unfold Rdiv. apply Rabs_le. lra. }
specialize (HC M).
assert (F1 : e1 * E <= e / 2).
{ apply Rle_trans with (e1 * (Rabs E + 1)); [apply Rmult_le_compat_l; [lra | assert (Q := Rle_abs E); lra] |].
  right. unfold e1. field. lra. }
assert (F2 : C / INR (S M) <= e / 2).
{ apply Rmult_le_reg_r with (INR (S M)); [easy |]. replace (C / INR (S M) * INR (S M)) with C by (field; lra).
  assert (Q : INR m1 <= INR M) by (apply le_INR; unfold M; lia).
  apply Rmult_le_reg_r with (/ (e / 2)); [apply Rinv_0_lt_compat; lra |].
  replace (e / 2 * INR (S M) * / (e / 2)) with (INR (S M)) by (field; lra). rewrite S_INR. unfold Rdiv in *. lra. }
apply Rabs_le_between in B. apply Rabs_le_between in HC. apply Rabs_le. lra.
Qed.

End Series.
