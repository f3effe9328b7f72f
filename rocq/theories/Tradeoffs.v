(* Trade-off values and reconstruction bounds of compositions of sampled Gaussian and Laplace noise, to many digits.

   One bound is a line: no test has more than h(t) = sup Q - e^t P. The other bound is a test: a mixture of the
   best events at two thresholds around the correct one, whose P-probability is exactly the level. The values that
   no event exceeds at four thresholds imply that the level is between the P-probabilities of the two events, and
   bound its distance from them. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Events Nodes Pieces Plans Digits.
Open Scope R_scope.

Section Mixture.

Variable M : pair.
Hypothesis S : sound M.

Lemma level_test f1 f3 p1 q1 p3 q3 k : test f1 -> test f3 -> P M f1 p1 -> Q M f1 q1 -> P M f3 p3 -> Q M f3 q3 ->
  p1 <= k <= p3 -> exists f th, test f /\ 0 <= th <= 1 /\ P M f k /\ Q M f (th * q1 + (1 - th) * q3) /\
    th * p1 + (1 - th) * p3 = k.
Proof.
intros T1 T3 P1 Q1 P3 Q3 K. destruct S as [SP SQ].
assert (E : exists th, 0 <= th <= 1 /\ th * p1 + (1 - th) * p3 = k).
{ destruct (Req_dec p1 p3) as [Z | Z]; [exists 1; split; lra |].
  exists ((p3 - k) / (p3 - p1)). split; [| field; lra].
  split; apply Rmult_le_reg_r with (p3 - p1); try lra; replace ((p3 - k) / (p3 - p1) * (p3 - p1)) with (p3 - k) by
    (field; lra);
    lra. }
destruct E as [th [Hth E]]. exists (fun x => th * f1 x + (1 - th) * f3 x), th.
split; [| split; [exact Hth | split; [| split; [| exact E]]]].
- intros x. specialize (T1 x). specialize (T3 x). nra.
- rewrite <- E. now apply (ex_lin _ SP).
- now apply (ex_lin _ SQ).
Qed.

(* At four slopes l0 > l1 > l2 > l3 the best events have the values h0, ..., h3. *)
Lemma four_slopes l0 l1 l2 l3 h0 h1 h2 h3 k : l1 < l0 -> l2 < l1 -> l3 < l2 ->
  between M l0 1 h0 h0 -> between M l1 1 h1 h1 -> between M l2 1 h2 h2 -> between M l3 1 h3 h3 ->
  h2 - h1 <= k * (l1 - l2) -> k * (l2 - l3) <= h3 - h2 ->
  exists f vq, test f /\ P M f k /\ Q M f vq /\ h1 + l3 * k + (l1 - l3) * ((h1 - h0) / (l0 - l1)) <= vq.
Proof.
intros L0 L1 L2 B0 [[E1 [p1 [q1 [P1 [Q1 R1]]]]] N1] [_ N2] [[E3 [p3 [q3 [P3 [Q3 R3]]]]] N3] C1 C2.
destruct B0 as [_ N0].
assert (A1 := N1 _ _ _ (test_ind E1) P1 Q1). assert (A3 := N3 _ _ _ (test_ind E3) P3 Q3).
assert (A0 := N0 _ _ _ (test_ind E1) P1 Q1). assert (A2 := N2 _ _ _ (test_ind E1) P1 Q1).
assert (A2' := N2 _ _ _ (test_ind E3) P3 Q3). assert (A3' := N3 _ _ _ (test_ind E1) P1 Q1).
assert (K1 : p1 <= k) by (apply Rmult_le_reg_r with (l1 - l2); lra).
assert (K3 : k <= p3) by (apply Rmult_le_reg_r with (l2 - l3); lra).
assert (K0 : (h1 - h0) / (l0 - l1) <= p1).
{ apply Rmult_le_reg_r with (l0 - l1); [lra |]. replace ((h1 - h0) / (l0 - l1) * (l0 - l1)) with (h1 - h0) by (field;
  lra). lra. }
destruct (level_test (ind E1) (ind E3) p1 q1 p3 q3 k (test_ind E1) (test_ind E3) P1 Q1 P3 Q3 (conj K1 K3))
  as [f [th [Tf [Hth [Pf [Qf E]]]]]].
exists f, (th * q1 + (1 - th) * q3). split; [exact Tf | split; [exact Pf | split; [exact Qf |]]].
assert (D : (l1 - l3) * ((h1 - h0) / (l0 - l1)) <= (l1 - l3) * p1) by (apply Rmult_le_compat_l; lra).
assert (B : 0 <= (1 - th) * (h3 - h1 - (l1 - l3) * p1)) by (apply Rmult_le_pos; lra).
assert (V : th * q1 + (1 - th) * q3 = h3 + l3 * k - th * (h3 - h1 - (l1 - l3) * p1)); [| lra].
replace q1 with (h1 + l1 * p1) by lra. replace q3 with (h3 + l3 * p3) by lra.
replace (h3 + l3 * k) with (h3 + l3 * (th * p1 + (1 - th) * p3)) by (rewrite E; ring). ring.
Qed.

End Mixture.

Section Tradeoffs.

Variable pl : plan.
Notation p_ := (bits (plan_bits pl)).
Notation M := (compose (pairs_of (pieces pl))).
Notation with_plan := (with_plan pl).
Notation num_i := (num_i pl).

Local Opaque I.add I.sub I.mul I.div I.exp I.ln I.cos I.sin I.sqrt I.pi I.fromZ I.neg I.abs I.join I.convert enc
  step_transforms power_i pow_enc nonneg positive_ profile_i.

Definition slope_i (t : expr) : I.type := I.exp p_ (num_i t).
Lemma slope_in t : exp (val nil t) in_ slope_i t.
Proof. exact (exp_in _ _ _ (num_in pl t)). Qed.

(* For thresholds t0 > t1 > t2 > t3 and the level k: decides if the level is between, and encloses the
   Q-probability of the test; h encloses delta. *)
Definition around (h : expr -> I.type) (t0 t1 t2 t3 k : expr) : bool :=
  positive_ (I.sub p_ (slope_i t0) (slope_i t1)) && positive_ (I.sub p_ (slope_i t1) (slope_i t2)) &&
  positive_ (I.sub p_ (slope_i t2) (slope_i t3)) &&
  nonneg (I.sub p_ (I.mul p_ (num_i k) (I.sub p_ (slope_i t1) (slope_i t2))) (I.sub p_ (h t2) (h t1))) &&
  nonneg (I.sub p_ (I.sub p_ (h t3) (h t2)) (I.mul p_ (num_i k) (I.sub p_ (slope_i t2) (slope_i t3)))).
Definition attained_i (h : expr -> I.type) (t0 t1 t3 k : expr) : I.type :=
  I.add p_ (I.add p_ (h t1) (I.mul p_ (slope_i t3) (num_i k)))
    (I.mul p_ (I.sub p_ (slope_i t1) (slope_i t3))
      (I.div p_ (I.sub p_ (h t1) (h t0)) (I.sub p_ (slope_i t0) (slope_i t1)))).
(* The line at t. *)
Definition line_i (h : expr -> I.type) (t k : expr) : I.type := I.add p_ (h t) (I.mul p_ (slope_i t) (num_i k)).

Section Pair.

Variable N : pair.
Variable value : R -> R.
Variable h : expr -> I.type.
Hypothesis Sound : sound N.
Hypothesis Best : forall t, between N (exp t) 1 (value t) (value t).
Hypothesis In : forall t, value (val nil t) in_ h t.

Lemma attained_ok t0 t1 t2 t3 k lo : around h t0 t1 t2 t3 k = true -> at_least pl (attained_i h t0 t1 t3 k) lo = true ->
  exists f vp vq, test f /\ Pairs.P N f vp /\ Q N f vq /\ vp <= val nil k /\ val nil lo <= vq.
Proof.
intros H A. unfold around in H.
apply andb_prop in H; destruct H as [H H5]. apply andb_prop in H; destruct H as [H H4].
apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
assert (L := slope_in). assert (K := num_in pl k).
apply (positive_correct _ _ (sub_in _ _ _ _ _ (L t0) (L t1))) in H1.
apply (positive_correct _ _ (sub_in _ _ _ _ _ (L t1) (L t2))) in H2.
apply (positive_correct _ _ (sub_in _ _ _ _ _ (L t2) (L t3))) in H3.
apply (nonneg_correct _ _ (sub_in _ _ _ _ _ (mul_in _ _ _ _ _ K (sub_in _ _ _ _ _ (L t1) (L t2)))
  (sub_in _ _ _ _ _ (In t2) (In t1)))) in H4.
apply (nonneg_correct _ _ (sub_in _ _ _ _ _ (sub_in _ _ _ _ _ (In t3) (In t2))
  (mul_in _ _ _ _ _ K (sub_in _ _ _ _ _ (L t2) (L t3))))) in H5.
assert (G1 : exp (val nil t1) < exp (val nil t0)) by lra. assert (G2 : exp (val nil t2) < exp (val nil t1)) by lra.
assert (G3 : exp (val nil t3) < exp (val nil t2)) by lra.
destruct (four_slopes N Sound _ _ _ _ _ _ _ _ (val nil k) G1 G2 G3 (Best (val nil t0)) (Best (val nil t1))
  (Best (val nil t2)) (Best (val nil t3)))
  as [f [vq [Tf [Pf [Qf V]]]]]; [lra | lra |].
exists f, (val nil k), vq. split; [exact Tf | split; [exact Pf | split; [exact Qf | split; [lra |]]]].
eapply Rle_trans; [| exact V].
exact (at_least_ok pl _ _ _ (add_in _ _ _ _ _ (add_in _ _ _ _ _ (In t1) (mul_in _ _ _ _ _ (L t3) K))
  (mul_in _ _ _ _ _ (sub_in _ _ _ _ _ (L t1) (L t3)) (div_in _ _ _ _ _ (sub_in _ _ _ _ _ (In t1) (In t0))
    (sub_in _ _ _ _ _ (L t0) (L t1))))) A).
Qed.

Lemma line_in t k : (value (val nil t) + exp (val nil t) * val nil k) in_ line_i h t k.
Proof. exact (add_in _ _ _ _ _ (In t) (mul_in _ _ _ _ _ (slope_in t) (num_in pl k))). Qed.

Definition rero_check (t0 t1 t2 t3 k lo hi : expr) : bool :=
  around h t0 t1 t2 t3 k && at_least pl (attained_i h t0 t1 t3 k) lo && at_most pl (line_i h t2 k) hi.
Definition tradeoff_check (t0 t1 t2 t3 k lo hi : expr) : bool :=
  around h t0 t1 t2 t3 k && at_least pl (attained_i h t0 t1 t3 k) (Sub (Num 1) hi) &&
  at_most pl (line_i h t2 k) (Sub (Num 1) lo).

Lemma rero_ok t0 t1 t2 t3 k lo hi : rero_check t0 t1 t2 t3 k lo hi = true ->
  val nil lo <= rero N (val nil k) <= val nil hi.
Proof.
intros H. apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
apply (rero_between N _ (exp (val nil t2)) (value (val nil t2))).
- left; apply exp_pos.
- exact (proj2 (Best (val nil t2))).
- exact (at_most_ok pl _ _ _ (line_in t2 k) H3).
- exact (attained_ok t0 t1 t2 t3 k lo H1 H2).
Qed.

Lemma tradeoff_ok t0 t1 t2 t3 k lo hi : tradeoff_check t0 t1 t2 t3 k lo hi = true ->
  val nil lo <= tradeoff N (val nil k) <= val nil hi.
Proof.
intros H. apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
apply (at_most_ok pl _ _ _ (line_in t2 k)) in H3. cbn [val] in H3.
apply (tradeoff_between N _ (exp (val nil t2)) (value (val nil t2))).
- left; apply exp_pos.
- exact (proj2 (Best (val nil t2))).
- lra.
- destruct (attained_ok t0 t1 t2 t3 k _ H1 H2) as [f [vp [vq [Tf [Pf [Qf [K L]]]]]]].
  cbn [val] in L. exists f, vp, vq. split; [exact Tf | split; [exact Pf | split; [exact Qf | split; [exact K | lra]]]].
Qed.

End Pair.

Definition forward_value (t : R) : R := exp t * worth pl (- t).
Definition reverse_value (t : R) : R := 1 - exp t + worth pl t.

Lemma swap_best P : prepare pl = (true, P) ->
  forall t, between (swap M) (exp t) 1 (reverse_value t) (reverse_value t).
Proof.
intros R t. exact (between_swap M _ _ _ _ (composition_sound pl P R) (reverse_between pl P R t)).
Qed.

Theorem digits_rero t0 t1 t2 t3 k lo hi :
  with_plan (fun P => rero_check (forward_i pl P) t0 t1 t2 t3 k lo hi) = true ->
  val nil lo <= rero M (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]].
exact (rero_ok M forward_value _ (composition_sound pl P R) (forward_between pl P R)
  (forward_in pl P R) t0 t1 t2 t3 k lo hi H).
Qed.

Theorem digits_rero_reverse t0 t1 t2 t3 k lo hi :
  with_plan (fun P => rero_check (reverse_i pl P) t0 t1 t2 t3 k lo hi) = true ->
  val nil lo <= rero (swap M) (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]].
exact (rero_ok (swap M) reverse_value _ (swap_sound _ (composition_sound pl P R)) (swap_best P R)
  (reverse_in pl P R) t0 t1 t2 t3 k lo hi H).
Qed.

Theorem digits_tradeoff_forward t0 t1 t2 t3 k lo hi :
  with_plan (fun P => tradeoff_check (forward_i pl P) t0 t1 t2 t3 k lo hi) = true ->
  val nil lo <= tradeoff M (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]].
exact (tradeoff_ok M forward_value _ (composition_sound pl P R) (forward_between pl P R)
  (forward_in pl P R) t0 t1 t2 t3 k lo hi H).
Qed.

Theorem digits_tradeoff_reverse t0 t1 t2 t3 k lo hi :
  with_plan (fun P => tradeoff_check (reverse_i pl P) t0 t1 t2 t3 k lo hi) = true ->
  val nil lo <= tradeoff (swap M) (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]].
exact (tradeoff_ok (swap M) reverse_value _ (swap_sound _ (composition_sound pl P R)) (swap_best P R)
  (reverse_in pl P R) t0 t1 t2 t3 k lo hi H).
Qed.

(* Decides if the line at t lies below both trade-off functions; h bounds delta(t) in both directions. *)
Definition line_below (P : prepared) (t h k lo : expr) : bool :=
  worst_at_most pl P t h &&
  at_least pl (I.sub p_ (I.sub p_ (I.fromZ p_ 1) (num_i h)) (I.mul p_ (slope_i t) (num_i k))) lo.

Lemma line_below_ok P t h k lo : prepare pl = (true, P) -> line_below P t h k lo = true ->
  no_more M (exp (val nil t)) 1 (val nil h) /\ no_more (swap M) (exp (val nil t)) 1 (val nil h) /\
  val nil lo <= 1 - val nil h - exp (val nil t) * val nil k.
Proof.
intros R H. apply andb_prop in H; destruct H as [H3 H4]. apply andb_prop in H3; destruct H3 as [H3 H3'].
apply (at_most_ok pl _ _ _ (forward_in pl P R t)) in H3. apply (at_most_ok pl _ _ _ (reverse_in pl P R t)) in H3'.
assert (V := at_least_ok pl _ _ _ (sub_in _ _ _ _ _ (sub_in _ _ _ _ _ (I.fromZ_correct p_ 1) (num_in pl h))
  (mul_in _ _ _ _ _ (slope_in t) (num_in pl k))) H4).
assert (F := proj2 (forward_between pl P R (val nil t))).
assert (W := proj2 (swap_best P R (val nil t))). unfold reverse_value in W.
split; [| split; [| exact V]].
- intros f vp vq Tf Pf Qf. specialize (F f vp vq Tf Pf Qf). lra.
- intros f vp vq Tf Pf Qf. specialize (W f vp vq Tf Pf Qf). lra.
Qed.

Theorem digits_tradeoff t0 t1 t2 t3 k h lo hi :
  with_plan (fun P => around (forward_i pl P) t0 t1 t2 t3 k &&
    at_least pl (attained_i (forward_i pl P) t0 t1 t3 k) (Sub (Num 1) hi) && line_below P t2 h k lo) = true ->
  val nil lo <= tradeoff_worst M (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2]. destruct (line_below_ok P t2 h k lo R H3) as [F [W V]].
apply (tradeoff_worst_between M _ (exp (val nil t2)) (val nil h)); [left; apply exp_pos | exact F | exact W | exact V |].
destruct (attained_ok M forward_value _ (composition_sound pl P R) (forward_between pl P R)
  (forward_in pl P R) t0 t1 t2 t3 k _ H1 H2) as [f [vp [vq [Tf [Pf [Qf [K L]]]]]]].
cbn [val] in L. exists f, vp, vq. split; [exact Tf | split; [exact Pf | split; [exact Qf | split; [exact K | lra]]]].
Qed.

(* The case in which the line touches the trade-off function of the reverse direction (thresholds below 0). *)
Theorem digits_tradeoff_swapped t0 t1 t2 t3 k h lo hi :
  with_plan (fun P => around (reverse_i pl P) t0 t1 t2 t3 k &&
    at_least pl (attained_i (reverse_i pl P) t0 t1 t3 k) (Sub (Num 1) hi) && line_below P t2 h k lo) = true ->
  val nil lo <= tradeoff_worst M (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2]. destruct (line_below_ok P t2 h k lo R H3) as [F [W V]].
apply (tradeoff_worst_swapped M _ (exp (val nil t2)) (val nil h)); [left; apply exp_pos | exact F | exact W | exact V |].
destruct (attained_ok (swap M) reverse_value _ (swap_sound _ (composition_sound pl P R)) (swap_best P R)
  (reverse_in pl P R) t0 t1 t2 t3 k _ H1 H2) as [f [vp [vq [Tf [Pf [Qf [K L]]]]]]].
cbn [val] in L. exists f, vp, vq. split; [exact Tf | split; [exact Pf | split; [exact Qf | split; [exact K | lra]]]].
Qed.

(* The case between both functions: the chord of slope -1. The best event at threshold 0 has P-probability at most
   pm, which follows from delta at the threshold t < 0. *)
Theorem digits_tradeoff_chord t pm k h lo hi :
  with_plan (fun P =>
    let one := I.fromZ p_ 1 in let d := forward_i pl P (Num 0) in let chord := I.sub p_ (I.sub p_ one d) (num_i k) in
    positive_ (I.sub p_ one (slope_i t)) &&
    nonneg (I.sub p_ (I.mul p_ (num_i pm) (I.sub p_ one (slope_i t))) (I.sub p_ (forward_i pl P t) d)) &&
    at_least pl (num_i k) pm && at_least pl chord pm && at_most pl chord hi && line_below P (Num 0) h k lo) = true ->
  val nil lo <= tradeoff_worst M (val nil k) <= val nil hi.
Proof.
intros H. apply with_plan_ok in H. destruct H as [P [R H]]. cbv zeta in H. apply andb_prop in H; destruct H as [H H6].
apply andb_prop in H; destruct H as [H H5]. apply andb_prop in H; destruct H as [H H4].
apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
destruct (line_below_ok P (Num 0) h k lo R H6) as [F [W V]].
assert (B0 := forward_between pl P R 0). assert (N := proj2 (forward_between pl P R (val nil t))).
assert (D0 := forward_in pl P R (Num 0)). assert (Dt := forward_in pl P R t).
change (val nil (Num 0)) with 0 in *. rewrite exp_0 in F, W, V, B0, D0.
set (d0 := 1 * worth pl (- 0)) in *.
assert (One := I.fromZ_correct p_ 1). assert (L := slope_in t). assert (K := num_in pl k).
assert (C : (1 - d0 - val nil k) in_ I.sub p_ (I.sub p_ (I.fromZ p_ 1) (forward_i pl P (Num 0))) (num_i k))
  by exact (sub_in _ _ _ _ _ (sub_in _ _ _ _ _ One D0) K).
apply (positive_correct _ _ (sub_in _ _ _ _ _ One L)) in H1.
apply (nonneg_correct _ _ (sub_in _ _ _ _ _ (mul_in _ _ _ _ _ (num_in pl pm) (sub_in _ _ _ _ _ One L))
  (sub_in _ _ _ _ _ Dt D0))) in H2.
apply (at_least_ok pl _ _ _ K) in H3. apply (at_least_ok pl _ _ _ C) in H4. apply (at_most_ok pl _ _ _ C) in H5.
destruct B0 as [[E [vp [vq [HP [HQ Reach]]]]] N0].
specialize (N0 _ _ _ (test_ind E) HP HQ). specialize (N _ _ _ (test_ind E) HP HQ).
assert (Small : vp <= val nil pm).
{ apply Rmult_le_reg_r with (1 - exp (val nil t)); [exact H1 |]. lra. }
apply (tradeoff_worst_chord M _ (val nil h) (ind E) vp vq); try assumption; try lra.
- exact (composition_sound pl P R).
- apply test_ind.
Qed.

End Tradeoffs.
