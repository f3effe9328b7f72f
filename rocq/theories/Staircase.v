(* Staircase noise, represented by the masses of its three likelihood ratios e^epsilon, 1 and e^-epsilon: the pair
   that dominates all epsilon-private pairs with its total variation (Ghazi and Issa). The proof that its density
   has these masses is not in this file. *)
From Coq Require Import Reals Lra List.
From Plumbline Require Import Pairs Laws Lattice Compositions Finite.
Import ListNotations.
Open Scope R_scope.

Definition staircase_tv (epsilon gamma : R) : R :=
  let q := exp (0 - epsilon) in
  let B := 2 * q + 2 * gamma * (1 - q) in
  if Rle_dec gamma (1 / 2) then (1 - q) * (1 - q / B) else (1 - q) / B.
Definition staircase (epsilon gamma : R) : pair := total_variation_dp epsilon 0 (staircase_tv epsilon gamma).

Section Masses.

Variables epsilon gamma : R.
Hypothesis He : 0 < epsilon.
Hypothesis Hg : 0 <= gamma <= 1.
Let q := exp (0 - epsilon).
Let B := 2 * q + 2 * gamma * (1 - q).

Lemma q_range : 0 < q < 1.
Proof. split; [apply exp_pos |]. rewrite <- exp_0. apply exp_increasing. lra. Qed.

Lemma B_above : q < B.
Proof. assert (R := q_range). unfold B. assert (0 <= gamma * (1 - q)) by (apply Rmult_le_pos; lra). lra. Qed.

Lemma up : exp epsilon = / q.
Proof. unfold q. rewrite Rminus_0_l, exp_Ropp. now rewrite Rinv_inv. Qed.

Lemma by_variation eta : staircase_tv epsilon gamma = eta -> 0 <= eta -> eta * (1 + q) <= 1 - q ->
  let c := (eta - 0) / (exp epsilon - 1) in let r := 1 - 0 - c * (exp epsilon + 1) in
  on_lattice (staircase epsilon gamma) 0 epsilon epsilon [c; r; c * exp epsilon].
Proof.
intros E Pe Pr c r. unfold staircase. rewrite E. apply (tvdp_on_lattice epsilon 0 eta); [lra | exact He |].
assert (R := q_range). rewrite up.
replace (1 - 0 - (eta - 0) / (/ q - 1) * (/ q + 1)) with ((1 - q - eta * (1 + q)) / (1 - q)) by (field; lra).
apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
Qed.

Lemma flat_steps : gamma <= 1 / 2 ->
  let eta := (1 - q) * (1 - q / B) in let c := (eta - 0) / (exp epsilon - 1) in let r := 1 - 0 - c * (exp epsilon + 1) in
  on_lattice (staircase epsilon gamma) 0 epsilon epsilon [c; r; c * exp epsilon].
Proof.
intros H eta. assert (R := q_range). assert (Bq := B_above).
assert (D : q / B < 1) by (apply Rmult_lt_reg_r with B; [lra |]; replace (q / B * B) with q by (field; lra); lra).
apply by_variation.
- unfold staircase_tv. fold q. fold B. destruct (Rle_dec gamma (1 / 2)); [reflexivity | lra].
- apply Rmult_le_pos; lra.
- assert (B <= 1 + q). { unfold B. assert (2 * gamma * (1 - q) <= 1 * (1 - q)) by (apply Rmult_le_compat_r; lra). lra. }
  assert (K : (1 - q / B) * (1 + q) <= 1).
  { apply Rmult_le_reg_r with B; [lra |]. replace ((1 - q / B) * (1 + q) * B) with ((B - q) * (1 + q)) by (field; lra). nra. }
  unfold eta. replace ((1 - q) * (1 - q / B) * (1 + q)) with ((1 - q) * ((1 - q / B) * (1 + q))) by ring.
  rewrite <- (Rmult_1_r (1 - q)) at 2. apply Rmult_le_compat_l; lra.
Qed.

Lemma steep_steps : 1 / 2 < gamma ->
  let eta := (1 - q) / B in let c := (eta - 0) / (exp epsilon - 1) in let r := 1 - 0 - c * (exp epsilon + 1) in
  on_lattice (staircase epsilon gamma) 0 epsilon epsilon [c; r; c * exp epsilon].
Proof.
intros H eta. assert (R := q_range). assert (Bq := B_above).
apply by_variation.
- unfold staircase_tv. fold q. fold B. destruct (Rle_dec gamma (1 / 2)); [lra | reflexivity].
- apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
- assert (1 + q <= B). { unfold B. assert (1 * (1 - q) <= 2 * gamma * (1 - q)) by (apply Rmult_le_compat_r; lra). lra. }
  unfold eta. apply Rmult_le_reg_r with B; [lra |]. replace ((1 - q) / B * (1 + q) * B) with ((1 - q) * (1 + q)) by (field; lra).
  apply Rmult_le_compat_l; lra.
Qed.

End Masses.
