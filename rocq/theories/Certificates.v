(* Theorems for the generated files about mechanisms with closed forms. They use the values at the best events; all
   comparisons are one computation. *)
From Coq Require Import Reals Lra Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps.
Open Scope R_scope.

Lemma sl_test s w c : 0 < s -> 0 < (c - 0) / s -> (c - 1) / s <= 0 ->
  has_test (subsampled_laplace s w) (1 - (1 - exp (0 - (c - 0) / s) / 2))
    (1 - ((1 - w) * (1 - exp (0 - (c - 0) / s) / 2) + w * (exp ((c - 1) / s) / 2))).
Proof.
intros Hs I1 I2. rewrite <- (Lap_neg _ I2), <- (Lap_pos _ I1).
exact (sampled_test _ _ _ _ (lap_cdf 0 s Hs) (lap_cdf 1 s Hs) w c).
Qed.

Section Values.

Variable prec : positive.
Variable terms : nat.
Variable M : pair.
Hypothesis S : sound M.

Definition exactly (a b h : expr) : Prop := between M (val nil a) (val nil b) (val nil h) (val nil h).
Definition leq (e f : expr) : bool := le_check (bits prec) terms e f.
Definition less (e f : expr) : bool := lt_check (bits prec) terms e f.
Definition back (e h : expr) : expr := Add (Sub (Num 1) (Exp e)) h.

Lemma leq_correct e f : leq e f = true -> val nil e <= val nil f.
Proof. apply le_by_check. Qed.
Lemma less_correct e f : less e f = true -> val nil e < val nil f.
Proof. apply lt_by_check. Qed.

Ltac parts C := repeat (apply andb_prop in C; let D := fresh C in destruct C as [C D]).

Theorem worst_delta e h1 h2 lo hi : exactly (Exp e) (Num 1) h1 -> exactly (Num 1) (Exp e) h2 ->
  (leq lo h1 || leq lo (back e h2)) && leq h1 hi && leq (back e h2) hi = true ->
  val nil lo <= delta_worst M (val nil e) <= val nil hi.
Proof.
intros H1 H2 C. apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C2. apply leq_correct in C3.
apply (worst_values M _ (val nil h1) (val nil h2)); auto.
apply orb_prop in C; destruct C as [C | C]; [left | right]; now apply leq_correct in C.
Qed.

(* The case in which no event has Q(E) > e^epsilon P(E). *)
Theorem worst_delta_none e lo hi : exactly (Exp e) (Num 1) (Num 0) -> exactly (Num 1) (Exp e) (Sub (Exp e) (Num 1)) ->
  leq lo (Num 0) && leq (Num 0) hi = true -> val nil lo <= delta_worst M (val nil e) <= val nil hi.
Proof.
intros H1 H2 C. apply andb_prop in C; destruct C as [C C2]. apply leq_correct in C. apply leq_correct in C2.
unfold exactly in *. cbn [val] in *. apply (worst_values M _ 0 (exp (val nil e) - 1)); auto; lra.
Qed.

Theorem forward_delta e h1 lo hi : exactly (Exp e) (Num 1) h1 -> leq lo h1 && leq h1 hi = true ->
  val nil lo <= delta M (val nil e) <= val nil hi.
Proof.
intros H1 C. apply andb_prop in C; destruct C as [C C2]. apply leq_correct in C. apply leq_correct in C2.
assert (D := delta_between M (val nil e) _ _ H1). lra.
Qed.

Theorem reverse_delta e h2 lo hi : exactly (Num 1) (Exp e) h2 ->
  leq lo (back e h2) && leq (back e h2) hi = true ->
  val nil lo <= delta (swap M) (val nil e) <= val nil hi.
Proof.
intros H2 C. apply andb_prop in C; destruct C as [C C2]. apply leq_correct in C. apply leq_correct in C2.
assert (D := delta_between (swap M) (val nil e) _ _ (between_swap M _ _ _ _ S H2)). cbn [val back] in *. lra.
Qed.

Theorem total_variation h lo hi : exactly (Num 1) (Num 1) h -> leq lo h && leq h hi = true ->
  val nil lo <= tv M <= val nil hi.
Proof.
intros H C. apply andb_prop in C; destruct C as [C C2]. apply leq_correct in C. apply leq_correct in C2.
assert (T := tv_between M _ _ S H). lra.
Qed.

Theorem worst_bayes p h1 h2 lo hi : exactly p (Sub (Num 1) p) h1 -> exactly (Sub (Num 1) p) p h2 ->
  leq lo (Sub (Sub (Num 1) p) h1) && leq lo (Sub p h2) &&
  (leq (Sub (Sub (Num 1) p) h1) hi || leq (Sub p h2) hi) = true ->
  val nil lo <= bayes_worst M (val nil p) <= val nil hi.
Proof.
intros H1 H2 C. apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C C2].
apply (bayes_worst_values M _ (val nil h1) (val nil h2)); auto.
- now apply leq_correct in C.
- now apply leq_correct in C2.
- apply orb_prop in C3; destruct C3 as [C3 | C3]; [left | right]; now apply leq_correct in C3.
Qed.

(* epsilon: delta is above d at the lower end, and at most d at the upper end. *)
Theorem worst_epsilon d lo hi l1 l2 u1 u2 :
  exactly (Exp lo) (Num 1) l1 -> exactly (Num 1) (Exp lo) l2 ->
  exactly (Exp hi) (Num 1) u1 -> exactly (Num 1) (Exp hi) u2 ->
  (less d l1 || less d (back lo l2)) && leq u1 d && leq (back hi u2) d = true ->
  val nil lo <= epsilon_of (delta_worst M) (val nil d) <= val nil hi.
Proof.
intros L1 L2 U1 U2 C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C2 C3].
destruct (worst_between M (val nil lo) _ _ _ _ S L1 L2) as [A _].
destruct (worst_between M (val nil hi) _ _ _ _ S U1 U2) as [_ B].
apply epsilon_between.
- intros e e' H. now apply worst_decreases.
- eapply Rlt_le_trans; [| exact A]. apply orb_prop in C2; destruct C2 as [C2 | C2]; apply less_correct in C2.
  + eapply Rlt_le_trans; [exact C2 | apply Rmax_l].
  + eapply Rlt_le_trans; [exact C2 | apply Rmax_r].
- eapply Rle_trans; [exact B |]. apply leq_correct in C3. apply leq_correct in C4. now apply Rmax_case.
Qed.

(* Bayes errors, epsilon and trade-off values in one direction. *)
Theorem forward_bayes p h lo hi : exactly p (Sub (Num 1) p) h ->
  leq lo (Sub (Sub (Num 1) p) h) && leq (Sub (Sub (Num 1) p) h) hi = true -> val nil lo <= bayes M (val nil p) <= val nil hi.
Proof.
intros H C. apply andb_prop in C; destruct C as [C C2]. apply leq_correct in C. apply leq_correct in C2.
apply bayes_between in H. cbn [val] in *. lra.
Qed.

Theorem reverse_bayes p h lo hi : exactly (Sub (Num 1) p) p h ->
  leq lo (Sub p h) && leq (Sub p h) hi = true -> val nil lo <= bayes (swap M) (val nil p) <= val nil hi.
Proof.
intros H C. apply andb_prop in C; destruct C as [C C2]. apply leq_correct in C. apply leq_correct in C2.
apply (between_swap M) in H; [| exact S]. cbn [val] in *. apply bayes_between in H. lra.
Qed.

Theorem forward_epsilon d lo hi l u : exactly (Exp lo) (Num 1) l -> exactly (Exp hi) (Num 1) u ->
  less d l && leq u d = true -> val nil lo <= epsilon_of (delta M) (val nil d) <= val nil hi.
Proof.
intros L U C. apply andb_prop in C; destruct C as [C C2]. apply less_correct in C. apply leq_correct in C2.
apply (delta_between M (val nil lo)) in L. apply (delta_between M (val nil hi)) in U.
apply epsilon_between; [| lra | lra]. intros e e' H. now apply delta_decreases.
Qed.

Theorem reverse_epsilon d lo hi l u : exactly (Num 1) (Exp lo) l -> exactly (Num 1) (Exp hi) u ->
  less d (back lo l) && leq (back hi u) d = true -> val nil lo <= epsilon_of (delta (swap M)) (val nil d) <= val nil hi.
Proof.
intros L U C. apply andb_prop in C; destruct C as [C C2]. apply less_correct in C. apply leq_correct in C2.
apply (between_swap M) in L; [| exact S]. apply (between_swap M) in U; [| exact S].
apply (delta_between (swap M) (val nil lo)) in L. apply (delta_between (swap M) (val nil hi)) in U. cbn [val back] in *.
apply epsilon_between; [| lra | lra]. intros e e' H. apply delta_decreases; [now apply swap_sound | exact H].
Qed.

(* The complement of a test of the pair is a test of the exchanged pair. *)
Lemma complement f up uq : test f -> P M f up -> Q M f uq ->
  exists g wp wq, test g /\ Q M g wp /\ P M g wq /\ wp = 1 - uq /\ wq = 1 - up.
Proof.
intros T TP TQ. destruct S as [SP SQ]. exists (fun x => 1 * 1 + (-1) * f x), (1 * 1 + (-1) * uq), (1 * 1 + (-1) * up).
split; [intros x; specialize (T x); lra |].
split; [now apply (ex_lin _ SQ); [apply (ex_one _ SQ) |] |]. split; [now apply (ex_lin _ SP); [apply (ex_one _ SP) |] | lra].
Qed.

Theorem forward_tradeoff al c h lo hi vp vq : exactly c (Num 1) h -> has_test M (val nil vp) (val nil vq) ->
  leq (Num 0) c && leq lo (Sub (Sub (Num 1) h) (Mul c al)) && leq vp al && leq (Sub (Num 1) vq) hi = true ->
  val nil lo <= tradeoff M (val nil al) <= val nil hi.
Proof.
intros H [f [up [uq [T [TP [TQ [-> ->]]]]]]] C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C C3].
apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C. apply leq_correct in C2. apply leq_correct in C3. apply leq_correct in C4. cbn [val] in *.
apply (tradeoff_between M _ (val nil c) (val nil h)); [exact C | exact (proj2 H) | exact C2 |].
exists f, (val nil vp), (val nil vq). auto.
Qed.

Theorem reverse_tradeoff al c h lo hi vp vq : exactly (Num 1) c h -> has_test M (val nil vp) (val nil vq) ->
  leq (Num 0) c && leq lo (Sub (Sub (Num 1) (Add (Sub (Num 1) c) h)) (Mul c al)) && leq (Sub (Num 1) vq) al && leq vp hi = true ->
  val nil lo <= tradeoff (swap M) (val nil al) <= val nil hi.
Proof.
intros H [f [up [uq [T [TP [TQ [-> ->]]]]]]] C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C C3].
apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C. apply leq_correct in C2. apply leq_correct in C3. apply leq_correct in C4. cbn [val] in *.
apply (between_swap M) in H; [| exact S]. destruct (complement f _ _ T TP TQ) as [g [wp [wq [G [GP [GQ [-> ->]]]]]]].
apply (tradeoff_between (swap M) _ (val nil c) (1 - val nil c + val nil h)); [exact C | exact (proj2 H) | exact C2 |].
exists g, (1 - val nil vq), (1 - val nil vp). repeat (split; [assumption |]). lra.
Qed.

(* Trade-off function: a line of slope c below both curves, and a test. *)
Theorem worst_tradeoff al c h1 h2 lo hi vp vq : exactly c (Num 1) h1 -> exactly (Num 1) c h2 ->
  has_test M (val nil vp) (val nil vq) ->
  leq (Num 0) c && leq lo (Sub (Sub (Num 1) h1) (Mul c al)) &&
  leq lo (Sub (Sub (Num 1) (Add (Sub (Num 1) c) h2)) (Mul c al)) && leq vp al && leq (Sub (Num 1) vq) hi = true ->
  val nil lo <= tradeoff_worst M (val nil al) <= val nil hi.
Proof.
intros H1 H2 [f [up [uq [T [TP [TQ [-> ->]]]]]]] C.
apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C C4].
apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C. apply leq_correct in C2. apply leq_correct in C3. apply leq_correct in C4. apply leq_correct in C5.
apply (between_swap M) in H2; [| exact S].
apply (tradeoff_worst_between M _ (val nil c) (Rmax (val nil h1) (1 - val nil c + val nil h2))); auto.
- intros g wp wq G GP GQ. eapply Rle_trans; [exact (proj2 H1 g wp wq G GP GQ) | apply Rmax_l].
- intros g wp wq G GP GQ. eapply Rle_trans; [exact (proj2 H2 g wp wq G GP GQ) | apply Rmax_r].
- cbn [val] in *. apply Rmax_case; lra.
- exists f, (val nil vp), (val nil vq). auto.
Qed.

(* A test of the reverse direction. *)
Theorem swapped_tradeoff al c h1 h2 lo hi vp vq : exactly c (Num 1) h1 -> exactly (Num 1) c h2 ->
  has_test M (val nil vp) (val nil vq) ->
  leq (Num 0) c && leq lo (Sub (Sub (Num 1) h1) (Mul c al)) &&
  leq lo (Sub (Sub (Num 1) (Add (Sub (Num 1) c) h2)) (Mul c al)) && leq (Sub (Num 1) vq) al && leq vp hi = true ->
  val nil lo <= tradeoff_worst M (val nil al) <= val nil hi.
Proof.
intros H1 H2 [f [up [uq [T [TP [TQ [-> ->]]]]]]] C.
apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C C4].
apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C. apply leq_correct in C2. apply leq_correct in C3. apply leq_correct in C4. apply leq_correct in C5.
apply (between_swap M) in H2; [| exact S]. destruct (complement f _ _ T TP TQ) as [g [wp [wq [G [GP [GQ [-> ->]]]]]]].
apply (tradeoff_worst_swapped M _ (val nil c) (Rmax (val nil h1) (1 - val nil c + val nil h2))); auto.
- intros k vp' vq' K KP KQ. eapply Rle_trans; [exact (proj2 H1 k vp' vq' K KP KQ) | apply Rmax_l].
- intros k vp' vq' K KP KQ. eapply Rle_trans; [exact (proj2 H2 k vp' vq' K KP KQ) | apply Rmax_r].
- cbn [val] in *. apply Rmax_case; lra.
- cbn [val] in *. exists g, (1 - val nil vq), (1 - val nil vp). repeat (split; [assumption |]). lra.
Qed.

(* The chord of slope -1 between a test and its complement. *)
Theorem chord_tradeoff al h lo hi vp vq : exactly (Num 1) (Num 1) h -> has_test M (val nil vp) (val nil vq) ->
  leq lo (Sub (Sub (Num 1) h) al) && leq vp al && leq al (Sub (Num 1) vq) && leq (Sub (Sub (Num 1) (Sub vq vp)) al) hi = true ->
  val nil lo <= tradeoff_worst M (val nil al) <= val nil hi.
Proof.
intros H [f [up [uq [T [TP [TQ [-> ->]]]]]]] C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C C3].
apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C. apply leq_correct in C2. apply leq_correct in C3. apply leq_correct in C4. cbn [val] in *.
assert (H' := proj2 (between_swap M _ _ _ _ S H)). cbn [val] in *.
apply (tradeoff_worst_chord M _ (val nil h) f (val nil vp) (val nil vq)); try assumption; try lra.
- exact (proj2 H).
- intros k vp' vq' K KP KQ. assert (B := H' k vp' vq' K KP KQ). lra.
Qed.

Theorem forward_rero k c h lo hi vp vq : exactly c (Num 1) h -> has_test M (val nil vp) (val nil vq) ->
  leq (Num 0) c && leq (Add h (Mul c k)) hi && leq vp k && leq lo vq = true ->
  val nil lo <= rero M (val nil k) <= val nil hi.
Proof.
intros H1 [f [up [uq [T [TP [TQ [-> ->]]]]]]] C.
apply andb_prop in C; destruct C as [C C4].
apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C C2].
apply leq_correct in C. apply leq_correct in C2. apply leq_correct in C3. apply leq_correct in C4.
apply (rero_between M _ (val nil c) (val nil h)); auto.
- exact (proj2 H1).
- exists f, (val nil vp), (val nil vq). auto.
Qed.

End Values.

(* A value strictly beyond an end: the target of a calibration is missed. *)
Lemma more_than prec terms d lo hi x : val nil lo <= x <= val nil hi -> less prec terms d lo = true -> val nil d < x.
Proof. intros [H _] C. apply less_correct in C. lra. Qed.
Lemma less_than prec terms d lo hi x : val nil lo <= x <= val nil hi -> less prec terms hi d = true -> x < val nil d.
Proof. intros [_ H] C. apply less_correct in C. lra. Qed.
