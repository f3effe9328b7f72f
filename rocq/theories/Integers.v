(* Discrete Laplace (geometric) noise on the integers: integrals are series. The likelihood ratio has two values. *)
From Coq Require Import Reals Lra Lia ZArith List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Laws Lattice Cells Compositions Finite.
Open Scope R_scope.
Notation Forall := List.Forall.

(* The sum over all integers: the series over 0, 1, 2, ... plus the series over -1, -2, ... *)
Definition over_integers (f : Z -> R) (v : R) : Prop := exists a b,
  is_series (fun n => f (Z.of_nat n)) a /\ is_series (fun n => f (- Z.of_nat (S n))%Z) b /\ v = a + b.

(* P(x) proportional to e^(-|x|/b). *)
Definition geometric (b : R) (x : Z) : R :=
  (1 - exp (- (1 / b))) / (1 + exp (- (1 / b))) * exp (- (1 / b)) ^ Z.abs_nat x.
Definition discrete_laplace (b : R) : pair := Pair Z
  (fun f v => over_integers (fun x => f x * geometric b x) v)
  (fun f v => over_integers (fun x => f x * geometric b (x - 1)) v).

Lemma integers_ext f g v : (forall x, f x = g x) -> over_integers f v -> over_integers g v.
Proof.
intros E [a [b [A [B ->]]]]. exists a, b. split; [| split; [| easy]].
- refine (is_series_ext _ _ _ _ A). intros n. apply E.
- refine (is_series_ext _ _ _ _ B). intros n. apply E.
Qed.

Lemma integers_lin f g c d u v : over_integers f u -> over_integers g v ->
  over_integers (fun x => c * f x + d * g x) (c * u + d * v).
Proof.
intros [a [b [A [B ->]]]] [a' [b' [A' [B' ->]]]].
exists (c * a + d * a'), (c * b + d * b'). split; [| split; [| ring]].
- apply (is_series_plus (fun n => c * f (Z.of_nat n)) (fun n => d * g (Z.of_nat n))).
  + apply (is_series_scal c (fun n => f (Z.of_nat n)) a A).
  + apply (is_series_scal d (fun n => g (Z.of_nat n)) a' A').
- apply (is_series_plus (fun n => c * f (- Z.of_nat (S n))%Z) (fun n => d * g (- Z.of_nat (S n))%Z)).
  + apply (is_series_scal c (fun n => f (- Z.of_nat (S n))%Z) b B).
  + apply (is_series_scal d (fun n => g (- Z.of_nat (S n))%Z) b' B').
Qed.

Lemma series_pos f v : (forall n, 0 <= f n) -> is_series f v -> 0 <= v.
Proof.
intros Hf H. assert (L := Series_le (fun n => 0 * f n) f).
rewrite (Series_scal_l 0 f), (is_series_unique f v H), Rmult_0_l in L.
apply L; [| now exists v]. intros n. specialize (Hf n). lra.
Qed.

Lemma integers_mono f g u v : (forall x, f x <= g x) -> over_integers f u -> over_integers g v -> u <= v.
Proof.
intros E F G. destruct (integers_lin _ _ 1 (- 1) _ _ G F) as [a [b [A [B Sm]]]].
assert (0 <= a). { refine (series_pos _ _ _ A). intros n. specialize (E (Z.of_nat n)). lra. }
assert (0 <= b). { refine (series_pos _ _ _ B). intros n. specialize (E (- Z.of_nat (S n))%Z). lra. }
lra.
Qed.

Section Geometric.

Variable b : R.
Hypothesis Hb : 0 < b.
Let r := exp (- (1 / b)).
Let k := (1 - r) / (1 + r).

Lemma r_range : 0 < r < 1.
Proof.
assert (0 < 1 / b) by (apply Rdiv_lt_0_compat; lra).
split; [apply exp_pos |]. apply Rlt_le_trans with (exp 0); [apply exp_increasing; lra | right; apply exp_0].
Qed.

Lemma k_pos : 0 < k.
Proof. assert (Rr := r_range). apply Rdiv_lt_0_compat; lra. Qed.

Lemma geometric_sum f a0 a c : f 0%Z = a0 -> (forall n, f (Z.of_nat (S n)) = a * r ^ n) ->
  (forall n, f (- Z.of_nat (S n))%Z = c * r ^ n) -> over_integers f (a0 + a / (1 - r) + c / (1 - r)).
Proof.
intros F0 F1 F2. assert (Rr := r_range). assert (Ar : Rabs r < 1) by (rewrite Rabs_pos_eq; lra).
assert (G : forall x, is_series (fun n => x * r ^ n) (x / (1 - r))).
{ intros x. apply (is_series_scal x (fun n => r ^ n) (/ (1 - r))). now apply is_series_geom. }
exists (a0 + a / (1 - r)), (c / (1 - r)). split; [| split; [| easy]].
- apply is_series_decr_1. unfold plus, opp; simpl. rewrite F0.
  replace (a0 + a / (1 - r) + - a0) with (a / (1 - r)) by ring.
  refine (is_series_ext _ _ _ _ (G a)). intros n. symmetry. apply F1.
- refine (is_series_ext _ _ _ _ (G c)). intros n. symmetry. apply F2.
Qed.

Lemma geometric_0 : geometric b 0 = k.
Proof. unfold geometric. simpl. unfold k, r. ring. Qed.
Lemma geometric_up n : geometric b (Z.of_nat (S n)) = k * r * r ^ n.
Proof. unfold geometric. fold r k. replace (Z.abs_nat (Z.of_nat (S n))) with (S n) by lia. simpl. ring. Qed.
Lemma geometric_down n : geometric b (- Z.of_nat (S n)) = k * r * r ^ n.
Proof. unfold geometric. fold r k. replace (Z.abs_nat (- Z.of_nat (S n))) with (S n) by lia. simpl. ring. Qed.
Lemma moved_0 : geometric b (-1) = k * r.
Proof. unfold geometric. simpl. unfold k, r. ring. Qed.
Lemma moved_up n : geometric b (Z.of_nat (S n) - 1) = k * r ^ n.
Proof. unfold geometric. fold r k. now replace (Z.abs_nat (Z.of_nat (S n) - 1)) with n by lia. Qed.
Lemma moved_down n : geometric b (- Z.of_nat (S n) - 1) = k * (r * r) * r ^ n.
Proof. unfold geometric. fold r k. replace (Z.abs_nat (- Z.of_nat (S n) - 1)) with (S (S n)) by lia. simpl. ring. Qed.

Lemma geometric_pos x : 0 < geometric b x.
Proof. apply Rmult_lt_0_compat; [apply k_pos | apply pow_lt, exp_pos]. Qed.

Notation p := (geometric b).
Notation q := (fun x => geometric b (x - 1)).

Lemma ratio_right x : (1 <= x)%Z -> p x = r * q x.
Proof.
intros H. replace x with (Z.of_nat (S (Z.to_nat (x - 1)))) by lia. rewrite geometric_up, moved_up. ring.
Qed.
Lemma ratio_left x : (x <= 0)%Z -> q x = r * p x.
Proof.
intros H. destruct (Z.eq_dec x 0) as [-> | N]; [change (0 - 1)%Z with (-1)%Z; rewrite geometric_0, moved_0; ring |].
replace x with (- Z.of_nat (S (Z.to_nat (- x - 1))))%Z by lia. rewrite geometric_down, moved_down. ring.
Qed.

Definition right (x : Z) : bool := Z.leb 1 x.
Definition left (x : Z) : bool := Z.leb x 0.

Ltac by_sum a0 a c := match goal with |- over_integers _ ?v =>
  replace v with (a0 + a / (1 - r) + c / (1 - r));
  [apply geometric_sum; [simpl; rewrite ?geometric_0, ?moved_0 | intros n; cbn beta iota; rewrite ?geometric_up, ?moved_up |
     intros n; cbn beta iota; rewrite ?geometric_down, ?moved_down] |] end.

Lemma p_one : over_integers p 1.
Proof. assert (Rr := r_range). by_sum k (k * r) (k * r); try ring. unfold k; revert Rr; generalize r; intros x X; field; lra. Qed.
Lemma q_one : over_integers q 1.
Proof. assert (Rr := r_range). by_sum (k * r) k (k * (r * r)); try ring. unfold k; revert Rr; generalize r; intros x X; field; lra. Qed.

Lemma right_up n : right (Z.of_nat (S n)) = true.
Proof. apply Z.leb_le. lia. Qed.
Lemma right_down n : right (- Z.of_nat (S n)) = false.
Proof. apply Z.leb_gt. lia. Qed.
Lemma left_up n : left (Z.of_nat (S n)) = false.
Proof. apply Z.leb_gt. lia. Qed.
Lemma left_down n : left (- Z.of_nat (S n)) = true.
Proof. apply Z.leb_le. lia. Qed.

Lemma right_p : over_integers (fun x => ind right x * p x) (r / (1 + r)).
Proof.
assert (Rr := r_range). unfold ind. by_sum 0 (k * r) 0.
- change (right 0) with false. ring. - rewrite right_up. ring. - rewrite right_down. ring. - unfold k; revert Rr; generalize r; intros x X; field; lra.
Qed.
Lemma right_q : over_integers (fun x => ind right x * q x) (1 / (1 + r)).
Proof.
assert (Rr := r_range). unfold ind. by_sum 0 k 0.
- change (right 0) with false. ring. - rewrite right_up. ring. - rewrite right_down. ring. - unfold k; revert Rr; generalize r; intros x X; field; lra.
Qed.
Lemma left_p : over_integers (fun x => ind left x * p x) (1 / (1 + r)).
Proof.
assert (Rr := r_range). unfold ind. by_sum k 0 (k * r).
- change (left 0) with true. ring. - rewrite left_up. ring. - rewrite left_down. ring. - unfold k; revert Rr; generalize r; intros x X; field; lra.
Qed.
Lemma left_q : over_integers (fun x => ind left x * q x) (r / (1 + r)).
Proof.
assert (Rr := r_range). unfold ind. by_sum (k * r) 0 (k * (r * r)).
- change (left 0) with true. ring. - rewrite left_up. ring. - rewrite left_down. ring. - unfold k; revert Rr; generalize r; intros x X; field; lra.
Qed.

(* Two ratios, 1/r and r. *)
Lemma two_ratios (f g : Z -> R) (far_ : Z -> bool) : (forall x, 0 < f x) -> (forall x, 0 < g x) ->
  over_integers f 1 -> over_integers g 1 ->
  over_integers (fun x => ind far_ x * f x) (r / (1 + r)) -> over_integers (fun x => ind far_ x * g x) (1 / (1 + r)) ->
  (forall x, far_ x = true -> f x = r * g x) -> (forall x, far_ x = false -> g x = r * f x) ->
  let M := Pair Z (fun h v => over_integers (fun x => h x * f x) v) (fun h v => over_integers (fun x => h x * g x) v) in
  let l := lattice_law 0 (/ r) (r * r) (r / (1 + r) :: 1 / (1 + r) :: nil) in upper M l /\ lower M l.
Proof.
intros Pf Pg F1 G1 Ff Fg In Out M l. assert (Rr := r_range).
assert (Z1 : 0 < r * r < 1) by nra. assert (Z0 : 0 < / r) by (apply Rinv_0_lt_compat; lra).
assert (Zr : / r * (r * r) = r) by (field; lra).
set (c := Cut Z far_ (r / (1 + r)) (1 / (1 + r))).
assert (Ok : cut_ok Z over_integers f g c) by (split; assumption).
assert (Top : forall x, f x <= / r * g x).
{ intros x. specialize (Pf x). specialize (Pg x). destruct (far_ x) eqn:E.
  - rewrite (In x E). apply Rmult_le_compat_r; [lra |]. apply Rmult_le_reg_l with r; [lra |]. rewrite Rinv_r by lra. nra.
  - rewrite (Out x E). right. field. lra. }
assert (Or : ordered Z over_integers f g (r * r) (/ r) (c :: nil)).
{ split; [exact Ok |]. rewrite Zr. split; [| split; [| exact I]].
  - intros x E. rewrite (In x E). lra.
  - intros x E. rewrite (Out x E). specialize (Pf x). assert (r * (r * f x) <= 1 * f x); [| lra].
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
assert (Pf' : forall x, 0 <= f x) by (intros x; left; apply Pf).
split.
- assert (U := split_upper Z over_integers f g integers_ext integers_lin integers_mono Pf' Pg F1 G1 (r * r) Z1 (/ r) (c :: nil) Z0 Top Or).
  cbn [split split_rest c far_p far_q] in U. rewrite Zr in U.
  replace (1 / (1 + r) - r / (1 + r) / r) with 0 in U by (field; lra).
  replace (0 + (1 - r / (1 + r) - r * (1 - 1 / (1 + r))) / (/ r - r)) with (r / (1 + r)) in U by (field; nra).
  replace ((/ r * (1 - 1 / (1 + r)) - (1 - r / (1 + r))) / (/ r - r) + r / (1 + r) / r) with (1 / (1 + r)) in U by (field; nra).
  exact U.
- assert (L := cells_lower Z over_integers f g integers_ext integers_lin integers_mono Pf' Pg F1 G1 (r * r) Z1 (/ r) (c :: nil) Z0).
  cbn [cell_masses c far_q] in L. replace (1 - 1 / (1 + r)) with (r / (1 + r)) in L by (field; lra).
  apply L. unfold c. split; [exact Ok | split; [easy |]]. cbn [nested far_p far_q]. rewrite Zr. split; right; field; lra.
Qed.

Lemma discrete_laplace_sound : sound (discrete_laplace b).
Proof.
assert (E : forall f, (forall x, 0 < f x) -> over_integers f 1 ->
  expectation (fun h v => over_integers (fun x => h x * f x) v)).
{ intros f Pf F1. split.
  - intros g h v H. apply integers_ext. intros x. now rewrite H.
  - refine (integers_ext _ _ _ _ F1). intros; ring.
  - intros g h c d u v G H. refine (integers_ext _ _ _ _ (integers_lin _ _ c d _ _ G H)). intros; ring.
  - intros g h u v H. apply integers_mono. intros x. apply Rmult_le_compat_r; [left; apply Pf | apply H]. }
split; apply E; auto using p_one, q_one; intros; apply geometric_pos.
Qed.

Lemma two_mix m c : exp (1 / b) * m = c -> same_mix (lattice_law 0 (/ r) (r * r) (m :: c :: nil))
  (lattice_law 0 (exp (1 / b)) (exp (- (1 / b))) (m :: 0 :: m * exp (1 / b) :: nil)).
Proof.
intros E H x y. assert (I : / r = exp (1 / b)) by (unfold r; rewrite exp_Ropp, Rinv_inv; reflexivity).
assert (Rr := r_range). assert (J : exp (1 / b) * r = 1) by (rewrite <- I; field; lra).
unfold lattice_law. cbn [lat mix]. fold r. rewrite I.
replace (exp (1 / b) * (r * r)) with r by (rewrite <- Rmult_assoc, J; ring).
replace (exp (1 / b) * r * r) with r by (rewrite J; ring). rewrite <- E. ring.
Qed.

End Geometric.

Theorem discrete_laplace_on_lattice b : 0 < b ->
  let c := 1 / (exp (1 / b) + 1) in
  on_lattice (discrete_laplace b) 0 (1 / b) (1 / b) (c :: 0 :: c * exp (1 / b) :: nil).
Proof.
intros Hb c. assert (E := exp_pos (1 / b)). assert (Pc : 0 < c) by (apply Rdiv_lt_0_compat; lra).
assert (One : c + 0 + c * exp (1 / b) = 1) by (unfold c; field; lra).
assert (Pe : 0 < c * exp (1 / b)) by (apply Rmult_lt_0_compat; lra).
set (r := exp (- (1 / b))).
assert (Er : r * exp (1 / b) = 1) by (unfold r; rewrite <- exp_plus; replace (- (1 / b) + 1 / b) with 0 by ring; apply exp_0).
assert (Rr : 0 < r) by apply exp_pos.
assert (C1 : r / (1 + r) = c).
{ unfold c. replace (exp (1 / b)) with (/ r) by (apply Rmult_eq_reg_l with r; [rewrite Er; field; lra | lra]). field; lra. }
assert (C2 : 1 / (1 + r) = exp (1 / b) * c).
{ unfold c. replace (exp (1 / b)) with (/ r) by (apply Rmult_eq_reg_l with r; [rewrite Er; field; lra | lra]). field; lra. }
assert (Mix := two_mix b Hb c (exp (1 / b) * c) eq_refl). fold r in Mix.
destruct (two_ratios b Hb (geometric b) (fun x => geometric b (x - 1)) right (geometric_pos b Hb) (fun x => geometric_pos b Hb (x - 1))
  (p_one b Hb) (q_one b Hb) (right_p b Hb) (right_q b Hb)) as [U L].
{ intros x H. apply (ratio_right b x). now apply Z.leb_le. }
{ intros x H. apply (ratio_left b x). apply Z.leb_gt in H. lia. }
destruct (two_ratios b Hb (fun x => geometric b (x - 1)) (geometric b) left (fun x => geometric_pos b Hb (x - 1)) (geometric_pos b Hb)
  (q_one b Hb) (p_one b Hb) (left_q b Hb) (left_p b Hb)) as [U' L'].
{ intros x H. apply (ratio_left b x). now apply Z.leb_le. }
{ intros x H. apply (ratio_right b x). apply Z.leb_gt in H. lia. }
fold r in U, L, U', L'. rewrite C1, C2 in U, L, U', L'.
split.
- now apply discrete_laplace_sound.
- lra.
- split; [repeat constructor; lra |]. unfold total; simpl. lra.
- unfold total; simpl. lra.
- exact (upper_same _ _ _ Mix U).
- exact (lower_same _ _ _ Mix L).
- exact (upper_same _ _ _ Mix U').
- exact (lower_same _ _ _ Mix L').
Qed.
