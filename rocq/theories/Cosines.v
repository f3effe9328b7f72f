(* Cosine and sine by the first terms of their series: the error of both is at most the first omitted even power. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal.
Open Scope R_scope.

(* t^j/j! - t^(j+2)/(j+2)! + ..., m terms. *)
Fixpoint series_from (j m : nat) (t : R) : R :=
  match m with O => 0 | S k => t ^ j / INR (fact j) - series_from (S (S j)) k t end.

Lemma fact_pos j : 0 < INR (fact j).
Proof. apply lt_0_INR, lt_O_fact. Qed.

Lemma term_derive j t : is_derive (fun t => t ^ S j / INR (fact (S j))) t (t ^ j / INR (fact j)).
Proof.
assert (F := fact_pos j). assert (N : 0 < INR (S j)) by (apply lt_0_INR; lia).
assert (E : INR (fact (S j)) = INR (S j) * INR (fact j)) by (rewrite fact_simpl; apply mult_INR).
assert (F' : INR (fact (S j)) <> 0) by (assert (Q := fact_pos (S j)); lra).
apply (is_derive_ext (fun t => / INR (fact (S j)) * t ^ S j)); [intros; apply Rmult_comm |].
refine (is_derive_eq _ _ _ _ (is_derive_scal (fun t => t ^ S j) t _ _ (is_derive_pow (fun t => t) (S j) t 1 (is_derive_id t))) _).
cbn [pred]. rewrite E. field. lra.
Qed.

Lemma series_derive m : forall j t, is_derive (series_from (S j) m) t (series_from j m t).
Proof.
induction m as [| m IH]; intros j t.
- cbn [series_from]. apply (is_derive_const (V := R_NormedModule) 0).
- cbn [series_from].
  exact (is_derive_minus (fun t => t ^ S j / INR (fact (S j))) (series_from (S (S (S j))) m) t _ _ (term_derive j t)
    (IH (S (S j)) t)).
Qed.

Lemma series_derive_0 m t : is_derive (series_from 0 (S m)) t (- series_from 1 m t).
Proof.
cbn [series_from].
assert (D := is_derive_minus (fun t => t ^ 0 / INR (fact 0)) (series_from 2 m) t 0 _
  (is_derive_const (V := R_NormedModule) (1 / INR (fact 0)) t) (series_derive m 1 t)).
refine (is_derive_eq _ _ _ _ D _). unfold minus, plus, opp; simpl. ring.
Qed.

Lemma series_at_0 m : forall j, series_from (S j) m 0 = 0.
Proof. induction m as [| m IH]; intros j; cbn [series_from]; [easy |]. rewrite IH, pow_i by lia. unfold Rdiv. ring. Qed.

Lemma series_opposite m : forall j t, series_from j m (- t) = (-1) ^ j * series_from j m t.
Proof.
induction m as [| m IH]; intros j t; cbn [series_from]; [ring |]. rewrite IH.
replace (- t) with (-1 * t) by ring. rewrite Rpow_mult_distr. simpl pow. unfold Rdiv. ring.
Qed.

(* A function that is 0 at 0, and whose derivative is at most a term of the series, is at most the next term. *)
Lemma grown f f' n : f 0 = 0 -> (forall t, is_derive f t (f' t)) ->
  (forall t, 0 <= t -> Rabs (f' t) <= t ^ n / INR (fact n)) ->
  forall t, 0 <= t -> Rabs (f t) <= t ^ S n / INR (fact (S n)).
Proof.
intros F0 D B t Ht.
assert (One : forall x, (x = 1 \/ x = -1) -> x * f t <= t ^ S n / INR (fact (S n))).
{ intros x Hx.
  assert (G : forall u, is_derive (fun u => u ^ S n / INR (fact (S n)) - x * f u) u (u ^ n / INR (fact n) - x * f' u)).
  { intros u. exact (is_derive_minus (fun u => u ^ S n / INR (fact (S n))) (fun u => x * f u) u _ _ (term_derive n u)
      (is_derive_scal f u x _ (D u))). }
  destruct (MVT_gen (fun u => u ^ S n / INR (fact (S n)) - x * f u) 0 t (fun u => u ^ n / INR (fact n) - x * f' u)) as [c [Hc E]].
  - intros; apply G.
  - intros u _. apply derivable_continuous_pt. eexists. apply is_derive_Reals, G.
  - rewrite Rmin_left, Rmax_right in Hc by easy. assert (C : 0 <= c) by lra. specialize (B c C). apply Rabs_le_between in B.
    assert (P : 0 <= (c ^ n / INR (fact n) - x * f' c) * (t - 0)) by (apply Rmult_le_pos; [destruct Hx; subst x; lra | lra]).
    rewrite <- E, F0, pow_i in P by lia. unfold Rdiv in P. rewrite Rmult_0_l in P. unfold Rdiv. lra. }
apply Rabs_le. assert (A := One 1 (or_introl eq_refl)). assert (C := One (-1) (or_intror eq_refl)). lra.
Qed.

Lemma cos_rest_derive m t : is_derive (fun t => cos t - series_from 0 (S m) t) t (- (sin t - series_from 1 m t)).
Proof.
refine (is_derive_eq _ _ _ _ (is_derive_minus cos (series_from 0 (S m)) t _ _ (is_derive_cos t) (series_derive_0 m t)) _).
unfold minus, plus, opp; simpl. ring.
Qed.
Lemma sin_rest_derive m t : is_derive (fun t => sin t - series_from 1 m t) t (cos t - series_from 0 m t).
Proof.
exact (is_derive_minus sin (series_from 1 m) t _ _ (is_derive_sin t) (series_derive m 0 t)).
Qed.

Lemma cos_rest_0 m : cos 0 - series_from 0 (S m) 0 = 0.
Proof. cbn [series_from]. rewrite cos_0, series_at_0. simpl. unfold Rdiv. rewrite Rinv_1. ring. Qed.
Lemma sin_rest_0 m : sin 0 - series_from 1 m 0 = 0.
Proof. rewrite sin_0, series_at_0. ring. Qed.

Lemma waves_above m : forall t, 0 <= t ->
  Rabs (cos t - series_from 0 m t) <= t ^ (2 * m) / INR (fact (2 * m)) /\
  Rabs (sin t - series_from 1 m t) <= t ^ (2 * m) / INR (fact (2 * m)).
Proof.
induction m as [| m IH].
- intros t _. cbn [series_from]. rewrite !Rminus_0_r. simpl. rewrite Rdiv_1.
  split; apply Rabs_le; [apply COS_bound | apply SIN_bound].
- assert (C1 : forall t, 0 <= t -> Rabs (cos t - series_from 0 (S m) t) <= t ^ S (2 * m) / INR (fact (S (2 * m)))).
  { apply (grown _ _ (2 * m) (cos_rest_0 m) (cos_rest_derive m)). intros t Ht. rewrite Rabs_Ropp. now apply IH. }
  assert (S1 : forall t, 0 <= t -> Rabs (sin t - series_from 1 m t) <= t ^ S (2 * m) / INR (fact (S (2 * m)))).
  { apply (grown _ _ (2 * m) (sin_rest_0 m) (sin_rest_derive m)). intros t Ht. now apply IH. }
  replace (2 * S m)%nat with (S (S (2 * m))) by lia. intros t Ht. split.
  + apply (grown _ _ (S (2 * m)) (cos_rest_0 m) (cos_rest_derive m)); [| easy]. intros u Hu. rewrite Rabs_Ropp. now apply S1.
  + now apply (grown _ _ (S (2 * m)) (sin_rest_0 (S m)) (sin_rest_derive (S m))).
Qed.

Theorem waves_near m t :
  Rabs (cos t - series_from 0 m t) <= t ^ (2 * m) / INR (fact (2 * m)) /\
  Rabs (sin t - series_from 1 m t) <= t ^ (2 * m) / INR (fact (2 * m)).
Proof.
destruct (Rle_dec 0 t) as [P | N]; [now apply waves_above |].
destruct (waves_above m (- t) ltac:(lra)) as [C Q].
rewrite cos_neg, (series_opposite m 0 t) in C. rewrite sin_neg, (series_opposite m 1 t) in Q.
replace ((- t) ^ (2 * m)) with (t ^ (2 * m)) in C, Q by (rewrite !pow_mult; f_equal; ring).
rewrite pow_O, Rmult_1_l in C. split; [exact C |].
replace (sin t - series_from 1 m t) with (- (- sin t - (-1) ^ 1 * series_from 1 m t)) by ring. now rewrite Rabs_Ropp.
Qed.
