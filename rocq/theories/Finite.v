(* Compositions of mechanisms with finitely many losses on a lattice: randomized response, the worst (epsilon,
   delta)-private pair, the same with a bound on the total variation, discrete Laplace. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From Bignums Require Import BigN.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Laws Lattice Numbers Compositions.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

Ltac all_nonneg := repeat first [apply List.Forall_nil | apply List.Forall_cons]; simpl; lra.

(* k answers; the true answer is the first under P and the second under Q; all others together are one outcome. *)
Definition randomized_response (epsilon : R) (k : Z) : pair :=
  let s := exp epsilon + (IZR k - 1) in
  finite_pair [(exp epsilon / s, 1 / s); (1 / s, exp epsilon / s); ((IZR k - 2) / s, (IZR k - 2) / s)].

(* Kairouz, Oh and Viswanath: the pair that dominates all (epsilon, delta)-private pairs. *)
Definition approximate_dp (epsilon delta : R) : pair :=
  let s := exp epsilon + 1 in
  finite_pair [(0, delta); (delta, 0);
    ((1 - delta) * exp epsilon / s, (1 - delta) / s); ((1 - delta) / s, (1 - delta) * exp epsilon / s)].

(* Ghazi and Issa: the pair that dominates all (epsilon, delta)-private pairs of total variation at most eta. *)
Definition total_variation_dp (epsilon delta eta : R) : pair :=
  let c := (eta - delta) / (exp epsilon - 1) in
  let r := 1 - delta - c * (exp epsilon + 1) in
  finite_pair [(0, delta); (delta, 0); (c * exp epsilon, c); (c, c * exp epsilon); (r, r)].

(* A mechanism whose likelihood ratio is on a lattice, in both directions. *)
Record on_lattice (M : pair) (m u h : R) (d : list R) : Prop := OnLattice {
  on_sound : sound M;
  on_m : 0 <= m; on_masses : masses d; on_total : total d = 1 - m;
  on_upper : upper M (lattice_law m (exp u) (exp (- h)) d);
  on_lower : lower M (lattice_law m (exp u) (exp (- h)) d);
  on_upper_swap : upper (swap M) (lattice_law m (exp u) (exp (- h)) d);
  on_lower_swap : lower (swap M) (lattice_law m (exp u) (exp (- h)) d) }.

Lemma swap_compose Ms : swap (compose Ms) = compose (map swap Ms).
Proof.
induction Ms as [| M Ms IH]; [reflexivity |].
change (swap (prod_pair M (compose Ms)) = prod_pair (swap M) (compose (map swap Ms))).
rewrite <- IH. reflexivity.
Qed.

Lemma swap_power M n : swap (power M n) = power (swap M) n.
Proof.
unfold power. rewrite swap_compose. f_equal. induction n; simpl; [easy | now f_equal].
Qed.

Lemma finite_swap pq : swap (finite_pair pq) = finite_pair (map (fun x => (snd x, fst x)) pq).
Proof. unfold swap, finite_pair; simpl. now rewrite !map_map. Qed.

Lemma three_mix m c r epsilon : same_mix
  (finite_law [(0, m); (m, 0); (c * exp epsilon, c); (c, c * exp epsilon); (r, r)])
  (lattice_law m (exp epsilon) (exp (- epsilon)) [c; r; c * exp epsilon]).
Proof.
intros H a b. simpl. assert (E : exp epsilon * exp (- epsilon) = 1).
{ rewrite <- exp_plus, <- exp_0. f_equal. ring. }
assert (E0 := exp_pos epsilon).
replace (exp epsilon * exp (- epsilon) * exp (- epsilon)) with (exp (- epsilon)) by (rewrite E; ring).
rewrite E.
assert (E1 : m * H (a * (0 / m)) b = m * H (a * 0) b).
{ destruct (Req_dec m 0) as [-> | N]; [ring |]. do 2 f_equal. field. easy. }
assert (E2 : r * H (a * (r / r)) b = r * H (a * 1) b).
{ destruct (Req_dec r 0) as [-> | N]; [ring |]. do 2 f_equal. field. easy. }
destruct (Req_dec c 0) as [-> | N]; [rewrite E1, E2; ring |].
replace (c * exp epsilon / c) with (exp epsilon) by (field; easy).
replace (c / (c * exp epsilon)) with (exp (- epsilon)) by (rewrite exp_Ropp; field; split; lra).
rewrite E1, E2. ring.
Qed.

Lemma three_mix_swap m c r epsilon : same_mix
  (finite_law [(m, 0); (0, m); (c, c * exp epsilon); (c * exp epsilon, c); (r, r)])
  (lattice_law m (exp epsilon) (exp (- epsilon)) [c; r; c * exp epsilon]).
Proof. intros H a b. rewrite <- three_mix. simpl. ring. Qed.

Lemma three_on_lattice m c r epsilon M :
  M = finite_pair [(0, m); (m, 0); (c * exp epsilon, c); (c, c * exp epsilon); (r, r)] ->
  0 <= m -> 0 <= c -> 0 <= r -> c + r + c * exp epsilon = 1 - m ->
  on_lattice M m epsilon epsilon [c; r; c * exp epsilon].
Proof.
intros -> Hm Hc Hr One. assert (E0 := exp_pos epsilon).
assert (0 <= c * exp epsilon) by (apply Rmult_le_pos; lra).
assert (N : Forall (fun x => 0 <= fst x /\ 0 <= snd x)
  [(0, m); (m, 0); (c * exp epsilon, c); (c, c * exp epsilon); (r, r)]).
{ all_nonneg. }
assert (N' : Forall (fun x => 0 <= fst x /\ 0 <= snd x)
  [(m, 0); (0, m); (c, c * exp epsilon); (c * exp epsilon, c); (r, r)]).
{ all_nonneg. }
split.
- apply finite_sound; [exact N | simpl; lra | simpl; lra].
- easy.
- split; [all_nonneg |]. unfold total; simpl. lra.
- unfold total; simpl. lra.
- eapply upper_same; [apply three_mix | now apply finite_upper].
- eapply lower_same; [apply three_mix | now apply finite_lower].
- rewrite finite_swap. simpl map.
  eapply upper_same; [apply three_mix_swap | now apply finite_upper].
- rewrite finite_swap. simpl map.
  eapply lower_same; [apply three_mix_swap | now apply finite_lower].
Qed.

(* Outcomes of probability zero under both distributions have no effect. *)
Lemma on_lattice_same M N m u h d : on_lattice M m u h d ->
  sound N -> (forall l, upper M l -> upper N l) -> (forall l, lower M l -> lower N l) ->
  (forall l, upper (swap M) l -> upper (swap N) l) -> (forall l, lower (swap M) l -> lower (swap N) l) ->
  on_lattice N m u h d.
Proof. intros []; split; auto. Qed.

Lemma rr_on_lattice epsilon k : (2 <= k)%Z ->
  let s := exp epsilon + (IZR k - 1) in
  on_lattice (randomized_response epsilon k) 0 epsilon epsilon
    [1 / s; (IZR k - 2) / s; 1 / s * exp epsilon].
Proof.
intros Hk s. apply IZR_le in Hk. assert (E0 := exp_pos epsilon). assert (Hs : 0 < s) by (unfold s; lra).
assert (C : 0 <= 1 / s) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
assert (Rr : 0 <= (IZR k - 2) / s) by (apply Rmult_le_pos; [lra | left; now apply Rinv_0_lt_compat]).
assert (EC : exp epsilon / s = 1 / s * exp epsilon) by (field; lra).
assert (0 <= 1 / s * exp epsilon) by (apply Rmult_le_pos; lra).
assert (One : 1 / s + (IZR k - 2) / s + 1 / s * exp epsilon = 1).
{ unfold s; field. fold s; lra. }
assert (F : randomized_response epsilon k =
  finite_pair [(1 / s * exp epsilon, 1 / s); (1 / s, 1 / s * exp epsilon); ((IZR k - 2) / s, (IZR k - 2) / s)]).
{ unfold randomized_response. fold s. now rewrite EC. }
assert (N : Forall (fun x => 0 <= fst x /\ 0 <= snd x)
  [(1 / s * exp epsilon, 1 / s); (1 / s, 1 / s * exp epsilon); ((IZR k - 2) / s, (IZR k - 2) / s)]).
{ all_nonneg. }
assert (N' : Forall (fun x => 0 <= fst x /\ 0 <= snd x)
  [(1 / s, 1 / s * exp epsilon); (1 / s * exp epsilon, 1 / s); ((IZR k - 2) / s, (IZR k - 2) / s)]).
{ all_nonneg. }
assert (S : same_mix
  (finite_law [(1 / s * exp epsilon, 1 / s); (1 / s, 1 / s * exp epsilon); ((IZR k - 2) / s, (IZR k - 2) / s)])
  (lattice_law 0 (exp epsilon) (exp (- epsilon)) [1 / s; (IZR k - 2) / s; 1 / s * exp epsilon])).
{ intros H' a b. rewrite <- three_mix. simpl. ring. }
assert (S' : same_mix
  (finite_law [(1 / s, 1 / s * exp epsilon); (1 / s * exp epsilon, 1 / s); ((IZR k - 2) / s, (IZR k - 2) / s)])
  (lattice_law 0 (exp epsilon) (exp (- epsilon)) [1 / s; (IZR k - 2) / s; 1 / s * exp epsilon])).
{ intros H' a b. rewrite <- three_mix. simpl. ring. }
rewrite F. split.
- apply finite_sound; [exact N | simpl; lra | simpl; lra].
- lra.
- split; [all_nonneg |]. unfold total; simpl. lra.
- unfold total; simpl. lra.
- eapply upper_same; [exact S | now apply finite_upper].
- eapply lower_same; [exact S | now apply finite_lower].
- rewrite finite_swap. simpl map. eapply upper_same; [exact S' | now apply finite_upper].
- rewrite finite_swap. simpl map. eapply lower_same; [exact S' | now apply finite_lower].
Qed.

Lemma approximate_on_lattice epsilon delta : 0 <= delta <= 1 ->
  let c := (1 - delta) / (exp epsilon + 1) in
  on_lattice (approximate_dp epsilon delta) delta epsilon epsilon [c; 0; c * exp epsilon].
Proof.
intros Hd c. assert (E0 := exp_pos epsilon).
assert (C : 0 <= c) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
assert (0 <= c * exp epsilon) by (apply Rmult_le_pos; lra).
assert (One : c + 0 + c * exp epsilon = 1 - delta) by (unfold c; field; lra).
assert (F : approximate_dp epsilon delta =
  finite_pair [(0, delta); (delta, 0); (c * exp epsilon, c); (c, c * exp epsilon)]).
{ unfold approximate_dp. fold c.
  now replace ((1 - delta) * exp epsilon / (exp epsilon + 1)) with (c * exp epsilon) by (unfold c; field; lra). }
assert (N : Forall (fun x => 0 <= fst x /\ 0 <= snd x)
  [(0, delta); (delta, 0); (c * exp epsilon, c); (c, c * exp epsilon)]) by all_nonneg.
assert (N' : Forall (fun x => 0 <= fst x /\ 0 <= snd x)
  [(delta, 0); (0, delta); (c, c * exp epsilon); (c * exp epsilon, c)]) by all_nonneg.
assert (S : same_mix
  (finite_law [(0, delta); (delta, 0); (c * exp epsilon, c); (c, c * exp epsilon)])
  (lattice_law delta (exp epsilon) (exp (- epsilon)) [c; 0; c * exp epsilon])).
{ intros H' a b. rewrite <- three_mix. simpl. ring. }
assert (S' : same_mix
  (finite_law [(delta, 0); (0, delta); (c, c * exp epsilon); (c * exp epsilon, c)])
  (lattice_law delta (exp epsilon) (exp (- epsilon)) [c; 0; c * exp epsilon])).
{ intros H' a b. rewrite <- three_mix. simpl. ring. }
rewrite F. split.
- apply finite_sound; [exact N | simpl; lra | simpl; lra].
- lra.
- split; [all_nonneg |]. unfold total; simpl. lra.
- unfold total; simpl. lra.
- eapply upper_same; [exact S | now apply finite_upper].
- eapply lower_same; [exact S | now apply finite_lower].
- rewrite finite_swap. simpl map. eapply upper_same; [exact S' | now apply finite_upper].
- rewrite finite_swap. simpl map. eapply lower_same; [exact S' | now apply finite_lower].
Qed.

Lemma tvdp_on_lattice epsilon delta eta : 0 <= delta <= eta -> 0 < epsilon ->
  let c := (eta - delta) / (exp epsilon - 1) in
  let r := 1 - delta - c * (exp epsilon + 1) in
  0 <= r -> on_lattice (total_variation_dp epsilon delta eta) delta epsilon epsilon [c; r; c * exp epsilon].
Proof.
intros Hd He c r Hr. apply three_on_lattice; try easy; try lra.
- assert (E := exp_increasing 0 epsilon He). rewrite exp_0 in E.
  apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra].
- unfold r. ring.
Qed.

(* The quantities of n steps. [dir] is the direction; both directions have equal values here. *)
Section Certificates.

Variable prec : positive.
Variables t u h m lo hi : expr.
Variable n : positive.
Variables B W small : BigN.t.
Variables above_ below_ : hints.
Variable es : list expr.
Variable M : pair.
Hypothesis L : on_lattice M (val [] m) (val [] u) (val [] h) (map (val []) es).

Definition answer_ (x : BigN.t) : expr :=
  Add (Div (num x) (Mul (pow2 W) (pow2 B))) (Sub (Num 1) (Pow (Sub (Num 1) m) n)).

Definition lattice_check : bool :=
  check_above prec t u h n B W small es above_ && check_below prec t u h n B W small es below_ &&
  le_ prec lo (answer_ (answer below_)) && le_ prec (answer_ (answer above_)) hi.

Hypothesis C : lattice_check = true.

Lemma lattice_parts N : upper N (lattice_law (val [] m) (exp (val [] u)) (exp (- val [] h)) (map (val []) es)) ->
  lower N (lattice_law (val [] m) (exp (val [] u)) (exp (- val [] h)) (map (val []) es)) ->
  between (power N (Pos.to_nat n)) (exp (val [] t)) 1 (val [] lo) (val [] hi).
Proof.
intros U V. destruct L. unfold lattice_check in C.
apply andb_prop in C; destruct C as [C' C4]. apply andb_prop in C'; destruct C' as [C' C3].
apply andb_prop in C'; destruct C' as [C1 C2]. apply le_correct in C3. apply le_correct in C4.
split.
- now apply (power_reached prec t u h n B W small es below_ N (val [] m)).
- now apply (power_no_more prec t u h n B W small es above_ N (val [] m)).
Qed.

Theorem lattice_both : between (power M (Pos.to_nat n)) (exp (val [] t)) 1 (val [] lo) (val [] hi) /\
  between (swap (power M (Pos.to_nat n))) (exp (val [] t)) 1 (val [] lo) (val [] hi).
Proof.
rewrite swap_power. destruct L. split; now apply lattice_parts.
Qed.

Theorem lattice_delta : val [] lo <= delta_worst (power M (Pos.to_nat n)) (val [] t) <= val [] hi.
Proof.
destruct lattice_both as [H1 H2]. apply delta_between in H1. apply delta_between in H2.
unfold delta_worst; split; [eapply Rle_trans; [apply H1 | apply Rmax_l] | apply Rmax_case; tauto].
Qed.

Theorem lattice_tv : val [] t = 0 -> val [] lo <= tv (power M (Pos.to_nat n)) <= val [] hi.
Proof.
intros E. destruct lattice_both as [H1 _]. rewrite E, exp_0 in H1. destruct L.
apply tv_between; [now apply power_sound | exact H1].
Qed.

End Certificates.

(* The smallest epsilon: delta is above d at the lower end, and at most d at the upper end. *)
Theorem lattice_epsilon prec u h m lo hi d n B W small above_ below_ es M :
  on_lattice M (val [] m) (val [] u) (val [] h) (map (val []) es) ->
  check_above prec hi u h n B W small es above_ && check_below prec lo u h n B W small es below_ &&
  lt_check (bits prec) 0 d (answer_ m n B W (answer below_)) &&
  le_ prec (answer_ m n B W (answer above_)) d = true ->
  val [] lo <= epsilon_of (delta_worst (power M (Pos.to_nat n))) (val [] d) <= val [] hi.
Proof.
intros [S M0 M1 M2 U L U' L'] C.
apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C C4].
apply andb_prop in C; destruct C as [C1 C2]. apply le_correct in C5. apply lt_by_check in C4.
assert (SP := power_sound M (Pos.to_nat n) S).
apply epsilon_between.
- intros e e' H. now apply worst_decreases.
- eapply Rlt_le_trans; [exact C4 |]. unfold delta_worst. eapply Rle_trans; [| apply Rmax_l].
  apply delta_reached; [exact SP |].
  exact (power_reached prec lo u h n B W small es below_ M (val [] m) _ L M0 M1 M2 C2 (Rle_refl _)).
- unfold delta_worst. apply Rmax_case.
  + apply delta_no_more; [exact SP |]. exact (power_no_more prec hi u h n B W small es above_ M (val [] m) _ U M0 M1 M2 C1 C5).
  + apply delta_no_more; [now apply swap_sound |]. rewrite swap_power.
    exact (power_no_more prec hi u h n B W small es above_ (swap M) (val [] m) _ U' M0 M1 M2 C1 C5).
Qed.

(* Bayes error, from the value at t = ln(p/(1-p)). *)
Definition from_error (p x : expr) : expr := Sub (Num 1) (Div x (Sub (Num 1) p)).

Theorem lattice_bayes prec u h m p lo hi n B W small above_ below_ es M :
  on_lattice M (val [] m) (val [] u) (val [] h) (map (val []) es) -> 0 < val [] p < 1 ->
  lattice_check prec (Ln (Div p (Sub (Num 1) p))) u h m (from_error p hi) (from_error p lo) n B W small above_ below_ es = true ->
  val [] lo <= bayes_worst (power M (Pos.to_nat n)) (val [] p) <= val [] hi.
Proof.
intros L Hp C.
destruct (lattice_both prec _ u h m _ _ n B W small above_ below_ es M L C) as [H1 H2].
assert (T : exp (val [] (Ln (Div p (Sub (Num 1) p)))) = val [] p / (1 - val [] p)).
{ cbn [val]. apply exp_ln. apply Rdiv_lt_0_compat; lra. }
rewrite T in H1, H2. set (x := val [] p) in *.
assert (Sc : forall N, between N (x / (1 - x)) 1 (val [] (from_error p hi)) (val [] (from_error p lo)) ->
  val [] lo <= bayes N x <= val [] hi).
{ intros N [R Nm]. apply (reached_scale _ _ _ (1 - x)) in R; [| lra]. apply (no_more_scale _ _ _ (1 - x)) in Nm; [| lra].
  replace ((1 - x) * (x / (1 - x))) with x in R, Nm by (field; lra). rewrite Rmult_1_r in R, Nm.
  assert (B2 := bayes_between N x _ _ (conj R Nm)). unfold from_error in B2. cbn [val] in B2. fold x in B2.
  replace (1 - x - (1 - x) * (1 - val [] lo / (1 - x))) with (val [] lo) in B2 by (field; lra).
  replace (1 - x - (1 - x) * (1 - val [] hi / (1 - x))) with (val [] hi) in B2 by (field; lra). exact B2. }
apply Sc in H1. apply Sc in H2. unfold bayes_worst. split; [apply Rmin_case; tauto |].
eapply Rle_trans; [apply Rmin_l | tauto].
Qed.
