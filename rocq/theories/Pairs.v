(* Pairs of probability distributions (laws), and the quantities of privacy accounting.

   A law is given by its integrals: [P M f v] means that the integral of f under P exists and is v. The definition
   of a law determines the kind of integral (a finite sum, a series, an improper Riemann integral, an iterated
   one). An event is a set of outcomes whose probabilities under both laws exist. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

Definition law (A : Type) := (A -> R) -> R -> Prop.

(* P is the law without the record, Q with the record. *)
Record pair := Pair { space : Type; P : law space; Q : law space }.

Definition ind {A} (E : A -> bool) (x : A) : R := if E x then 1 else 0.

(* delta(epsilon) = sup over all events E of Q(E) - e^epsilon P(E). *)
Definition gap (M : pair) (epsilon d : R) : Prop :=
  exists E vp vq, P M (ind E) vp /\ Q M (ind E) vq /\ d = vq - exp epsilon * vp.
Definition delta (M : pair) (epsilon : R) : R := real (Lub_Rbar (gap M epsilon)).

(* The pair with the roles exchanged, and the worse of both directions. *)
Definition swap (M : pair) : pair := Pair (space M) (Q M) (P M).
Definition delta_worst (M : pair) (epsilon : R) : R :=
  Rmax (delta M epsilon) (delta (swap M) epsilon).

(* Total variation: sup over all events of |Q(E) - P(E)|. *)
Definition tv (M : pair) : R :=
  real (Lub_Rbar (fun d => exists E vp vq, P M (ind E) vp /\ Q M (ind E) vq /\ d = Rabs (vq - vp))).

(* Bayes error: the minimum probability of a wrong decision, if P has prior probability pi. *)
Definition bayes (M : pair) (pi : R) : R :=
  real (Glb_Rbar (fun r => exists E vp vq,
    P M (ind E) vp /\ Q M (ind E) vq /\ r = pi * vp + (1 - pi) * (1 - vq))).

(* Tests reject P with probability f(x) at the outcome x. *)
Definition test {A} (f : A -> R) : Prop := forall x, 0 <= f x <= 1.

(* Trade-off function: the minimum type II error of tests whose type I error is at most alpha. *)
Definition tradeoff (M : pair) (alpha : R) : R :=
  real (Glb_Rbar (fun b => exists f vp vq,
    test f /\ P M f vp /\ Q M f vq /\ vp <= alpha /\ b = 1 - vq)).

(* ReRo: the largest Q-probability of a test whose P-probability is at most kappa. *)
Definition rero (M : pair) (kappa : R) : R :=
  real (Lub_Rbar (fun g => exists f vp vq,
    test f /\ P M f vp /\ Q M f vq /\ vp <= kappa /\ g = vq)).

(* The worse of both directions: the minimum Bayes error, and the largest convex function below both trade-off
   functions, which is the supremum of the lines below both. *)
Definition bayes_worst (M : pair) (pi : R) : R := Rmin (bayes M pi) (bayes (swap M) pi).
Definition below_tests (M : pair) (c h : R) : Prop :=
  forall f vp vq, test f -> P M f vp -> Q M f vq -> 1 * vq - c * vp <= h.
Definition tradeoff_worst (M : pair) (alpha : R) : R :=
  real (Lub_Rbar (fun y => exists c h, 0 <= c /\ below_tests M c h /\ below_tests (swap M) c h /\
    y = 1 - h - c * alpha)).

(* The smallest epsilon, of either sign, with delta(epsilon) <= d. *)
Definition epsilon_of (D : R -> R) (d : R) : R :=
  real (Glb_Rbar (fun e => D e <= d)).

(* Properties of the integrals of a probability law. *)
Record expectation {A} (I : law A) : Prop := Expectation {
  ex_ext : forall f g v, (forall x, f x = g x) -> I f v -> I g v;
  ex_one : I (fun _ => 1) 1;
  ex_lin : forall f g c d u v,
    I f u -> I g v -> I (fun x => c * f x + d * g x) (c * u + d * v);
  ex_mono : forall f g u v, (forall x, f x <= g x) -> I f u -> I g v -> u <= v }.
Definition sound (M : pair) : Prop := expectation (P M) /\ expectation (Q M).

Lemma ex_const {A} (I : law A) c : expectation I -> I (fun _ => c) c.
Proof.
intros H. assert (L := ex_lin I H _ _ c 0 _ _ (ex_one I H) (ex_one I H)). simpl in L.
now replace (c * 1 + 0 * 1) with c in L by ring.
Qed.

Lemma ex_scal {A} (I : law A) c f v : expectation I -> I f v -> I (fun x => c * f x) (c * v).
Proof.
intros H Hf. apply (ex_ext I H (fun x => c * f x + 0 * f x)). intros; ring.
replace (c * v) with (c * v + 0 * v) by ring. apply (ex_lin I H f f); assumption.
Qed.

Lemma ex_test {A} (I : law A) f v : expectation I -> test f -> I f v -> 0 <= v <= 1.
Proof.
intros H Ht Hf; split.
apply (ex_mono I H (fun _ => 0) f); [intros; apply Ht | now apply ex_const | easy].
apply (ex_mono I H f (fun _ => 1)); [intros; apply Ht | easy | now apply ex_const].
Qed.

Lemma test_ind {A} (E : A -> bool) : test (ind E).
Proof. intros x; unfold ind; destruct (E x); lra. Qed.

Lemma ind_negb {A} (I : law A) E v :
  expectation I -> I (ind E) v -> I (ind (fun x => negb (E x))) (1 - v).
Proof.
intros H HE. apply (ex_ext I H (fun x => 1 * 1 + (-1) * ind E x)).
intros x; unfold ind; destruct (E x); simpl; ring.
replace (1 - v) with (1 * 1 + (-1) * v) by ring.
apply (ex_lin I H (fun _ => 1)); [apply (ex_one I H) | easy].
Qed.

(* [between M a b lo hi]: no test has b Q - a P above hi, and some event reaches lo. *)
Definition no_more (M : pair) (a b hi : R) : Prop :=
  forall f vp vq, test f -> P M f vp -> Q M f vq -> b * vq - a * vp <= hi.
Definition reached (M : pair) (a b lo : R) : Prop :=
  exists E vp vq, P M (ind E) vp /\ Q M (ind E) vq /\ lo <= b * vq - a * vp.
Definition between M a b lo hi := reached M a b lo /\ no_more M a b hi.

Lemma lub_between (S : R -> Prop) lo hi :
  (exists d, S d /\ lo <= d) -> (forall d, S d -> d <= hi) -> lo <= real (Lub_Rbar S) <= hi.
Proof.
intros [d [Sd Hd]] Hhi. destruct (Lub_Rbar_correct S) as [U L].
specialize (L (Finite hi) (fun x Sx => Hhi x Sx)). specialize (U d Sd).
destruct (Lub_Rbar S) as [r | |]; simpl in *; try contradiction; lra.
Qed.

Lemma glb_between (S : R -> Prop) lo hi :
  (exists d, S d /\ d <= hi) -> (forall d, S d -> lo <= d) -> lo <= real (Glb_Rbar S) <= hi.
Proof.
intros [d [Sd Hd]] Hlo. destruct (Glb_Rbar_correct S) as [U L].
specialize (L (Finite lo) (fun x Sx => Hlo x Sx)). specialize (U d Sd).
destruct (Glb_Rbar S) as [r | |]; simpl in *; try contradiction; lra.
Qed.

Theorem delta_between M epsilon lo hi :
  between M (exp epsilon) 1 lo hi -> lo <= delta M epsilon <= hi.
Proof.
intros [[E [vp [vq [Hp [Hq Hlo]]]]] Hhi]. apply lub_between.
- exists (vq - exp epsilon * vp); split; [| lra]. now exists E, vp, vq.
- intros d [F [wp [wq [Fp [Fq ->]]]]].
  specialize (Hhi (ind F) wp wq (test_ind F) Fp Fq). lra.
Qed.

(* The exchanged pair: delta'(epsilon) = 1 - e^epsilon + e^epsilon delta(-epsilon). *)
Lemma between_swap M a b lo hi :
  sound M -> between M b a lo hi -> between (swap M) a b (b - a + lo) (b - a + hi).
Proof.
intros [SP SQ] [[E [vp [vq [Hp [Hq Hlo]]]]] Hhi]. split.
- exists (fun x => negb (E x)), (1 - vq), (1 - vp); simpl.
  split; [now apply ind_negb |]. split; [now apply ind_negb | lra].
- intros f wq wp Hf Fq Fp; simpl in *.
  assert (T : test (fun x => 1 * 1 + (-1) * f x)) by (intros x; specialize (Hf x); lra).
  specialize (Hhi _ (1 * 1 + (-1) * wp) (1 * 1 + (-1) * wq) T
    (ex_lin _ SP _ _ _ _ _ _ (ex_one _ SP) Fp) (ex_lin _ SQ _ _ _ _ _ _ (ex_one _ SQ) Fq)).
  lra.
Qed.

Theorem worst_between M epsilon lo1 hi1 lo2 hi2 :
  sound M -> between M (exp epsilon) 1 lo1 hi1 -> between M 1 (exp epsilon) lo2 hi2 ->
  Rmax lo1 (1 - exp epsilon + lo2) <= delta_worst M epsilon <= Rmax hi1 (1 - exp epsilon + hi2).
Proof.
intros S H1 H2. apply (between_swap M) in H2; [| exact S].
apply delta_between in H1. apply delta_between in H2.
unfold delta_worst; split; [apply Rmax_case | apply Rmax_case].
- apply Rle_trans with (delta M epsilon); [tauto | apply Rmax_l].
- apply Rle_trans with (delta (swap M) epsilon); [tauto | apply Rmax_r].
- apply Rle_trans with hi1; [tauto | apply Rmax_l].
- apply Rle_trans with (1 - exp epsilon + hi2); [tauto | apply Rmax_r].
Qed.

Theorem tv_between M lo hi : sound M -> between M 1 1 lo hi -> lo <= tv M <= hi.
Proof.
intros S H. assert (H' := between_swap M 1 1 lo hi S H).
destruct H as [[E [vp [vq [Hp [Hq Hlo]]]]] Hhi]. destruct H' as [_ Hhi'].
apply lub_between.
- exists (Rabs (vq - vp)); split; [now exists E, vp, vq |].
  apply Rle_trans with (vq - vp); [lra | apply Rle_abs].
- intros d [F [wp [wq [Fp [Fq ->]]]]].
  specialize (Hhi (ind F) wp wq (test_ind F) Fp Fq).
  specialize (Hhi' (ind F) wq wp (test_ind F) Fq Fp).
  apply Rabs_le; lra.
Qed.

(* R(pi) = (1 - pi) - sup over events of (1 - pi) Q(E) - pi P(E). *)
Theorem bayes_between M pi lo hi :
  between M pi (1 - pi) lo hi -> 1 - pi - hi <= bayes M pi <= 1 - pi - lo.
Proof.
intros [[E [vp [vq [Hp [Hq Hlo]]]]] Hhi]. apply glb_between.
- exists (pi * vp + (1 - pi) * (1 - vq)); split; [now exists E, vp, vq | lra].
- intros d [F [wp [wq [Fp [Fq ->]]]]].
  specialize (Hhi (ind F) wp wq (test_ind F) Fp Fq). lra.
Qed.

(* f(alpha) >= 1 - delta(t) - e^t alpha for every t; c is e^t. *)
Theorem tradeoff_between M alpha c h lo hi :
  0 <= c -> no_more M c 1 h -> lo <= 1 - h - c * alpha ->
  (exists f vp vq, test f /\ P M f vp /\ Q M f vq /\ vp <= alpha /\ 1 - vq <= hi) ->
  lo <= tradeoff M alpha <= hi.
Proof.
intros Hc Hh Hlo [f [vp [vq [Hf [Hp [Hq [Ha Hhi]]]]]]]. apply glb_between.
- exists (1 - vq); split; [now exists f, vp, vq | lra].
- intros b [g [wp [wq [Hg [Gp [Gq [Ga ->]]]]]]].
  specialize (Hh g wp wq Hg Gp Gq).
  assert (c * wp <= c * alpha) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem rero_between M kappa c h lo hi :
  0 <= c -> no_more M c 1 h -> h + c * kappa <= hi ->
  (exists f vp vq, test f /\ P M f vp /\ Q M f vq /\ vp <= kappa /\ lo <= vq) ->
  lo <= rero M kappa <= hi.
Proof.
intros Hc Hh Hlo [f [vp [vq [Hf [Hp [Hq [Ha Hhi]]]]]]]. apply lub_between.
- exists vq; split; [now exists f, vp, vq | lra].
- intros b [g [wp [wq [Hg [Gp [Gq [Ga ->]]]]]]].
  specialize (Hh g wp wq Hg Gp Gq).
  assert (c * wp <= c * kappa) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* If the profile is nonincreasing, two of its values enclose the smallest epsilon. *)
Theorem epsilon_between (D : R -> R) d lo hi :
  (forall e e', e <= e' -> D e' <= D e) ->
  d < D lo -> D hi <= d -> lo <= epsilon_of D d <= hi.
Proof.
intros Mon Hlo Hhi. apply glb_between.
- exists hi; split; lra.
- intros e He. apply Rnot_lt_le; intros Hlt. specialize (Mon e lo). lra.
Qed.

(* A line below both trade-off functions, and the proof that no such line is above hi at alpha. *)
Theorem tradeoff_worst_lines M alpha c h lo hi :
  0 <= c -> no_more M c 1 h -> no_more (swap M) c 1 h -> lo <= 1 - h - c * alpha ->
  (forall c' h', 0 <= c' -> below_tests M c' h' -> below_tests (swap M) c' h' -> 1 - h' - c' * alpha <= hi) ->
  lo <= tradeoff_worst M alpha <= hi.
Proof.
intros Hc H1 H2 Hlo Hhi. apply lub_between.
- exists (1 - h - c * alpha); split; [now exists c, h | lra].
- intros y [c' [h' [Hc' [B1 [B2 ->]]]]]. now apply Hhi.
Qed.

(* A test of either direction bounds the lines. *)
Theorem tradeoff_worst_between M alpha c h lo hi :
  0 <= c -> no_more M c 1 h -> no_more (swap M) c 1 h -> lo <= 1 - h - c * alpha ->
  (exists f vp vq, test f /\ P M f vp /\ Q M f vq /\ vp <= alpha /\ 1 - vq <= hi) ->
  lo <= tradeoff_worst M alpha <= hi.
Proof.
intros Hc H1 H2 Hlo [f [vp [vq [Hf [Hp [Hq [Ha Hhi]]]]]]]. apply (tradeoff_worst_lines M alpha c h); auto.
intros c' h' Hc' B1 _. specialize (B1 f vp vq Hf Hp Hq).
assert (c' * vp <= c' * alpha) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Theorem tradeoff_worst_swapped M alpha c h lo hi :
  0 <= c -> no_more M c 1 h -> no_more (swap M) c 1 h -> lo <= 1 - h - c * alpha ->
  (exists f vp vq, test f /\ Q M f vp /\ P M f vq /\ vp <= alpha /\ 1 - vq <= hi) ->
  lo <= tradeoff_worst M alpha <= hi.
Proof.
intros Hc H1 H2 Hlo [f [vp [vq [Hf [Hp [Hq [Ha Hhi]]]]]]]. apply (tradeoff_worst_lines M alpha c h); auto.
intros c' h' Hc' _ B2. specialize (B2 f vp vq Hf Hp Hq).
assert (c' * vp <= c' * alpha) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* The chord of slope -1 between a test of one direction and its complement, a test of the other. *)
Theorem tradeoff_worst_chord M alpha h f vp vq lo hi : sound M ->
  no_more M 1 1 h -> no_more (swap M) 1 1 h -> lo <= 1 - h - alpha ->
  test f -> P M f vp -> Q M f vq -> vp <= alpha <= 1 - vq -> 1 - (vq - vp) - alpha <= hi ->
  lo <= tradeoff_worst M alpha <= hi.
Proof.
intros [SP SQ] H1 H2 Hlo Hf Hp Hq Ha Hhi. apply (tradeoff_worst_lines M alpha 1 h); auto; try lra.
intros c h' Hc B1 B2. specialize (B1 f vp vq Hf Hp Hq).
assert (T : test (fun x => 1 * 1 + (-1) * f x)) by (intros x; specialize (Hf x); lra).
specialize (B2 _ (1 * 1 + (-1) * vq) (1 * 1 + (-1) * vp) T
  (ex_lin _ SQ _ _ _ _ _ _ (ex_one _ SQ) Hq) (ex_lin _ SP _ _ _ _ _ _ (ex_one _ SP) Hp)).
eapply Rle_trans; [| exact Hhi].
destruct (Req_dec vp (1 - vq)) as [E | E].
- replace alpha with vp by lra. lra.
- apply Rmult_le_reg_l with (1 - vq - vp); [lra |].
  assert (W1 : 0 <= (1 - vq - alpha) * (h' - (1 * vq - c * vp))) by (apply Rmult_le_pos; lra).
  assert (W2 : 0 <= (alpha - vp) * (h' - (1 * (1 * 1 + -1 * vp) - c * (1 * 1 + -1 * vq)))) by (apply Rmult_le_pos; lra).
  apply Rminus_le. apply Ropp_le_cancel. rewrite Ropp_0.
  match goal with |- 0 <= ?x => replace x with
    ((1 - vq - alpha) * (h' - (1 * vq - c * vp)) + (alpha - vp) * (h' - (1 * (1 * 1 + -1 * vp) - c * (1 * 1 + -1 * vq))))
    by ring end. lra.
Qed.

Lemma swap_sound M : sound M -> sound (swap M).
Proof. intros [A B]; split; assumption. Qed.

(* The statement of generated files, from the two values b Q(E) - a P(E) at (e^epsilon, 1) and (1, e^epsilon). *)
Theorem worst_values M epsilon h1 h2 lo hi : sound M ->
  between M (exp epsilon) 1 h1 h1 -> between M 1 (exp epsilon) h2 h2 ->
  lo <= h1 \/ lo <= 1 - exp epsilon + h2 -> h1 <= hi -> 1 - exp epsilon + h2 <= hi ->
  lo <= delta_worst M epsilon <= hi.
Proof.
intros S H1 H2 L U1 U2. destruct (worst_between M epsilon h1 h1 h2 h2 S H1 H2) as [A B].
split.
- eapply Rle_trans; [| exact A]. destruct L as [L | L].
  eapply Rle_trans; [exact L | apply Rmax_l]. eapply Rle_trans; [exact L | apply Rmax_r].
- eapply Rle_trans; [exact B |]. now apply Rmax_case.
Qed.

Theorem bayes_worst_values M pi h1 h2 lo hi : sound M ->
  between M pi (1 - pi) h1 h1 -> between M (1 - pi) pi h2 h2 ->
  lo <= 1 - pi - h1 -> lo <= pi - h2 -> 1 - pi - h1 <= hi \/ pi - h2 <= hi ->
  lo <= bayes_worst M pi <= hi.
Proof.
intros S H1 H2 L1 L2 U. apply (between_swap M) in H2; [| exact S].
apply bayes_between in H1. apply bayes_between in H2. unfold bayes_worst.
assert (E1 : bayes M pi = 1 - pi - h1) by lra. assert (E2 : bayes (swap M) pi = pi - h2) by lra.
rewrite E1, E2. split; [now apply Rmin_case |].
destruct U as [U | U]; [eapply Rle_trans; [apply Rmin_l | exact U] | eapply Rle_trans; [apply Rmin_r | exact U]].
Qed.

(* delta is nonincreasing in epsilon, because the gap of each event is. *)
Theorem delta_decreases M e e' : sound M -> e <= e' -> delta M e' <= delta M e.
Proof.
intros [SP SQ] He.
assert (Bound : forall t d, gap M t d -> d <= 1).
{ intros t d [E [vp [vq [Hp [Hq ->]]]]].
  destruct (ex_test _ _ _ SP (test_ind E) Hp). destruct (ex_test _ _ _ SQ (test_ind E) Hq).
  assert (0 <= exp t * vp) by (apply Rmult_le_pos; [left; apply exp_pos | lra]). lra. }
assert (Up : forall t d, gap M t d -> d <= delta M t).
{ intros t d Hd. unfold delta. destruct (Lub_Rbar_correct (gap M t)) as [U L].
  specialize (U d Hd). specialize (L (Finite 1) (fun x Sx => Bound t x Sx)).
  destruct (Lub_Rbar (gap M t)); simpl in *; tauto. }
apply (lub_between (gap M e') (-exp e')).
- exists (0 - exp e' * 0); split.
  + exists (fun _ => false), 0, 0; unfold ind; simpl.
    split; [now apply ex_const | split; [now apply ex_const | ring]].
  + assert (0 < exp e') by apply exp_pos. lra.
- intros d [E [vp [vq [Hp [Hq ->]]]]].
  apply Rle_trans with (vq - exp e * vp).
  + assert (exp e <= exp e') by (destruct He as [He | ->]; [left; now apply exp_increasing | lra]).
    destruct (ex_test _ _ _ SP (test_ind E) Hp).
    assert (exp e * vp <= exp e' * vp) by (apply Rmult_le_compat_r; lra). lra.
  + apply Up. now exists E, vp, vq.
Qed.

(* Bounds on one side. *)
Lemma no_more_b M b : sound M -> forall a, 0 <= a -> 0 <= b -> no_more M a b b.
Proof.
intros [SP SQ] a Ha Hb f vp vq Hf Hp Hq.
destruct (ex_test _ _ _ SP Hf Hp). destruct (ex_test _ _ _ SQ Hf Hq).
assert (0 <= a * vp) by (apply Rmult_le_pos; lra).
assert (b * vq <= b * 1) by (apply Rmult_le_compat_l; lra). lra.
Qed.

Lemma reached_all M a b : sound M -> reached M a b (b - a).
Proof.
intros [SP SQ]. exists (fun _ => true), 1, 1. unfold ind.
split; [apply (ex_one _ SP) | split; [apply (ex_one _ SQ) | lra]].
Qed.

Lemma delta_reached M epsilon lo : sound M -> reached M (exp epsilon) 1 lo -> lo <= delta M epsilon.
Proof.
intros S R. apply (delta_between M epsilon lo 1). split; [exact R |].
apply no_more_b; [exact S | left; apply exp_pos | lra].
Qed.

Lemma delta_no_more M epsilon hi : sound M -> no_more M (exp epsilon) 1 hi -> delta M epsilon <= hi.
Proof.
intros S N. apply (delta_between M epsilon (1 - exp epsilon) hi). split; [now apply reached_all | exact N].
Qed.

Lemma no_more_scale M a b c hi : 0 <= c -> no_more M a b hi -> no_more M (c * a) (c * b) (c * hi).
Proof.
intros Hc N f vp vq Hf Hp Hq. specialize (N f vp vq Hf Hp Hq).
assert (c * (b * vq - a * vp) <= c * hi) by now apply Rmult_le_compat_l. lra.
Qed.

Lemma reached_scale M a b c lo : 0 <= c -> reached M a b lo -> reached M (c * a) (c * b) (c * lo).
Proof.
intros Hc [E [vp [vq [Hp [Hq L]]]]]. exists E, vp, vq. split; [exact Hp | split; [exact Hq |]].
assert (c * lo <= c * (b * vq - a * vp)) by now apply Rmult_le_compat_l. lra.
Qed.

(* A bound for the exchanged pair at epsilon, from the pair at -epsilon. *)
Lemma swap_no_more M epsilon hi : sound M -> no_more M (exp (- epsilon)) 1 hi ->
  delta (swap M) epsilon <= 1 - exp epsilon + exp epsilon * hi.
Proof.
intros S N. assert (E : exp epsilon * exp (- epsilon) = 1).
{ rewrite <- exp_plus, <- exp_0. f_equal. ring. }
assert (Pe := exp_pos epsilon).
apply (no_more_scale M _ _ (exp epsilon)) in N; [| lra]. rewrite E, Rmult_1_r in N.
assert (B : between M 1 (exp epsilon) (exp epsilon - 1) (exp epsilon * hi)) by (split; [now apply reached_all | exact N]).
apply (between_swap M) in B; [| exact S]. apply delta_between in B. lra.
Qed.

Theorem worst_decreases M e e' : sound M -> e <= e' -> delta_worst M e' <= delta_worst M e.
Proof.
intros S H. unfold delta_worst. apply Rmax_case.
- eapply Rle_trans; [now apply (delta_decreases M e e') | apply Rmax_l].
- eapply Rle_trans; [apply (delta_decreases (swap M) e e'); [now apply swap_sound | easy] | apply Rmax_r].
Qed.

(* Composition: independent outcomes, with an iterated integral. The integral over all later outcomes must exist at
   every value of the earlier ones, in the order in which the mechanisms are written. So a set of outcomes is an
   event of a composition only if each of these inner integrals of its indicator exists, and the integral of their
   values exists. *)
Definition iterate {A B} (I : law A) (J : law B) : law (A * B) :=
  fun f v => exists g, (forall x, J (fun y => f (x, y)) (g x)) /\ I g v.
Definition prod_pair (M N : pair) : pair :=
  Pair (space M * space N) (iterate (P M) (P N)) (iterate (Q M) (Q N)).
Definition nothing : pair :=
  Pair unit (fun f v => v = f tt) (fun f v => v = f tt).
Definition compose (Ms : list pair) : pair := fold_right prod_pair nothing Ms.
Definition power (M : pair) (n : nat) : pair := compose (repeat M n).

Lemma iterate_expectation {A B} (I : law A) (J : law B) :
  expectation I -> expectation J -> expectation (iterate I J).
Proof.
intros HI HJ; split.
- intros f g v Hfg [h [Hh Hv]]. exists h; split; [| easy].
  intros x. apply (ex_ext J HJ (fun y => f (x, y))); [intros; apply Hfg | apply Hh].
- exists (fun _ => 1); split; [intros _; apply (ex_one J HJ) | apply (ex_one I HI)].
- intros f g c d u v [hf [Hf Hu]] [hg [Hg Hv]].
  exists (fun x => c * hf x + d * hg x); split.
  + intros x. apply (ex_lin J HJ (fun y => f (x, y)) (fun y => g (x, y))); [apply Hf | apply Hg].
  + now apply (ex_lin I HI).
- intros f g u v Hfg [hf [Hf Hu]] [hg [Hg Hv]].
  apply (ex_mono I HI hf hg); try easy.
  intros x. apply (ex_mono J HJ (fun y => f (x, y)) (fun y => g (x, y))); auto.
Qed.

Lemma nothing_sound : sound nothing.
Proof.
split; split; simpl; intros; subst; auto; try reflexivity; try lra.
Qed.

Lemma compose_sound Ms : Forall sound Ms -> sound (compose Ms).
Proof.
induction 1 as [| M Ms [HP HQ] _ [IP IQ]]; [exact nothing_sound |].
split; simpl; now apply iterate_expectation.
Qed.

Lemma power_sound M n : sound M -> sound (power M n).
Proof.
intros H. apply compose_sound. induction n; simpl; constructor; auto.
Qed.

(* A single factor: the composition of a single mechanism is that mechanism. *)
Lemma between_single M a b lo hi :
  sound M -> between M a b lo hi -> between (compose [M]) a b lo hi.
Proof.
intros [SP SQ] [[E [vp [vq [Hp [Hq Hlo]]]]] Hhi]. split.
- exists (fun x => E (fst x)), vp, vq; simpl. split; [| split; [| easy]].
  + exists (ind E); split; [reflexivity | easy].
  + exists (ind E); split; [reflexivity | easy].
- intros f wp wq Hf [gp [Gp Fp]] [gq [Gq Fq]]. simpl in *.
  apply (Hhi (fun x => f (x, tt))); [intros x; apply Hf | |].
  + apply (ex_ext _ SP gp); [apply Gp | easy].
  + apply (ex_ext _ SQ gq); [apply Gq | easy].
Qed.
