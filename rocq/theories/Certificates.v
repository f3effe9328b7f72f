(* Generated files state the following of mechanisms with closed forms: from the values at the best events, all
   comparisons being one computation. *)
From Coq Require Import Reals Lra Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Numbers Steps.
Open Scope R_scope.

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

(* Where no event tells Q from P by e^epsilon. *)
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

(* epsilon: delta at the lower end is above d, at the upper end not. *)
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

(* Trade-off function: the line at the slope c below both curves, and a test. *)
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

(* A calibration: the target is missed with one parameter, and met with another. *)
Theorem calibrated prec terms M M' e d l1 l2 u1 u2 : sound M -> sound M' ->
  exactly M (Exp e) (Num 1) l1 -> exactly M (Num 1) (Exp e) l2 ->
  exactly M' (Exp e) (Num 1) u1 -> exactly M' (Num 1) (Exp e) u2 ->
  (less prec terms d l1 || less prec terms d (back e l2)) && leq prec terms u1 d && leq prec terms (back e u2) d = true ->
  val nil d < delta_worst M (val nil e) /\ delta_worst M' (val nil e) <= val nil d.
Proof.
intros S S' L1 L2 U1 U2 C.
apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C C2].
destruct (worst_between M (val nil e) _ _ _ _ S L1 L2) as [A _].
destruct (worst_between M' (val nil e) _ _ _ _ S' U1 U2) as [_ B]. split.
- eapply Rlt_le_trans; [| exact A]. apply orb_prop in C; destruct C as [C | C]; apply less_correct in C.
  + eapply Rlt_le_trans; [exact C | apply Rmax_l].
  + eapply Rlt_le_trans; [exact C | apply Rmax_r].
- eapply Rle_trans; [exact B |]. apply leq_correct in C2. apply leq_correct in C3. now apply Rmax_case.
Qed.
