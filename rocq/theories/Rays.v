(* Single steps of Gaussian and Laplace noise of sensitivity 1, also with Poisson sampling, in closed form. Their
   likelihood ratio is nondecreasing, so that half-lines are the best events. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Density.
Open Scope R_scope.

Definition normal (m s x : R) : R := phi ((x - m) / s) / s.
Definition gaussian (sigma : R) : pair := density_pair (normal 0 sigma) (normal 1 sigma).

Definition lap (m s x : R) : R := exp (- Rabs ((x - m) / s)) / 2 / s.
Definition laplace (b : R) : pair := density_pair (lap 0 b) (lap 1 b).

(* Poisson sampling: the record participates with probability w. *)
Definition sampled (w : R) (p q : R -> R) : R -> R := fun x => (1 - w) * p x + w * q x.
Definition subsampled_gaussian (sigma w : R) : pair :=
  density_pair (normal 0 sigma) (sampled w (normal 0 sigma) (normal 1 sigma)).
Definition subsampled_laplace (b w : R) : pair :=
  density_pair (lap 0 b) (sampled w (lap 0 b) (lap 1 b)).

Lemma phi_cdf : cdf phi Phi.
Proof. exact (Cdf _ _ Phi_RInt Phi_lim_m Phi_lim_p). Qed.

Lemma normal_cdf m s : 0 < s -> cdf (normal m s) (fun x => Phi ((x - m) / s)).
Proof. intros Hs. exact (cdf_affine phi Phi m s Hs phi_cdf). Qed.

Lemma normal_pos m s x : 0 < s -> 0 < normal m s x.
Proof. intros Hs. apply Rmult_lt_0_compat; [apply phi_pos | now apply Rinv_0_lt_compat]. Qed.

(* Density and distribution function of the standard Laplace distribution. *)
Definition lap0 (x : R) : R := exp (- Rabs x) / 2.
Definition Lap (x : R) : R := if Rle_dec x 0 then exp x / 2 else 1 - exp (- x) / 2.

Lemma lap_left x : x <= 0 -> is_RInt lap0 x 0 (Lap 0 - Lap x).
Proof.
intros Hx. unfold Lap. destruct (Rle_dec 0 0); [| lra]. destruct (Rle_dec x 0); [| lra].
apply (is_RInt_ext (fun t => exp t / 2)).
- intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. unfold lap0. rewrite Rabs_left by lra.
  now rewrite Ropp_involutive.
- apply (is_RInt_derive (fun t => exp t / 2) (fun t => exp t / 2)).
  + intros t _. auto_derive; [easy | field].
  + intros t _. apply (ex_derive_continuous (fun t => exp t / 2)). now auto_derive.
Qed.

Lemma lap_right x : 0 <= x -> is_RInt lap0 0 x (Lap x - Lap 0).
Proof.
intros Hx. destruct Hx as [Hx | <-].
- unfold Lap. destruct (Rle_dec 0 0); [| lra]. destruct (Rle_dec x 0); [lra |].
  apply (is_RInt_ext (fun t => exp (- t) / 2)).
  + intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra. unfold lap0. now rewrite Rabs_pos_eq by lra.
  + replace (1 - exp (- x) / 2 - exp 0 / 2) with (- exp (- x) / 2 - - exp (- 0) / 2)
      by (rewrite Ropp_0, exp_0; field).
    apply (is_RInt_derive (fun t => - exp (- t) / 2) (fun t => exp (- t) / 2)).
    * intros t _. auto_derive; [easy | field].
    * intros t _. apply (ex_derive_continuous (fun t => exp (- t) / 2)). now auto_derive.
- rewrite Rminus_eq_0. apply (is_RInt_point lap0 0).
Qed.

Lemma lap_from_0 x : is_RInt lap0 0 x (Lap x - Lap 0).
Proof.
destruct (Rle_dec 0 x) as [H | H]; [now apply lap_right |].
replace (Lap x - Lap 0) with (opp (Lap 0 - Lap x)) by (unfold opp; simpl; ring).
apply (is_RInt_swap lap0). apply lap_left. lra.
Qed.

Lemma lap0_cdf : cdf lap0 Lap.
Proof.
assert (E : forall x, 0 < x -> exp (- x) <= / x).
{ intros x Hx. rewrite exp_Ropp. apply Rinv_le_contravar; [easy |]. assert (H := exp_ineq1 x). lra. }
split.
- intros a b. replace (Lap b - Lap a) with (plus (opp (Lap a - Lap 0)) (Lap b - Lap 0))
    by (unfold plus, opp; simpl; ring).
  apply (is_RInt_Chasles lap0 a 0 b); [| apply lap_from_0].
  apply (is_RInt_swap lap0), lap_from_0.
- apply filterlim_locally. intros e. assert (He := cond_pos e). exists (- (1 / e)). intros x Hx.
  assert (0 < 1 / e) by (apply Rdiv_lt_0_compat; lra).
  unfold Lap. destruct (Rle_dec x 0); [| lra].
  change (Rabs (exp x / 2 - 0) < e). assert (P := exp_pos x). rewrite Rabs_pos_eq by lra.
  assert (L := E (- x)). rewrite Ropp_involutive in L. assert (0 < - x) by lra. specialize (L H0).
  assert (/ - x < e); [| lra]. rewrite <- (Rinv_inv e). apply Rinv_lt_contravar.
  + apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; lra | lra].
  + replace (/ e) with (1 / e) by (field; lra). lra.
- apply filterlim_locally. intros e. assert (He := cond_pos e). exists (1 / e). intros x Hx.
  assert (0 < 1 / e) by (apply Rdiv_lt_0_compat; lra).
  unfold Lap. destruct (Rle_dec x 0); [lra |].
  change (Rabs (1 - exp (- x) / 2 - 1) < e). assert (P := exp_pos (- x)).
  rewrite Rabs_left by lra. assert (0 < x) by lra. assert (L := E x H0).
  assert (/ x < e); [| lra]. rewrite <- (Rinv_inv e). apply Rinv_lt_contravar.
  + apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat; lra | lra].
  + replace (/ e) with (1 / e) by (field; lra). lra.
Qed.

Lemma lap_cdf m s : 0 < s -> cdf (lap m s) (fun x => Lap ((x - m) / s)).
Proof. intros Hs. exact (cdf_affine lap0 Lap m s Hs lap0_cdf). Qed.

Lemma lap_pos m s x : 0 < s -> 0 < lap m s x.
Proof.
intros Hs. apply Rmult_lt_0_compat; [| now apply Rinv_0_lt_compat].
apply Rmult_lt_0_compat; [apply exp_pos | lra].
Qed.

(* [threshold p q rho c]: q/p >= rho beyond c and <= rho up to it. *)
Definition threshold (p q : R -> R) (rho c : R) : Prop :=
  (forall x, c < x -> rho * p x <= q x) /\ (forall x, x <= c -> q x <= rho * p x).

Lemma normal_ratio s x : 0 < s -> normal 1 s x = exp ((x - 1 / 2) / s ^ 2) * normal 0 s x.
Proof.
intros Hs. unfold normal, phi. assert (H := sqrt_2PI).
replace (- (((x - 1) / s) ^ 2 / 2)) with ((x - 1 / 2) / s ^ 2 + - (((x - 0) / s) ^ 2 / 2)) by (field; lra).
rewrite exp_plus. field. lra.
Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof. intros [H | ->]; [left; now apply exp_increasing | apply Rle_refl]. Qed.

Lemma normal_threshold s rho : 0 < s -> 0 < rho ->
  threshold (normal 0 s) (normal 1 s) rho (s ^ 2 * ln rho + 1 / 2).
Proof.
intros Hs Hr. assert (S2 : 0 < s ^ 2) by (simpl; nra).
split; intros x Hx; rewrite normal_ratio by easy; assert (N := normal_pos 0 s x Hs);
  apply Rmult_le_compat_r; try lra; rewrite <- (exp_ln rho Hr) at 1; apply exp_le;
  apply Rmult_le_reg_l with (s ^ 2); try easy;
  replace (s ^ 2 * ((x - 1 / 2) / s ^ 2)) with (x - 1 / 2) by (field; lra); lra.
Qed.

Lemma lap_ratio s x : 0 < s -> lap 1 s x = exp ((Rabs x - Rabs (x - 1)) / s) * lap 0 s x.
Proof.
intros Hs. assert (D : forall y, Rabs (y / s) = Rabs y / s).
{ intros y. unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ s)); [easy |]. left; now apply Rinv_0_lt_compat. }
unfold lap. rewrite Rminus_0_r, !D.
replace (- (Rabs (x - 1) / s)) with ((Rabs x - Rabs (x - 1)) / s + - (Rabs x / s)) by (field; lra).
rewrite exp_plus. field. lra.
Qed.

Lemma lap_threshold s rho : 0 < s -> exp (- (1 / s)) < rho < exp (1 / s) ->
  threshold (lap 0 s) (lap 1 s) rho ((1 + s * ln rho) / 2).
Proof.
intros Hs [R1 R2]. assert (0 < rho) by (eapply Rlt_trans; [apply exp_pos | exact R1]).
apply ln_increasing in R1; [| apply exp_pos]. apply ln_increasing in R2; [| easy].
rewrite ln_exp in R1, R2.
assert (L : -1 < s * ln rho < 1).
{ split; apply Rmult_lt_reg_r with (/ s); try (now apply Rinv_0_lt_compat);
    replace (s * ln rho * / s) with (ln rho) by (field; lra); unfold Rdiv in *; lra. }
split; intros x Hx; rewrite lap_ratio by easy; assert (N := lap_pos 0 s x Hs);
  apply Rmult_le_compat_r; try lra; rewrite <- (exp_ln rho) at 1 by easy; apply exp_le;
  apply Rmult_le_reg_l with s; try easy;
  replace (s * ((Rabs x - Rabs (x - 1)) / s)) with (Rabs x - Rabs (x - 1)) by (field; lra);
  unfold Rabs; destruct (Rcase_abs x), (Rcase_abs (x - 1)); lra.
Qed.

Lemma lap_ratio_range s x : 0 < s ->
  exp (- (1 / s)) * lap 0 s x <= lap 1 s x /\ lap 1 s x <= exp (1 / s) * lap 0 s x.
Proof.
intros Hs. rewrite lap_ratio by easy. assert (N := lap_pos 0 s x Hs).
split; apply Rmult_le_compat_r; try lra; apply exp_le; apply Rmult_le_reg_l with s; try easy;
  replace (s * ((Rabs x - Rabs (x - 1)) / s)) with (Rabs x - Rabs (x - 1)) by (field; lra);
  [replace (s * - (1 / s)) with (- 1) by (field; lra) | replace (s * (1 / s)) with 1 by (field; lra)];
  unfold Rabs; destruct (Rcase_abs x), (Rcase_abs (x - 1)); lra.
Qed.

(* A pair of densities p, q, and the pair sampled at rate w. *)
Section Steps.

Variables p q F G : R -> R.
Hypothesis Pp : forall x, 0 < p x.
Hypothesis Qp : forall x, 0 < q x.
Hypothesis CF : cdf p F.
Hypothesis CG : cdf q G.

Lemma sampled_cdf w : cdf (sampled w p q) (fun x => (1 - w) * F x + w * G x).
Proof. now apply cdf_mix. Qed.

Definition plain_value (a b c : R) : R := b * (1 - G c) - a * (1 - F c).
Definition sampled_value (w a b c : R) : R := b * (1 - ((1 - w) * F c + w * G c)) - a * (1 - F c).

Lemma plain_sound : sound (density_pair p q).
Proof. apply (density_sound p q F G); auto; intros; left; auto. Qed.

Lemma sampled_sound w : 0 <= w <= 1 -> sound (density_pair p (sampled w p q)).
Proof.
intros Hw. apply (density_sound p _ F (fun x => (1 - w) * F x + w * G x)); auto.
- intros; left; auto.
- intros x. specialize (Pp x). specialize (Qp x). unfold sampled. nra.
- now apply sampled_cdf.
Qed.

Lemma plain_between a b rho c : 0 < b -> a = b * rho -> threshold p q rho c ->
  between (density_pair p q) a b (plain_value a b c) (plain_value a b c).
Proof.
intros Hb -> [T1 T2]. apply halfline_between; auto; intros x Hx.
- specialize (T1 x Hx). nra.
- specialize (T2 x Hx). nra.
Qed.

Lemma sampled_between w a b rho c : 0 < w -> 0 < b -> a = b * (1 - w + w * rho) -> threshold p q rho c ->
  between (density_pair p (sampled w p q)) a b (sampled_value w a b c) (sampled_value w a b c).
Proof.
intros Hw Hb -> [T1 T2].
apply (halfline_between p (sampled w p q) F (fun x => (1 - w) * F x + w * G x)); auto using sampled_cdf;
  intros x Hx; unfold sampled.
- specialize (T1 x Hx). assert (0 <= b * w * (q x - rho * p x)) by (apply Rmult_le_pos; nra). lra.
- specialize (T2 x Hx). assert (0 <= b * w * (rho * p x - q x)) by (apply Rmult_le_pos; nra). lra.
Qed.

Lemma sampled_all w a b lowest : 0 <= w <= 1 -> 0 < b -> (forall x, lowest * p x <= q x) ->
  a <= b * (1 - w + w * lowest) -> between (density_pair p (sampled w p q)) a b (b - a) (b - a).
Proof.
intros Hw Hb L Ha. apply (all_between p (sampled w p q) F (fun x => (1 - w) * F x + w * G x)); auto using sampled_cdf.
intros x. unfold sampled. specialize (L x). specialize (Pp x).
assert (a * p x <= b * (1 - w + w * lowest) * p x) by (apply Rmult_le_compat_r; lra).
assert (0 <= b * w * (q x - lowest * p x)) by (apply Rmult_le_pos; nra). lra.
Qed.

Lemma sampled_none w a b highest : 0 <= w <= 1 -> 0 < b -> (forall x, q x <= highest * p x) ->
  b * (1 - w + w * highest) <= a -> between (density_pair p (sampled w p q)) a b 0 0.
Proof.
intros Hw Hb L Ha. apply (none_between p (sampled w p q) F (fun x => (1 - w) * F x + w * G x)); auto using sampled_cdf.
intros x. unfold sampled. specialize (L x). specialize (Pp x).
assert (b * (1 - w + w * highest) * p x <= a * p x) by (apply Rmult_le_compat_r; lra).
assert (0 <= b * w * (highest * p x - q x)) by (apply Rmult_le_pos; nra). lra.
Qed.

Lemma plain_all a b lowest : 0 < b -> (forall x, lowest * p x <= q x) -> a <= b * lowest ->
  between (density_pair p q) a b (b - a) (b - a).
Proof.
intros Hb L Ha. apply (all_between p q F G); auto. intros x. specialize (L x). specialize (Pp x).
assert (a * p x <= b * lowest * p x) by (apply Rmult_le_compat_r; lra). nra.
Qed.

Lemma plain_none a b highest : 0 < b -> (forall x, q x <= highest * p x) -> b * highest <= a ->
  between (density_pair p q) a b 0 0.
Proof.
intros Hb L Ha. apply (none_between p q F G); auto. intros x. specialize (L x). specialize (Pp x).
assert (b * highest * p x <= a * p x) by (apply Rmult_le_compat_r; lra). nra.
Qed.

(* A half-line as a test, for trade-off functions. *)
Lemma plain_test c : exists f vp vq, test f /\ integral p f vp /\ integral q f vq /\ vp = 1 - F c /\ vq = 1 - G c.
Proof.
exists (ind (beyond c)), (1 - F c), (1 - G c). repeat split; auto using beyond_integral; apply test_ind.
Qed.

Lemma sampled_test w c : exists f vp vq, test f /\ integral p f vp /\ integral (sampled w p q) f vq /\
  vp = 1 - F c /\ vq = 1 - ((1 - w) * F c + w * G c).
Proof.
exists (ind (beyond c)), (1 - F c), (1 - ((1 - w) * F c + w * G c)).
repeat split; auto using beyond_integral; try apply test_ind.
apply (beyond_integral (sampled w p q) (fun x => (1 - w) * F x + w * G x)). now apply sampled_cdf.
Qed.

End Steps.
