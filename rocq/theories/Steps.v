(* Closed forms of b Q(E) - a P(E) at the best event, in the form that generated files use. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian.
Open Scope R_scope.

Lemma g_value s a b : 0 < s -> 0 < a -> 0 < b ->
  let c := s ^ 2 * ln (a / b) + 1 / 2 in
  let h := b * (1 - Phi ((c - 1) / s)) - a * (1 - Phi ((c - 0) / s)) in
  between (gaussian s) a b h h.
Proof.
intros Hs Ha Hb c h.
apply (plain_between _ _ _ _ (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) a b (a / b) c Hb).
- field; lra.
- apply normal_threshold; [easy | now apply Rdiv_lt_0_compat].
Qed.

Lemma sg_value s w a b : 0 < s -> 0 < w -> 0 < b -> 0 < (a / b - (1 - w)) / w ->
  let c := s ^ 2 * ln ((a / b - (1 - w)) / w) + 1 / 2 in
  let h := b * (1 - ((1 - w) * Phi ((c - 0) / s) + w * Phi ((c - 1) / s))) - a * (1 - Phi ((c - 0) / s)) in
  between (subsampled_gaussian s w) a b h h.
Proof.
intros Hs Hw Hb Hr c h.
apply (sampled_between _ _ _ _ (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) w a b ((a / b - (1 - w)) / w) c Hw Hb).
- field; lra.
- now apply normal_threshold.
Qed.

(* If b (1 - w) >= a, the best event contains all outcomes. *)
Lemma sg_all s w a b : 0 < s -> 0 <= w <= 1 -> 0 < b -> a <= b * (1 - w) ->
  between (subsampled_gaussian s w) a b (b - a) (b - a).
Proof.
intros Hs Hw Hb Ha.
apply (sampled_all _ _ _ _ (fun x => normal_pos 0 s x Hs) (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) w a b 0 Hw Hb).
- intros x. assert (N := normal_pos 1 s x Hs). lra.
- lra.
Qed.

Lemma Lap_neg x : x <= 0 -> Lap x = exp x / 2.
Proof. intros H. unfold Lap. destruct (Rle_dec x 0); [easy | lra]. Qed.
Lemma Lap_pos x : 0 < x -> Lap x = 1 - exp (0 - x) / 2.
Proof. intros H. unfold Lap. destruct (Rle_dec x 0); [lra |]. now rewrite Rminus_0_l. Qed.

Lemma lap_inside s rho : 0 < s -> exp (0 - 1 / s) < rho < exp (1 / s) ->
  let c := (1 + s * ln rho) / 2 in 0 < (c - 0) / s /\ (c - 1) / s <= 0.
Proof.
intros Hs [R1 R2] c. rewrite Rminus_0_l in R1.
assert (0 < rho) by (eapply Rlt_trans; [apply exp_pos | exact R1]).
apply ln_increasing in R1; [| apply exp_pos]. apply ln_increasing in R2; [| easy].
rewrite ln_exp in R1, R2.
assert (L : -1 < s * ln rho < 1).
{ split; apply Rmult_lt_reg_r with (/ s); try (now apply Rinv_0_lt_compat);
    replace (s * ln rho * / s) with (ln rho) by (field; lra); unfold Rdiv in *; lra. }
unfold c. split.
- apply Rdiv_lt_0_compat; lra.
- apply Rmult_le_reg_r with s; [easy |]. replace (((1 + s * ln rho) / 2 - 1) / s * s) with ((s * ln rho - 1) / 2) by (field; lra). lra.
Qed.

Lemma l_value s a b : 0 < s -> 0 < b -> exp (0 - 1 / s) < a / b -> a / b < exp (1 / s) ->
  let c := (1 + s * ln (a / b)) / 2 in
  let h := b * (1 - exp ((c - 1) / s) / 2) - a * (1 - (1 - exp (0 - (c - 0) / s) / 2)) in
  between (laplace s) a b h h.
Proof.
intros Hs Hb R1 R2 c h. destruct (lap_inside s (a / b) Hs (conj R1 R2)) as [I1 I2]. fold c in I1, I2.
unfold h. rewrite <- (Lap_neg _ I2), <- (Lap_pos _ I1).
apply (plain_between _ _ _ _ (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) a b (a / b) c Hb).
- field; lra.
- apply lap_threshold; [easy |]. rewrite Rminus_0_l in R1. easy.
Qed.

Lemma l_none s a b : 0 < s -> 0 < b -> b * exp (1 / s) <= a -> between (laplace s) a b 0 0.
Proof.
intros Hs Hb Ha. apply (plain_none _ _ _ _ (fun x => lap_pos 0 s x Hs) (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) a b (exp (1 / s)) Hb); [| easy].
intros x. apply (lap_ratio_range s x Hs).
Qed.

Lemma l_all s a b : 0 < s -> 0 < b -> a <= b * exp (0 - 1 / s) -> between (laplace s) a b (b - a) (b - a).
Proof.
intros Hs Hb Ha. apply (plain_all _ _ _ _ (fun x => lap_pos 0 s x Hs) (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) a b (exp (0 - 1 / s)) Hb); [| easy].
intros x. rewrite Rminus_0_l. apply (lap_ratio_range s x Hs).
Qed.

Lemma sl_value s w a b : 0 < s -> 0 < w -> 0 < b ->
  exp (0 - 1 / s) < (a / b - (1 - w)) / w -> (a / b - (1 - w)) / w < exp (1 / s) ->
  let c := (1 + s * ln ((a / b - (1 - w)) / w)) / 2 in
  let h := b * (1 - ((1 - w) * (1 - exp (0 - (c - 0) / s) / 2) + w * (exp ((c - 1) / s) / 2)))
    - a * (1 - (1 - exp (0 - (c - 0) / s) / 2)) in
  between (subsampled_laplace s w) a b h h.
Proof.
intros Hs Hw Hb R1 R2 c h. destruct (lap_inside s _ Hs (conj R1 R2)) as [I1 I2]. fold c in I1, I2.
unfold h. rewrite <- (Lap_neg _ I2), <- (Lap_pos _ I1).
apply (sampled_between _ _ _ _ (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) w a b ((a / b - (1 - w)) / w) c Hw Hb).
- field; lra.
- apply lap_threshold; [easy |]. rewrite Rminus_0_l in R1. easy.
Qed.

Lemma sl_none s w a b : 0 < s -> 0 <= w <= 1 -> 0 < b -> b * (1 - w + w * exp (1 / s)) <= a ->
  between (subsampled_laplace s w) a b 0 0.
Proof.
intros Hs Hw Hb Ha. apply (sampled_none _ _ _ _ (fun x => lap_pos 0 s x Hs) (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) w a b (exp (1 / s)) Hw Hb); [| easy].
intros x. apply (lap_ratio_range s x Hs).
Qed.

Lemma sl_all s w a b : 0 < s -> 0 <= w <= 1 -> 0 < b -> a <= b * (1 - w + w * exp (0 - 1 / s)) ->
  between (subsampled_laplace s w) a b (b - a) (b - a).
Proof.
intros Hs Hw Hb Ha. apply (sampled_all _ _ _ _ (fun x => lap_pos 0 s x Hs) (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) w a b (exp (0 - 1 / s)) Hw Hb); [| easy].
intros x. rewrite Rminus_0_l. apply (lap_ratio_range s x Hs).
Qed.

Lemma tail_value_pos s m n c :
  tail_value s m (Pos.to_nat n) c = Phi ((IZR (Zpos n) * m - c) / (s * sqrt (IZR (Zpos n)))).
Proof.
assert (E : INR (Pos.to_nat n) = IZR (Zpos n)) by now rewrite INR_IZR_INZ, positive_nat_Z.
rewrite <- E. destruct (Pos2Nat.is_succ n) as [k ->]. reflexivity.
Qed.

Lemma gp_value s n a b : 0 < s -> 0 < a -> 0 < b ->
  let c := s ^ 2 * ln (a / b) + IZR (Zpos n) / 2 in
  let h := b * Phi ((IZR (Zpos n) * 1 - c) / (s * sqrt (IZR (Zpos n))))
    - a * Phi ((IZR (Zpos n) * 0 - c) / (s * sqrt (IZR (Zpos n)))) in
  between (power (gaussian s) (Pos.to_nat n)) a b h h.
Proof.
intros Hs Ha Hb c h. assert (E : INR (Pos.to_nat n) = IZR (Zpos n)) by now rewrite INR_IZR_INZ, positive_nat_Z.
assert (B := gaussian_power_between s Hs (Pos.to_nat n) a b Ha Hb). cbv zeta in B.
unfold cut in B. rewrite E, !tail_value_pos in B. exact B.
Qed.

(* Tests for trade-off functions: a half-line or a half-space beyond c. *)
Definition has_test (M : pair) (vp vq : R) : Prop :=
  exists f up uq, test f /\ P M f up /\ Q M f uq /\ up = vp /\ uq = vq.

Lemma g_test s c : 0 < s -> has_test (gaussian s) (1 - Phi ((c - 0) / s)) (1 - Phi ((c - 1) / s)).
Proof. intros Hs. exact (plain_test _ _ _ _ (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) c). Qed.
Lemma sg_test s w c : 0 < s -> has_test (subsampled_gaussian s w) (1 - Phi ((c - 0) / s))
  (1 - ((1 - w) * Phi ((c - 0) / s) + w * Phi ((c - 1) / s))).
Proof. intros Hs. exact (sampled_test _ _ _ _ (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) w c). Qed.
Lemma gp_test s n c : 0 < s -> has_test (power (gaussian s) (Pos.to_nat n))
  (Phi ((IZR (Zpos n) * 0 - c) / (s * sqrt (IZR (Zpos n)))))
  (Phi ((IZR (Zpos n) * 1 - c) / (s * sqrt (IZR (Zpos n))))).
Proof. intros Hs. rewrite <- !tail_value_pos. exact (half_space_test s Hs (Pos.to_nat n) c). Qed.

Lemma l_test s c : 0 < s -> 0 < (c - 0) / s -> (c - 1) / s <= 0 ->
  has_test (laplace s) (1 - (1 - exp (0 - (c - 0) / s) / 2)) (1 - exp ((c - 1) / s) / 2).
Proof.
intros Hs I1 I2. rewrite <- (Lap_neg _ I2), <- (Lap_pos _ I1).
exact (plain_test _ _ _ _ (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) c).
Qed.

Lemma laplace_sound s : 0 < s -> sound (laplace s).
Proof.
intros Hs. exact (plain_sound _ _ _ _ (fun x => lap_pos 0 s x Hs) (fun x => lap_pos 1 s x Hs) (lap_cdf 0 s Hs) (lap_cdf 1 s Hs)).
Qed.
Lemma sg_sound s w : 0 < s -> 0 <= w <= 1 -> sound (subsampled_gaussian s w).
Proof.
intros Hs. exact (sampled_sound _ _ _ _ (fun x => normal_pos 0 s x Hs) (fun x => normal_pos 1 s x Hs) (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) w).
Qed.
Lemma sl_sound s w : 0 < s -> 0 <= w <= 1 -> sound (subsampled_laplace s w).
Proof.
intros Hs. exact (sampled_sound _ _ _ _ (fun x => lap_pos 0 s x Hs) (fun x => lap_pos 1 s x Hs) (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) w).
Qed.
