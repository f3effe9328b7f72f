(* The transform E_P[e^(s S)] of a total loss S of independent steps, as a pair of real numbers. The theorem: the
   value of the best events is a finite trigonometric sum of products of the transforms of the steps, minus two known
   terms (Payoff.v), up to the aliases and the terms beyond the last node.

   The mean of a step under P multiplies e^(s y) by the transform at s, for real s; for s = c + i w it acts on a
   pair of real functions, e^(c y) cos(w y) and e^(c y) sin(w y). A step is only a mean, so that no double integral
   is needed. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Density Gaussian Payoff.
Open Scope R_scope.

(* Products over a list of steps: of numbers, and of X + i Y. *)
Fixpoint prod_of {A} (K : A -> R) (l : list A) : R := match l with nil => 1 | t :: r => K t * prod_of K r end.
Fixpoint prod_re {A} (X Y : A -> R) (l : list A) : R :=
  match l with nil => 1 | t :: r => X t * prod_re X Y r - Y t * prod_im X Y r end
with prod_im {A} (X Y : A -> R) (l : list A) : R :=
  match l with nil => 0 | t :: r => Y t * prod_re X Y r + X t * prod_im X Y r end.

Lemma prod_pos {A} (ok : A -> Prop) K l : (forall t, ok t -> 0 <= K t) -> Forall ok l -> 0 <= prod_of K l.
Proof. intros H. induction 1; cbn [prod_of]; [lra |]. apply Rmult_le_pos; auto. Qed.

Lemma prod_size {A} (ok : A -> Prop) X Y k (l : list A) :
  (forall t, ok t -> 0 <= k t /\ X t ^ 2 + Y t ^ 2 <= k t ^ 2) -> Forall ok l ->
  prod_re X Y l ^ 2 + prod_im X Y l ^ 2 <= prod_of k l ^ 2.
Proof.
intros H. induction 1 as [| t l T _ IH]; cbn [prod_of prod_re prod_im]; [lra |]. destruct (H t T) as [_ S].
set (a := prod_re X Y l) in *. set (b := prod_im X Y l) in *.
replace ((X t * a - Y t * b) ^ 2 + (Y t * a + X t * b) ^ 2) with ((X t ^ 2 + Y t ^ 2) * (a ^ 2 + b ^ 2)) by ring.
replace ((k t * prod_of k l) ^ 2) with (k t ^ 2 * prod_of k l ^ 2) by ring.
assert (P1 := pow2_ge_0 (X t)). assert (P2 := pow2_ge_0 (Y t)). assert (P3 := pow2_ge_0 a). assert (P4 := pow2_ge_0 b).
apply Rmult_le_compat; lra.
Qed.

Section Carried.

(* Kinds of steps: densities under P, and losses. *)
Variable A : Type.
Variables p L : A -> R -> R.
Variable ok : A -> Prop.
Hypothesis Pp : forall t, ok t -> forall x, 0 <= p t x.

(* Each step replaces the function by its mean under P. *)
Definition carried (U : list A -> R -> R) : Prop :=
  forall t l y, ok t -> Forall ok l -> over_line (fun x => U l (y + L t x) * p t x) (U (t :: l) y).

Lemma carried_ext U V : (forall l y, U l y = V l y) -> carried U -> carried V.
Proof. intros E H t l y T O. rewrite <- E. refine (over_ext _ _ _ _ (H t l y T O)). intros x. now rewrite E. Qed.

Lemma carried_lin U V a b : carried U -> carried V -> carried (fun l y => a * U l y + b * V l y).
Proof.
intros HU HV t l y T O. refine (over_ext _ _ _ _ (over_lin _ _ a b _ _ (HU t l y T O) (HV t l y T O))).
intros x. cbv beta. ring.
Qed.

Lemma carried_below U V : carried U -> carried V -> (forall y, U nil y <= V nil y) ->
  forall l, Forall ok l -> forall y, U l y <= V l y.
Proof.
intros HU HV H. induction 1 as [| t l T O IH]; intros y; [apply H |].
refine (over_mono _ _ _ _ _ (HU t l y T O) (HV t l y T O)). intros x. apply Rmult_le_compat_r; [now apply Pp | apply IH].
Qed.

Lemma carried_exp s K : (forall t, ok t -> over_line (fun x => exp (s * L t x) * p t x) (K t)) ->
  carried (fun l y => exp (s * y) * prod_of K l).
Proof.
intros H t l y T _. cbn [prod_of].
replace (exp (s * y) * (K t * prod_of K l)) with (exp (s * y) * prod_of K l * K t + 0 * K t) by ring.
refine (over_ext _ _ _ _ (over_lin _ _ (exp (s * y) * prod_of K l) 0 _ _ (H t T) (H t T))). intros x. cbv beta.
rewrite Rmult_plus_distr_l, exp_plus. ring.
Qed.

(* a times the real part plus b times the imaginary part of e^((c + i w) y) times the product of all X + i Y. *)
Definition wave (c w : R) (X Y : A -> R) (a b : R) (l : list A) (y : R) : R :=
  exp (c * y) * (a * (cos (w * y) * prod_re X Y l - sin (w * y) * prod_im X Y l) +
    b * (sin (w * y) * prod_re X Y l + cos (w * y) * prod_im X Y l)).

Lemma carried_wave c w X Y a b :
  (forall t, ok t -> over_line (fun x => exp (c * L t x) * cos (w * L t x) * p t x) (X t)) ->
  (forall t, ok t -> over_line (fun x => exp (c * L t x) * sin (w * L t x) * p t x) (Y t)) -> carried (wave c w X Y a b).
Proof.
intros HX HY t l y T _. set (R_ := prod_re X Y l). set (I_ := prod_im X Y l). set (u := cos (w * y)). set (v := sin (w * y)).
replace (wave c w X Y a b (t :: l) y) with
  (exp (c * y) * (a * (u * R_ - v * I_) + b * (v * R_ + u * I_)) * X t +
   exp (c * y) * (a * (- v * R_ - u * I_) + b * (u * R_ - v * I_)) * Y t).
- refine (over_ext _ _ _ _ (over_lin _ _ _ _ _ _ (HX t T) (HY t T))). intros x. cbv beta. unfold wave. fold R_ I_.
  rewrite !Rmult_plus_distr_l, exp_plus, cos_plus, sin_plus. fold u v. ring.
- unfold wave. cbn [prod_re prod_im]. fold R_ I_ u v. ring.
Qed.

Lemma wave_small c w X Y a b l y B k : a ^ 2 + b ^ 2 <= B ^ 2 -> 0 <= B -> 0 <= k ->
  prod_re X Y l ^ 2 + prod_im X Y l ^ 2 <= k ^ 2 -> Rabs (wave c w X Y a b l y) <= exp (c * y) * (B * k).
Proof.
intros HB PB Pk Hk. unfold wave. rewrite Rabs_mult, (Rabs_pos_eq (exp (c * y))) by (left; apply exp_pos).
apply Rmult_le_compat_l; [left; apply exp_pos |].
assert (PBk : 0 <= B * k) by now apply Rmult_le_pos.
rewrite <- (Rabs_pos_eq (B * k)) by easy. apply Rsqr_le_abs_0. unfold Rsqr.
assert (C := sin2_cos2 (w * y)). unfold Rsqr in C.
set (R_ := prod_re X Y l) in *. set (I_ := prod_im X Y l) in *. set (u := cos (w * y)) in *. set (v := sin (w * y)) in *.
set (P := u * R_ - v * I_). set (N := v * R_ + u * I_).
assert (E : P ^ 2 + N ^ 2 = R_ ^ 2 + I_ ^ 2).
{ unfold P, N. transitivity ((v * v + u * u) * (R_ ^ 2 + I_ ^ 2)); [ring | rewrite C; ring]. }
apply Rle_trans with ((a ^ 2 + b ^ 2) * (P ^ 2 + N ^ 2)).
- assert (0 <= (a * N - b * P) ^ 2) by apply pow2_ge_0.
  replace ((a ^ 2 + b ^ 2) * (P ^ 2 + N ^ 2)) with ((a * P + b * N) * (a * P + b * N) + (a * N - b * P) ^ 2) by ring.
  lra.
- rewrite E. replace (B * k * (B * k)) with (B ^ 2 * k ^ 2) by ring.
  apply Rmult_le_compat; [assert (P1 := pow2_ge_0 a); assert (P2 := pow2_ge_0 b); lra | | exact HB | exact Hk].
  assert (P1 := pow2_ge_0 R_). assert (P2 := pow2_ge_0 I_). lra.
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

Variable A : Type.
Variables p L : A -> R -> R.
Variable ok : A -> Prop.
Hypothesis Pp : forall t, ok t -> forall x, 0 <= p t x.
Hypothesis P1 : forall t, ok t -> over_line (p t) 1.
Hypothesis Q1 : forall t, ok t -> over_line (fun x => exp (L t x) * p t x) 1.
Variables c La a b : R.
Variables Ka Kb : A -> R.
Hypothesis Hc : 1 < c.
Hypothesis HL : 0 < La.
Hypothesis Ha : c <= a.
Hypothesis Hb : 0 <= b.
Hypothesis HKa : forall t, ok t -> over_line (fun x => exp (a * L t x) * p t x) (Ka t).
Hypothesis HKb : forall t, ok t -> over_line (fun x => exp (- b * L t x) * p t x) (Kb t).
(* The transform at c + i k h. *)
Variables X Y : nat -> A -> R.
Notation h := (step_of La).
Hypothesis HX : forall k t, ok t -> over_line (fun x => exp (c * L t x) * cos (INR k * h * L t x) * p t x) (X k t).
Hypothesis HY : forall k t, ok t -> over_line (fun x => exp (c * L t x) * sin (INR k * h * L t x) * p t x) (Y k t).

Notation carried := (carried A p L ok).

Definition node (k : nat) : list A -> R -> R :=
  wave A c (INR k * h) (X k) (Y k) (coef_cos c (INR k * h)) (coef_sin c (INR k * h)).
Fixpoint nodes (j : nat) (l : list A) (y : R) : R :=
  match j with O => node 0 l y / La | S i => nodes i l y + 2 / La * node j l y end.

Lemma nodes_start j y : nodes j nil y = exp (c * y) * partial c La j y.
Proof.
induction j as [| j IH].
- cbn [nodes partial]. unfold node, wave. cbn [prod_re prod_im]. simpl INR. rewrite !Rmult_0_l, cos_0, sin_0. field. lra.
- cbn [nodes partial]. rewrite IH. unfold node, wave. cbn [prod_re prod_im]. ring.
Qed.

Lemma node_carried k : carried (node k).
Proof. apply carried_wave; [exact (HX k) | exact (HY k)]. Qed.

Lemma nodes_carried j : carried (nodes j).
Proof.
induction j as [| j IH].
- refine (carried_ext _ _ _ _ _ _ _ (carried_lin A p L ok _ _ (/ La) 0 (node_carried 0) (node_carried 0))). intros l y.
  cbn [nodes]. field. lra.
- refine (carried_ext _ _ _ _ _ _ _ (carried_lin A p L ok _ _ 1 (2 / La) IH (node_carried (S j)))). intros l y. cbn [nodes].
  ring.
Qed.

Lemma sum_carried M : carried (fun l y => sum_f_R0 (fun j => nodes j l y) M).
Proof.
induction M as [| M IH]; [exact (nodes_carried 0) |].
refine (carried_ext _ _ _ _ _ _ _ (carried_lin A p L ok _ _ 1 1 IH (nodes_carried (S M)))). intros l y. cbn [sum_f_R0]. ring.
Qed.

Lemma known_carried : carried (fun _ y => known c La y).
Proof.
assert (One : forall t, ok t -> over_line (fun x => exp (1 * L t x) * p t x) 1).
{ intros t T. refine (over_ext _ _ _ _ (Q1 t T)). intros x. now rewrite Rmult_1_l. }
assert (Zero : forall t, ok t -> over_line (fun x => exp (0 * L t x) * p t x) 1).
{ intros t T. refine (over_ext _ _ _ _ (P1 t T)). intros x. rewrite Rmult_0_l, exp_0. ring. }
assert (E : forall l : list A, prod_of (fun _ => 1) l = 1).
{ induction l as [| t l IH]; cbn [prod_of]; [easy |]. rewrite IH. ring. }
refine (carried_ext _ _ _ _ _ _ _ (carried_lin A p L ok _ _ (near_one (c - 1) La - 1) (- (near_one c La - 1))
  (carried_exp A p L ok 1 (fun _ => 1) One) (carried_exp A p L ok 0 (fun _ => 1) Zero))).
intros l y. unfold known. rewrite !E, Rmult_1_l, Rmult_0_l, exp_0. ring.
Qed.

(* The two exponentials (aliases) after all steps. *)
Definition aliases (l : list A) (y : R) : R :=
  near_one (c - 1) La * (exp (- ((a - c) * La)) * (exp (a * y) * prod_of Ka l) +
    exp (- ((c + b) * La)) * (exp (- b * y) * prod_of Kb l)).

Lemma aliases_carried : carried aliases.
Proof.
refine (carried_ext _ _ _ _ _ _ _ (carried_lin A p L ok _ _ (near_one (c - 1) La * exp (- ((a - c) * La)))
  (near_one (c - 1) La * exp (- ((c + b) * La))) (carried_exp A p L ok a Ka HKa) (carried_exp A p L ok (- b) Kb HKb))).
intros l y. unfold aliases. ring.
Qed.

Lemma X0 t : ok t -> over_line (fun x => exp (c * L t x) * p t x) (X 0 t).
Proof. intros T. refine (over_ext _ _ _ _ (HX 0 t T)). intros x. simpl INR. rewrite !Rmult_0_l, cos_0. ring. Qed.

(* Terms beyond the last node. *)
Variable m : nat.
Variable kappa : A -> R.
Hypothesis Hm : (0 < m)%nat.
Hypothesis Hk : forall k t, ok t -> (m < k)%nat -> 0 <= kappa t /\ X k t ^ 2 + Y k t ^ 2 <= kappa t ^ 2.

Lemma kappa_pos l : Forall ok l -> 0 <= prod_of kappa l.
Proof. apply (prod_pos ok). intros t T. exact (proj1 (Hk (S m) t T (Nat.lt_succ_diag_r m))). Qed.

Definition beyond_nodes (l : list A) (y : R) : R := exp (c * y) * prod_of kappa l * (2 / (La * (h * h)) / INR m).

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

Lemma nodes_tail l y j : Forall ok l -> (m <= j)%nat ->
  Rabs (nodes j l y - nodes m l y) <= 2 * (exp (c * y) * prod_of kappa l) / (La * (h * h)) * (/ INR m - / INR j).
Proof.
intros Hl. assert (Pk := kappa_pos l Hl).
assert (Hh := h_pos La HL). assert (Hm0 : 0 < INR m) by now apply lt_0_INR.
induction 1 as [| j Hj IH].
- replace (nodes m l y - nodes m l y) with 0 by ring. rewrite Rabs_R0. right. ring.
- cbn [nodes]. set (C := 2 * (exp (c * y) * prod_of kappa l) / (La * (h * h))) in *.
  assert (J0 : 0 < INR j) by (apply lt_0_INR; lia). assert (J1 : INR (S j) = INR j + 1) by apply S_INR.
  set (w := INR (S j) * h). assert (Hw : 0 < w) by (apply Rmult_lt_0_compat; lra).
  assert (W := wave_small A c w (X (S j)) (Y (S j)) _ _ l y _ (prod_of kappa l) (coef_small w Hw)
    ltac:(left; apply Rinv_0_lt_compat; now apply Rmult_lt_0_compat) Pk
    (prod_size ok _ _ kappa l (fun t T => Hk (S j) t T ltac:(lia)) Hl)).
  change (wave A c w (X (S j)) (Y (S j)) (coef_cos c w) (coef_sin c w) l y) with (node (S j) l y) in W.
  assert (PC : 0 <= C).
  { unfold C. apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat;
    [exact HL | apply Rmult_lt_0_compat; exact Hh]].
    apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [left; apply exp_pos | exact Pk]. }
  replace (nodes j l y + 2 / La * node (S j) l y - nodes m l y) with (nodes j l y - nodes m l y + 2 / La * node (S j)
    l y) by ring.
  eapply Rle_trans; [apply Rabs_triang |]. rewrite Rabs_mult, (Rabs_pos_eq (2 / La)) by (left; apply Rdiv_lt_0_compat;
    lra).
  assert (T : 2 / La * Rabs (node (S j) l y) <= C * / (INR (S j) * INR (S j))).
  { apply Rle_trans with (2 / La * (exp (c * y) * (/ (w * w) * prod_of kappa l))).
    - apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra | exact W].
    - right. unfold C, w. field. repeat split; lra. }
  assert (V : / (INR (S j) * INR (S j)) <= / INR j - / INR (S j)).
  { rewrite J1. replace (/ INR j - / (INR j + 1)) with (/ (INR j * (INR j + 1))) by (field; lra).
    apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra | apply Rmult_le_compat_r; lra]. }
  assert (C * / (INR (S j) * INR (S j)) <= C * (/ INR j - / INR (S j))) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma nodes_last l y j : Forall ok l -> (m <= j)%nat -> Rabs (nodes j l y - nodes m l y) <= beyond_nodes l y.
Proof.
intros Hl Hj. assert (Pk := kappa_pos l Hl). eapply Rle_trans; [now apply nodes_tail |].
assert (Hh := h_pos La HL). assert (Hm0 : 0 < INR m) by now apply lt_0_INR.
assert (J0 : 0 < INR j) by (apply lt_0_INR; lia). assert (I0 : 0 < / INR j) by now apply Rinv_0_lt_compat.
unfold beyond_nodes. replace (exp (c * y) * prod_of kappa l * (2 / (La * (h * h)) / INR m))
  with (2 * (exp (c * y) * prod_of kappa l) / (La * (h * h)) * / INR m) by (field; repeat split; lra).
apply Rmult_le_compat_l; [| lra].
apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; [exact HL | apply Rmult_lt_0_compat;
  exact Hh]].
apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [left; apply exp_pos | exact Pk].
Qed.

Theorem carried_series (D : list A -> R -> R) : carried D -> (forall y, D nil y = payoff y) ->
  forall l, Forall ok l -> forall y, Rabs (D l y - (nodes m l y - known c La y)) <= aliases l y + beyond_nodes l y.
Proof.
intros HD HD0 l Hl y.
assert (T0 : 0 <= beyond_nodes l y).
{ eapply Rle_trans; [| apply (nodes_last l y m Hl (le_n m))]. apply Rabs_pos. }
destruct (mean_near (fun j => nodes j l y) (nodes m l y) (beyond_nodes l y) m T0 (fun j => nodes_last l y j Hl)) as [C [PC HC]].
set (E := exp (c * y) * prod_of (X 0) l).
apply le_epsilon. intros e He.
set (e1 := e / 2 / (Rabs E + 1)).
assert (PE : 0 < Rabs E + 1) by (assert (Q := Rabs_pos E); lra).
assert (P_e1 : 0 < e1) by (apply Rdiv_lt_0_compat; lra).
destruct (payoff_series c La Hc HL e1 P_e1) as [m0 H0].
assert (PQ : 0 <= C / (e / 2)) by (apply Rmult_le_pos; [easy | left; apply Rinv_0_lt_compat; lra]).
destruct (nfloor_ex _ PQ) as [m1 [_ Hm1]].
set (M := (m0 + m1)%nat). assert (HM : (m0 <= M)%nat) by (unfold M; lia). specialize (H0 M HM).
assert (Hs : 0 < INR (S M)) by (apply lt_0_INR; lia).
set (Sum := fun (l : list A) (z : R) => sum_f_R0 (fun j => nodes j l z) M / INR (S M) - known c La z).
assert (B : Rabs (D l y - Sum l y) <= aliases l y + e1 * E).
{ assert (KS : carried Sum).
  { refine (carried_ext _ _ _ _ _ _ _ (carried_lin A p L ok _ _ (/ INR (S M)) (- (1)) (sum_carried M) known_carried)).
    intros l' z. unfold Sum. field. lra. }
  assert (KA := carried_lin A p L ok _ _ 1 e1 aliases_carried (carried_exp A p L ok c (X 0) X0)). cbv beta in KA.
  assert (Up := carried_lin A p L ok _ _ 1 1 KS KA). assert (Dn := carried_lin A p L ok _ _ 1 (- (1)) KS KA). cbv beta in Up, Dn.
  assert (S0 : forall z, Rabs (payoff z - Sum nil z) <= aliases nil z + e1 * exp (c * z)).
  { intros z. specialize (H0 a b z Ha Hb). unfold Sum.
    rewrite (sum_eq (fun j => nodes j nil z) (fun j => partial c La j z * exp (c * z)) M) by (intros i _;
      rewrite nodes_start; ring).
    rewrite <- scal_sum. unfold alias in H0. unfold aliases. cbn [prod_of]. rewrite !Rmult_1_r. unfold Rdiv in *.
    rewrite Rmult_assoc. exact H0. }
  assert (U := carried_below A p L ok Pp _ _ HD Up). assert (W := carried_below A p L ok Pp _ _ Dn HD). cbv beta in U, W.
  assert (U0 : forall z, D nil z <= 1 * Sum nil z + 1 * (1 * aliases nil z + e1 * (exp (c * z) * prod_of (X 0) nil))).
  { intros z. rewrite HD0. specialize (S0 z). apply Rabs_le_between in S0. cbn [prod_of]. lra. }
  assert (W0 : forall z, 1 * Sum nil z + - (1) * (1 * aliases nil z + e1 * (exp (c * z) * prod_of (X 0) nil)) <= D nil z).
  { intros z. rewrite HD0. specialize (S0 z). apply Rabs_le_between in S0. cbn [prod_of]. lra. }
  specialize (U U0 l Hl y). specialize (W W0 l Hl y). fold E in U, W. apply Rabs_le. lra. }
specialize (HC M).
assert (F1 : e1 * E <= e / 2).
{ apply Rle_trans with (e1 * (Rabs E + 1)); [apply Rmult_le_compat_l; [lra | assert (Q := Rle_abs E); lra] |].
  right. unfold e1. field. lra. }
assert (F2 : C / INR (S M) <= e / 2).
{ apply Rmult_le_reg_r with (INR (S M)); [easy |]. replace (C / INR (S M) * INR (S M)) with C by (field; lra).
  assert (Q : INR m1 <= INR M) by (apply le_INR; unfold M; lia).
  apply Rmult_le_reg_r with (/ (e / 2)); [apply Rinv_0_lt_compat; lra |].
  replace (e / 2 * INR (S M) * / (e / 2)) with (INR (S M)) by (field; lra). rewrite S_INR. unfold Rdiv in *. lra. }
unfold Sum in B. apply Rabs_le_between in B. apply Rabs_le_between in HC. apply Rabs_le. lra.
Qed.

End Series.
