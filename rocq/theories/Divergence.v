(* The Delta-divergence of two pairs, each in its worst direction, enclosed by finitely many tests of one pair and
   lines below the trade-off function of the other.

   Upper bound: each shift is covered by a mixture of two neighbouring tests, whose errors lie on a chord; a line
   below the other trade-off function that is above both ends is above all points between. Lower bound: one test
   and one line. *)
From Coq Require Import Reals Lra Lia List Bool.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Numbers Steps Certificates.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

(* The smallest k >= 0 with f(a + k) - k <= f'(a) for all a, for the trade-off functions of the worse directions. *)
Definition divergence_worst (M M' : pair) : R :=
  real (Glb_Rbar (fun k => 0 <= k /\
    forall a, 0 <= a <= 1 -> tradeoff_worst M (a + k) - k <= tradeoff_worst M' a)).

Lemma constant_test M c : sound M -> 0 <= c <= 1 -> has_test M c c.
Proof.
intros [SP SQ] Hc. exists (fun _ => c), c, c.
split; [intros _; exact Hc | split; [now apply ex_const | split; [now apply ex_const | easy]]].
Qed.

Lemma mixed_test M l p q p' q' : sound M -> 0 <= l <= 1 -> has_test M p q -> has_test M p' q' ->
  has_test M (l * p + (1 - l) * p') (l * q + (1 - l) * q').
Proof.
intros [SP SQ] Hl [f [up [uq [T [TP [TQ [<- <-]]]]]]] [g [wp [wq [U [UP [UQ [<- <-]]]]]]].
exists (fun x => l * f x + (1 - l) * g x), (l * up + (1 - l) * wp), (l * uq + (1 - l) * wq).
split; [intros x; specialize (T x); specialize (U x); nra |].
split; [now apply (ex_lin _ SP) | split; [now apply (ex_lin _ SQ) | easy]].
Qed.

(* A line below both trade-off functions. *)
Definition line (M : pair) (c h : R) : Prop := 0 <= c /\ below_tests M c h /\ below_tests (swap M) c h.

Lemma tests_above M p q alpha : sound M -> has_test M p q -> p <= alpha -> tradeoff_worst M alpha <= 1 - q.
Proof.
intros S [f [up [uq [T [TP [TQ [<- <-]]]]]]] H.
apply (tradeoff_worst_between M alpha 0 1 0 (1 - uq)); try lra.
- apply no_more_b; [exact S | lra | lra].
- apply no_more_b; [now apply swap_sound | lra | lra].
- exists f, up, uq. repeat split; auto; try apply T; lra.
Qed.

Lemma lines_below M c h alpha : sound M -> line M c h -> 0 <= alpha -> 1 - h - c * alpha <= tradeoff_worst M alpha.
Proof.
intros S [Hc [B B']] H. destruct (constant_test M 0 S) as [f [up [uq [T [TP [TQ [-> ->]]]]]]]; [lra |].
apply (tradeoff_worst_between M alpha c h (1 - h - c * alpha) 1); auto; try lra.
exists f, 0, 0. repeat split; auto; try apply T; lra.
Qed.

Theorem divergence_above M' M p q c h lo : sound M -> sound M' -> has_test M' p q -> line M c h ->
  lo * (1 + c) <= q - c * p - h -> forall k, 0 <= k ->
  (forall a, 0 <= a <= 1 -> tradeoff_worst M (a + k) - k <= tradeoff_worst M' a) -> lo <= k.
Proof.
intros S S' T L Hlo k Hk A. assert (Hc := proj1 L).
assert (Hp : 0 <= p <= 1).
{ destruct T as [f [up [uq [T [TP [_ [<- _]]]]]]]. exact (ex_test _ _ _ (proj1 S') T TP). }
specialize (A p Hp). assert (U := tests_above M' p q p S' T (Rle_refl p)).
assert (V := lines_below M c h (p + k) S L ltac:(lra)).
apply Rmult_le_reg_r with (1 + c); [lra |]. lra.
Qed.

(* Tests (p, q), each with the line that covers the errors between this test and the previous one. *)
Fixpoint covers (k p q : R) (cells : list (R * R * (R * R))) : Prop :=
  match cells with
  | [] => 1 - q <= k
  | (c, h, (p', q')) :: r =>
      h - k * (1 + c) <= q - c * p /\ h - k * (1 + c) <= q' - c * p' /\ covers k p' q' r
  end.

Lemma covered M M' k : sound M -> sound M' -> 0 <= k -> forall cells p q, has_test M p q ->
  Forall (fun x => line M' (fst (fst x)) (snd (fst x)) /\ has_test M (fst (snd x)) (snd (snd x))) cells ->
  covers k p q cells -> forall alpha, k <= alpha -> p <= alpha ->
  tradeoff_worst M alpha - k <= tradeoff_worst M' (alpha - k).
Proof.
intros S S' Hk. induction cells as [| [[c h] [p' q']] r IH]; intros p q T F C alpha Ha Hp; simpl in C.
- assert (U := tests_above M p q alpha S T Hp).
  assert (Z : line M' 0 1).
  { split; [lra | split; apply no_more_b; try lra; [exact S' | now apply swap_sound]]. }
  assert (V := lines_below M' 0 1 (alpha - k) S' Z ltac:(lra)). lra.
- inversion F as [| ? ? [L T'] F']; subst. cbn [fst snd] in L, T'. destruct C as [C1 [C2 C3]].
  destruct (Rle_dec p' alpha) as [H | H]; [now apply (IH p' q') |].
  assert (D : 0 < p' - p) by lra. set (l := (p' - alpha) / (p' - p)).
  assert (Hl : 0 <= l <= 1).
  { split; [apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat] |].
    apply Rmult_le_reg_r with (p' - p); [exact D |]. unfold l. replace ((p' - alpha) / (p' - p) * (p' - p)) with (p' - alpha) by (field; lra). lra. }
  assert (E : l * p + (1 - l) * p' = alpha) by (unfold l; field; lra).
  assert (X := mixed_test M l p q p' q' S Hl T T'). rewrite E in X.
  assert (U := tests_above M _ _ alpha S X (Rle_refl _)).
  assert (V := lines_below M' c h (alpha - k) S' L ltac:(lra)).
  assert (l * (h - k * (1 + c)) <= l * (q - c * p)) by (apply Rmult_le_compat_l; lra).
  assert ((1 - l) * (h - k * (1 + c)) <= (1 - l) * (q' - c * p')) by (apply Rmult_le_compat_l; lra).
  assert (c * (l * p + (1 - l) * p') = c * alpha) by now rewrite E. lra.
Qed.

Theorem divergence_between M M' lo hi p q c h p0 q0 cells : sound M -> sound M' ->
  has_test M' p q -> line M c h -> lo * (1 + c) <= q - c * p - h ->
  0 <= hi -> has_test M p0 q0 -> p0 <= hi ->
  Forall (fun x => line M' (fst (fst x)) (snd (fst x)) /\ has_test M (fst (snd x)) (snd (snd x))) cells ->
  covers hi p0 q0 cells -> lo <= divergence_worst M M' <= hi.
Proof.
intros S S' T L Hlo Hhi T0 Hp F C. apply glb_between.
- exists hi. split; [split; [exact Hhi |] | lra]. intros a Ha.
  assert (K := covered M M' hi S S' Hhi cells p0 q0 T0 F C (a + hi) ltac:(lra) ltac:(lra)).
  now replace (a + hi - hi) with a in K by ring.
- intros k [Hk A]. exact (divergence_above M' M p q c h lo S S' T L Hlo k Hk A).
Qed.

(* The statement by one computation. *)
Section Checked.

Variable prec : positive.
Variable terms : nat.
Variables M M' : pair.
Hypothesis S : sound M.
Hypothesis S' : sound M'.

(* A slope, the values at (slope, 1) and (1, slope), which determine the height of the line, and a test. *)
Record cell := Cell { slope : expr; ahead : expr; behind : expr; first_kind : expr; power_ : expr }.
Definition level (x : cell) : R := Rmax (val nil (ahead x)) (1 - val nil (slope x) + val nil (behind x)).
Definition lines_of (N : pair) (x : cell) : Prop :=
  exactly N (slope x) (Num 1) (ahead x) /\ exactly N (Num 1) (slope x) (behind x).
Definition tests_of (N : pair) (x : cell) : Prop := has_test N (val nil (first_kind x)) (val nil (power_ x)).
Definition good (x : cell) : Prop := lines_of M' x /\ tests_of M x.
Lemma good_nil : Forall good [].
Proof. constructor. Qed.
Lemma good_cons x r : good x -> Forall good r -> Forall good (x :: r).
Proof. now constructor. Qed.

Notation leq_ := (leq prec terms).
Definition under (k e : expr) (x : cell) (p q : expr) : bool :=
  leq_ (Sub e (Mul k (Add (Num 1) (slope x)))) (Sub q (Mul (slope x) p)).
Definition under_both (k : expr) (x : cell) (p q : expr) : bool :=
  under k (ahead x) x p q && under k (Add (Sub (Num 1) (slope x)) (behind x)) x p q.
Fixpoint covers_check (k p q : expr) (cells : list cell) : bool :=
  match cells with
  | [] => leq_ (Sub (Num 1) q) k
  | x :: r => leq_ (Num 0) (slope x) && under_both k x p q && under_both k x (first_kind x) (power_ x) &&
      covers_check k (first_kind x) (power_ x) r
  end.

Lemma lines_line N x : sound N -> lines_of N x -> 0 <= val nil (slope x) -> line N (val nil (slope x)) (level x).
Proof.
intros SN [A B] Hc. apply (between_swap N) in B; [| exact SN]. split; [exact Hc | split].
- intros f vp vq T TP TQ. eapply Rle_trans; [exact (proj2 A f vp vq T TP TQ) | apply Rmax_l].
- intros f vp vq T TP TQ. eapply Rle_trans; [exact (proj2 B f vp vq T TP TQ) | apply Rmax_r].
Qed.

Lemma under_both_correct k x p q : under_both k x p q = true ->
  level x - val nil k * (1 + val nil (slope x)) <= val nil q - val nil (slope x) * val nil p.
Proof.
unfold under_both, under. intros H. apply andb_prop in H. destruct H as [H1 H2].
apply leq_correct in H1. apply leq_correct in H2. cbn [val] in H1, H2. unfold level. apply Rmax_case; lra.
Qed.

Lemma covers_check_correct k cells : Forall good cells -> forall p q,
  covers_check k p q cells = true ->
  let flat := map (fun x => (val nil (slope x), level x, (val nil (first_kind x), val nil (power_ x)))) cells in
  covers (val nil k) (val nil p) (val nil q) flat /\
  Forall (fun x => line M' (fst (fst x)) (snd (fst x)) /\ has_test M (fst (snd x)) (snd (snd x))) flat.
Proof.
induction 1 as [| x r [L T] _ IH]; intros p q C; simpl in *.
- apply leq_correct in C. cbn [val] in C. split; [exact C | constructor].
- apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C C3].
  apply andb_prop in C; destruct C as [C1 C2]. apply leq_correct in C1. cbn [val] in C1.
  destruct (IH _ _ C4) as [I1 I2].
  split; [split; [now apply under_both_correct | split; [now apply under_both_correct | exact I1]] |].
  constructor; [| exact I2]. split; [now apply lines_line | exact T].
Qed.

Theorem checked_divergence lo hi (least : cell) p0 q0 cells :
  lines_of M least -> tests_of M' least ->
  has_test M (val nil p0) (val nil q0) -> Forall good cells ->
  leq_ (Num 0) hi && leq_ p0 hi && covers_check hi p0 q0 cells && leq_ (Num 0) (slope least) &&
  under_both (Sub (Num 0) lo) least (first_kind least) (power_ least) = true ->
  val nil lo <= divergence_worst M M' <= val nil hi.
Proof.
intros L T T0 F C.
apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C C4].
apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C1 C2].
apply leq_correct in C1. apply leq_correct in C2. apply leq_correct in C4. cbn [val] in C1, C4.
apply under_both_correct in C5. cbn [val] in C5.
destruct (covers_check_correct hi cells F p0 q0 C3) as [K1 K2].
refine (divergence_between M M' (val nil lo) (val nil hi) _ _ (val nil (slope least)) (level least) _ _ _
  S S' T (lines_line M least S L C4) _ C1 T0 C2 K2 K1). lra.
Qed.

End Checked.
