(* Many digits of compositions of sampled Gaussian and Laplace noise: the theorems that the generated files use.
   Each theorem is one computation. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Events Nodes Pieces Plans.
Open Scope R_scope.

Section Digits.

Variable pl : plan.
Notation p_ := (bits (plan_bits pl)).
Notation M := (compose (pairs_of (pieces pl))).
Notation prepared_is P := (prepare pl = (true, P)).

Local Opaque I.add I.sub I.mul I.div I.exp I.ln I.cos I.sin I.sqrt I.pi I.fromZ I.neg I.abs I.join I.convert enc
  step_transforms power_i pow_enc nonneg positive_ profile_i.

Definition num_i (e : expr) : I.type := e_ pl e.
Lemma num_in e : val nil e in_ num_i e.
Proof. exact (e_in pl e). Qed.

Section Prepared.

Variable P : prepared.
Hypothesis Ready : prepared_is P.

Lemma ready_params : params_ok pl.
Proof.
unfold prepare in Ready. cbv zeta in Ready. injection Ready as H _.
apply andb_prop in H; destruct H as [H _]. apply andb_prop in H; destruct H as [H _].
now apply ordered_params_ok in H.
Qed.

Lemma worth_between y b : 0 < b ->
  between M (b * exp (- y)) b (b * exp (- y) * worth pl y) (b * exp (- y) * worth pl y).
Proof.
intros Hb. assert (Ps := ok_pieces pl ready_params). rewrite pairs_of_steps.
exact (excess_between piece step_p step_q step_F step_G step_loss step_bound (fun pc => In pc (pieces pl))
  (fun q Hq => step_p_pos q (Ps q Hq)) (fun q Hq => step_q_pos q (Ps q Hq)) (fun q Hq => step_p_bound q (Ps q Hq))
  (fun q Hq => step_q_bound q (Ps q Hq)) (fun q Hq => step_F_ok q (Ps q Hq)) (fun q Hq => step_G_ok q (Ps q Hq))
  (fun q Hq => step_ratio q (Ps q Hq)) (fun q Hq => step_mono q (Ps q Hq)) _ y b (steps_ok pl ready_params) Hb).
Qed.

Lemma forward_between e : between M (exp e) 1 (exp e * worth pl (- e)) (exp e * worth pl (- e)).
Proof.
assert (B := worth_between (- e) 1 Rlt_0_1). rewrite Ropp_involutive, !Rmult_1_l in B. exact B.
Qed.
Lemma reverse_between e : between M 1 (exp e) (worth pl e) (worth pl e).
Proof.
assert (B := worth_between e (exp e) (exp_pos e)).
replace (exp e * exp (- e)) with 1 in B by (rewrite <- exp_plus, Rplus_opp_r, exp_0; easy). rewrite Rmult_1_l in B.
exact B.
Qed.

Lemma composition_sound : sound M.
Proof.
rewrite pairs_of_steps. apply compose_sound. apply Forall_forall. intros N H. apply in_map_iff in H.
destruct H as [pc [<- H]]. assert (S := steps_ok pl ready_params). rewrite Forall_forall in S.
assert (Pc := ok_pieces pl ready_params pc (S pc H)).
apply (density_sound _ _ _ _ (fun x => Rlt_le _ _ (step_p_pos pc Pc x)) (fun x => Rlt_le _ _ (step_q_pos pc Pc x))
  (step_F_ok pc Pc) (step_G_ok pc Pc)).
Qed.

(* Enclosures of delta in both directions. *)
Definition forward_i (e : expr) : I.type := I.mul p_ (I.exp p_ (num_i e)) (profile_i pl P (I.neg (num_i e))).
Definition reverse_i (e : expr) : I.type :=
  I.add p_ (I.sub p_ (I.fromZ p_ 1) (I.exp p_ (num_i e))) (profile_i pl P (num_i e)).

Lemma forward_in e : (exp (val nil e) * worth pl (- val nil e)) in_ forward_i e.
Proof.
exact (mul_in _ _ _ _ _ (exp_in _ _ _ (num_in e)) (profile_in pl P _ _ Ready (neg_in _ _ (num_in e)))).
Qed.
Lemma reverse_in e : (1 - exp (val nil e) + worth pl (val nil e)) in_ reverse_i e.
Proof.
exact (add_in _ _ _ _ _ (sub_in _ _ _ _ _ (I.fromZ_correct p_ 1) (exp_in _ _ _ (num_in e)))
  (profile_in pl P _ _ Ready (num_in e))).
Qed.

Definition at_most (x : I.type) (e : expr) : bool := nonneg (I.sub p_ (num_i e) x).
Definition at_least (x : I.type) (e : expr) : bool := nonneg (I.sub p_ x (num_i e)).
Definition more (x : I.type) (e : expr) : bool := positive_ (I.sub p_ x (num_i e)).

Lemma at_most_ok x i e : x in_ i -> at_most i e = true -> x <= val nil e.
Proof. intros H C. assert (D := nonneg_correct _ _ (sub_in _ _ _ _ _ (num_in e) H) C). lra. Qed.
Lemma at_least_ok x i e : x in_ i -> at_least i e = true -> val nil e <= x.
Proof. intros H C. assert (D := nonneg_correct _ _ (sub_in _ _ _ _ _ H (num_in e)) C). lra. Qed.
Lemma more_ok x i e : x in_ i -> more i e = true -> val nil e < x.
Proof. intros H C. assert (D := positive_correct _ _ (sub_in _ _ _ _ _ H (num_in e)) C). lra. Qed.

Definition worst_at_most (e d : expr) : bool := at_most (forward_i e) d && at_most (reverse_i e) d.

Lemma worst_at_most_ok e d : worst_at_most e d = true -> delta_worst M (val nil e) <= val nil d.
Proof.
intros H. apply andb_prop in H; destruct H as [H1 H2].
apply (at_most_ok _ _ _ (forward_in e)) in H1. apply (at_most_ok _ _ _ (reverse_in e)) in H2.
destruct (worst_between M (val nil e) _ _ _ _ composition_sound (forward_between _) (reverse_between _)) as [_ B].
eapply Rle_trans; [exact B |]. now apply Rmax_case.
Qed.

(* One direction is sufficient for a lower bound; the second is not evaluated if the first is sufficient. *)
Definition worst_at_least (e d : expr) : bool := if at_least (forward_i e) d then true else at_least (reverse_i e) d.
Definition worst_more (e d : expr) : bool := if more (forward_i e) d then true else more (reverse_i e) d.

Lemma worst_at_least_ok e d : worst_at_least e d = true -> val nil d <= delta_worst M (val nil e).
Proof.
unfold worst_at_least. intros H.
destruct (worst_between M (val nil e) _ _ _ _ composition_sound (forward_between _) (reverse_between _)) as [A _].
eapply Rle_trans; [| exact A]. destruct (at_least (forward_i e) d) eqn:F.
- apply (at_least_ok _ _ _ (forward_in e)) in F. eapply Rle_trans; [exact F | apply Rmax_l].
- apply (at_least_ok _ _ _ (reverse_in e)) in H. eapply Rle_trans; [exact H | apply Rmax_r].
Qed.

Lemma worst_more_ok e d : worst_more e d = true -> val nil d < delta_worst M (val nil e).
Proof.
unfold worst_more. intros H.
destruct (worst_between M (val nil e) _ _ _ _ composition_sound (forward_between _) (reverse_between _)) as [A _].
eapply Rlt_le_trans; [| exact A]. destruct (more (forward_i e) d) eqn:F.
- apply (more_ok _ _ _ (forward_in e)) in F. eapply Rlt_le_trans; [exact F | apply Rmax_l].
- apply (more_ok _ _ _ (reverse_in e)) in H. eapply Rlt_le_trans; [exact H | apply Rmax_r].
Qed.

End Prepared.

Definition with_plan (f : prepared -> bool) : bool := let r := prepare pl in fst r && f (snd r).

Lemma with_plan_ok f : with_plan f = true -> exists P, prepared_is P /\ f P = true.
Proof.
unfold with_plan. cbv zeta. intros H. apply andb_prop in H; destruct H as [H1 H2].
exists (snd (prepare pl)). split; [| exact H2]. now rewrite <- H1, <- surjective_pairing.
Qed.

Theorem digits_delta e lo hi :
  with_plan (fun P => worst_at_least P e lo && worst_at_most P e hi) = true ->
  val nil lo <= delta_worst M (val nil e) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H1 H2].
split; [now apply (worst_at_least_ok P R) | now apply (worst_at_most_ok P R)].
Qed.

Theorem digits_forward e lo hi :
  with_plan (fun P => at_least (forward_i P e) lo && at_most (forward_i P e) hi) = true ->
  val nil lo <= delta M (val nil e) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H1 H2].
apply (at_least_ok _ _ _ (forward_in P R e)) in H1. apply (at_most_ok _ _ _ (forward_in P R e)) in H2.
assert (B := delta_between M _ _ _ (forward_between P R (val nil e))). lra.
Qed.

Theorem digits_reverse e lo hi :
  with_plan (fun P => at_least (reverse_i P e) lo && at_most (reverse_i P e) hi) = true ->
  val nil lo <= delta (swap M) (val nil e) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H1 H2].
apply (at_least_ok _ _ _ (reverse_in P R e)) in H1. apply (at_most_ok _ _ _ (reverse_in P R e)) in H2.
assert (B := delta_between (swap M) _ _ _ (between_swap M _ _ _ _ (composition_sound P R) (reverse_between P R (val
  nil e)))). lra.
Qed.

Theorem digits_epsilon d lo hi :
  with_plan (fun P => worst_more P lo d && worst_at_most P hi d) = true ->
  val nil lo <= epsilon_of (delta_worst M) (val nil d) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H2 H3].
apply (worst_more_ok P R) in H2. apply (worst_at_most_ok P R) in H3.
apply epsilon_between; [| exact H2 | exact H3].
intros e e' He. apply worst_decreases; [exact (composition_sound P R) | exact He].
Qed.

Theorem digits_epsilon_forward d lo hi :
  with_plan (fun P => more (forward_i P lo) d && at_most (forward_i P hi) d) = true ->
  val nil lo <= epsilon_of (delta M) (val nil d) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H2 H3].
apply (more_ok _ _ _ (forward_in P R lo)) in H2.
apply (at_most_ok _ _ _ (forward_in P R hi)) in H3.
assert (L := delta_between M _ _ _ (forward_between P R (val nil lo))).
assert (U := delta_between M _ _ _ (forward_between P R (val nil hi))).
apply epsilon_between; [| lra | lra]. intros e e' He. now apply delta_decreases; [apply (composition_sound P R) |].
Qed.

Theorem digits_epsilon_reverse d lo hi :
  with_plan (fun P => more (reverse_i P lo) d && at_most (reverse_i P hi) d) = true ->
  val nil lo <= epsilon_of (delta (swap M)) (val nil d) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H2 H3].
apply (more_ok _ _ _ (reverse_in P R lo)) in H2.
apply (at_most_ok _ _ _ (reverse_in P R hi)) in H3.
assert (B := fun e => delta_between (swap M) _ _ _ (between_swap M _ _ _ _ (composition_sound P R) (reverse_between P R e))).
assert (L := B (val nil lo)). assert (U := B (val nil hi)).
apply epsilon_between; [| lra | lra]. intros e e' He.
now apply delta_decreases; [apply swap_sound, (composition_sound P R) |].
Qed.

Theorem digits_variation lo hi :
  with_plan (fun P => at_least (forward_i P (Num 0)) lo && at_most (forward_i P (Num 0)) hi) = true ->
  val nil lo <= tv M <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H1 H2].
apply (at_least_ok _ _ _ (forward_in P R (Num 0))) in H1. apply (at_most_ok _ _ _ (forward_in P R (Num 0))) in H2.
assert (B := forward_between P R 0). change (val nil (Num 0)) with 0 in *. rewrite exp_0 in *.
assert (T := tv_between M _ _ (composition_sound P R) B). lra.
Qed.

(* The minimum Bayes error for the prior q: at the thresholds ln((1 - q)/q) and ln(q/(1 - q)). *)
Definition odds_i (a b : I.type) : I.type := I.ln p_ (I.div p_ a b).
Definition bayes_i (P : prepared) (q : expr) : I.type :=
  let a := num_i q in let b := I.sub p_ (I.fromZ p_ 1) a in I.sub p_ b (I.mul p_ a (profile_i pl P (odds_i b a))).
Definition bayes_swapped_i (P : prepared) (q : expr) : I.type :=
  let a := num_i q in let b := I.sub p_ (I.fromZ p_ 1) a in I.sub p_ a (I.mul p_ b (profile_i pl P (odds_i a b))).

Lemma priors_in q : val nil q in_ num_i q /\ (1 - val nil q) in_ I.sub p_ (I.fromZ p_ 1) (num_i q).
Proof. split; [apply num_in | exact (sub_in _ _ _ _ _ (I.fromZ_correct p_ 1) (num_in q))]. Qed.

Lemma odds_between P a b : prepared_is P -> 0 < a -> 0 < b ->
  between M a b (a * worth pl (ln (b / a))) (a * worth pl (ln (b / a))).
Proof.
intros R Ha Hb. assert (W := worth_between P R (ln (b / a)) b Hb).
rewrite exp_Ropp, exp_ln in W by now apply Rdiv_lt_0_compat.
replace (b * / (b / a)) with a in W by (field; lra). exact W.
Qed.

Lemma bayes_in P q : prepared_is P -> 0 < val nil q -> 0 < 1 - val nil q -> bayes M (val nil q) in_ bayes_i P q.
Proof.
intros R H1 H2. destruct (priors_in q) as [A B].
assert (V := bayes_between M _ _ _ (odds_between P _ _ R H1 H2)).
replace (bayes M (val nil q)) with (1 - val nil q - val nil q * worth pl (ln ((1 - val nil q) / val nil q))) by lra.
exact (sub_in _ _ _ _ _ B (mul_in _ _ _ _ _ A (profile_in pl P _ _ R (ln_in _ _ _ (div_in _ _ _ _ _ B A))))).
Qed.

Lemma bayes_swapped_in P q : prepared_is P -> 0 < val nil q -> 0 < 1 - val nil q ->
  bayes (swap M) (val nil q) in_ bayes_swapped_i P q.
Proof.
intros R H1 H2. destruct (priors_in q) as [A B].
assert (V := bayes_between (swap M) _ _ _ (between_swap M _ _ _ _ (composition_sound P R) (odds_between P _ _ R H2 H1))).
replace (bayes (swap M) (val nil q))
  with (val nil q - (1 - val nil q) * worth pl (ln (val nil q / (1 - val nil q)))) by lra.
exact (sub_in _ _ _ _ _ A (mul_in _ _ _ _ _ B (profile_in pl P _ _ R (ln_in _ _ _ (div_in _ _ _ _ _ A B))))).
Qed.

Definition inner_prior (q : expr) : bool := more (num_i q) (Num 0) && more (I.sub p_ (I.fromZ p_ 1) (num_i q)) (Num 0).
Lemma inner_prior_ok q : inner_prior q = true -> 0 < val nil q /\ 0 < 1 - val nil q.
Proof.
intros H. apply andb_prop in H; destruct H as [H1 H2]. destruct (priors_in q) as [A B].
split; [exact (more_ok _ _ _ A H1) | exact (more_ok _ _ _ B H2)].
Qed.

Theorem digits_bayes q lo hi :
  with_plan (fun P => inner_prior q && at_least (bayes_i P q) lo && at_least (bayes_swapped_i P q) lo &&
    (at_most (bayes_i P q) hi || at_most (bayes_swapped_i P q) hi)) = true ->
  val nil lo <= bayes_worst M (val nil q) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H H4].
apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
destruct (inner_prior_ok q H1) as [Q1 Q2]. assert (V1 := bayes_in P q R Q1 Q2). assert (V2 := bayes_swapped_in P q R Q1 Q2).
apply (at_least_ok _ _ _ V1) in H2. apply (at_least_ok _ _ _ V2) in H3.
unfold bayes_worst. split; [now apply Rmin_case |]. apply orb_prop in H4. destruct H4 as [H4 | H4].
- apply (at_most_ok _ _ _ V1) in H4. eapply Rle_trans; [apply Rmin_l | exact H4].
- apply (at_most_ok _ _ _ V2) in H4. eapply Rle_trans; [apply Rmin_r | exact H4].
Qed.

Theorem digits_bayes_forward q lo hi :
  with_plan (fun P => inner_prior q && at_least (bayes_i P q) lo && at_most (bayes_i P q) hi) = true ->
  val nil lo <= bayes M (val nil q) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
destruct (inner_prior_ok q H1) as [Q1 Q2]. assert (V := bayes_in P q R Q1 Q2).
split; [exact (at_least_ok _ _ _ V H2) | exact (at_most_ok _ _ _ V H3)].
Qed.

Theorem digits_bayes_reverse q lo hi :
  with_plan (fun P => inner_prior q && at_least (bayes_swapped_i P q) lo && at_most (bayes_swapped_i P q) hi) = true ->
  val nil lo <= bayes (swap M) (val nil q) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
destruct (inner_prior_ok q H1) as [Q1 Q2]. assert (V := bayes_swapped_in P q R Q1 Q2).
split; [exact (at_least_ok _ _ _ V H2) | exact (at_most_ok _ _ _ V H3)].
Qed.

End Digits.

(* A calibration: the noise of one plan misses the target, the noise of another plan meets it. *)
Section Calibrations.

Variables pl pl' : plan.
Notation M := (compose (pairs_of (pieces pl))).
Notation M' := (compose (pairs_of (pieces pl'))).

Theorem digits_calibrated e d :
  with_plan pl (fun P => worst_more pl P e d) = true -> with_plan pl' (fun P => worst_at_most pl' P e d) = true ->
  val nil d < delta_worst M (val nil e) /\ delta_worst M' (val nil e) <= val nil d.
Proof.
intros H H'. apply with_plan_ok in H. destruct H as [P [R H]]. apply with_plan_ok in H'. destruct H' as [P' [R' H']].
split; [exact (worst_more_ok pl P R e d H) | exact (worst_at_most_ok pl' P' R' e d H')].
Qed.

Theorem digits_calibrated_forward e d :
  with_plan pl (fun P => more pl (forward_i pl P e) d) = true ->
  with_plan pl' (fun P => at_most pl' (forward_i pl' P e) d) = true ->
  val nil d < delta M (val nil e) /\ delta M' (val nil e) <= val nil d.
Proof.
intros H H'. apply with_plan_ok in H. destruct H as [P [R H]]. apply with_plan_ok in H'. destruct H' as [P' [R' H']].
apply (more_ok _ _ _ _ (forward_in pl P R e)) in H. apply (at_most_ok _ _ _ _ (forward_in pl' P' R' e)) in H'.
assert (A := delta_between _ _ _ _ (forward_between pl P R (val nil e))).
assert (B := delta_between _ _ _ _ (forward_between pl' P' R' (val nil e))). split; lra.
Qed.

Theorem digits_calibrated_reverse e d :
  with_plan pl (fun P => more pl (reverse_i pl P e) d) = true ->
  with_plan pl' (fun P => at_most pl' (reverse_i pl' P e) d) = true ->
  val nil d < delta (swap M) (val nil e) /\ delta (swap M') (val nil e) <= val nil d.
Proof.
intros H H'. apply with_plan_ok in H. destruct H as [P [R H]]. apply with_plan_ok in H'. destruct H' as [P' [R' H']].
apply (more_ok _ _ _ _ (reverse_in pl P R e)) in H. apply (at_most_ok _ _ _ _ (reverse_in pl' P' R' e)) in H'.
assert (A := delta_between _ _ _ _ (between_swap _ _ _ _ _ (composition_sound pl P R) (reverse_between pl P R (val nil e)))).
assert (B := delta_between _ _ _ _ (between_swap _ _ _ _ _ (composition_sound pl' P' R')
  (reverse_between pl' P' R' (val nil e)))). split; lra.
Qed.

End Calibrations.

(* Gaussian noise without sampling, in products. *)
Lemma gaussian_unsampled s : subsampled_gaussian s 1 = gaussian s.
Proof.
unfold subsampled_gaussian, gaussian. f_equal. apply FunctionalExtensionality.functional_extensionality. intros x.
unfold sampled. ring.
Qed.
