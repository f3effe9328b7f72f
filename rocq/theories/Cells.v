(* Bounds a pair whose likelihood ratio has a continuum of values by distributions on a lattice.

   The outcomes are divided into cells with increasing ratio Q/P. For the upper bound, the mass of a cell is moved
   to the two adjacent lattice points, such that its probabilities under P and under Q do not change. For the lower
   bound, the cell is one event. The error of both bounds is proportional to the square of the lattice step. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Laws Lattice.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

Section Cells.

(* [I f v]: the integral of f over all outcomes is v; p and q are densities. *)
Variable A : Type.
Variable I : law A.
Variables p q : A -> R.
Hypothesis I_ext : forall f g v, (forall x, f x = g x) -> I f v -> I g v.
Hypothesis I_lin : forall f g c d u v, I f u -> I g v -> I (fun x => c * f x + d * g x) (c * u + d * v).
Hypothesis I_mono : forall f g u v, (forall x, f x <= g x) -> I f u -> I g v -> u <= v.
Hypothesis Pp : forall x, 0 <= p x.
Hypothesis Qp : forall x, 0 < q x.
Hypothesis P1 : I p 1.
Hypothesis Q1 : I q 1.

Definition weighted (w : A -> R) : law A := fun f v => I (fun x => f x * w x) v.
Definition weighted_pair : pair := Pair A (weighted p) (weighted q).

(* A cut: the event beyond it, with its probabilities. *)
Record cut := Cut { far : A -> bool; far_p : R; far_q : R }.
Definition cut_ok (c : cut) : Prop :=
  weighted p (ind (far c)) (far_p c) /\ weighted q (ind (far c)) (far_q c).

Variable zeta : R.
Hypothesis Zeta : 0 < zeta < 1.

(* The ratio P/Q is at most z zeta, z zeta^2, ... beyond the cuts and at least that before them. *)
Fixpoint ordered (z : R) (cs : list cut) : Prop :=
  match cs with
  | [] => True
  | c :: r => cut_ok c /\
      (forall x, far c x = true -> p x <= z * zeta * q x) /\
      (forall x, far c x = false -> z * zeta * q x <= p x) /\ ordered (z * zeta) r
  end.

(* The masses at z, z zeta, ...; [before] is the mass from the previous cell, u and v are the remaining
   probabilities under P and Q. *)
Fixpoint split (z before u v : R) (cs : list cut) : list R :=
  match cs with
  | [] => [before + u / z]
  | c :: r =>
      let cp := u - far_p c in let cq := v - far_q c in
      (before + (cp - z * zeta * cq) / (z - z * zeta)) ::
      split (z * zeta) ((z * cq - cp) / (z - z * zeta)) (far_p c) (far_q c) r
  end.
(* The part at infinite loss. *)
Fixpoint split_rest (z u v : R) (cs : list cut) : R :=
  match cs with
  | [] => v - u / z
  | c :: r => split_rest (z * zeta) (far_p c) (far_q c) r
  end.

Lemma I_scal f c v : I f v -> I (fun x => c * f x) (c * v).
Proof.
intros H. apply (I_ext (fun x => c * f x + 0 * f x)); [intros; ring |].
replace (c * v) with (c * v + 0 * v) by ring. now apply I_lin.
Qed.

Section Upper.

Variables (H : R -> R -> R) (a b : R).
Hypothesis G : good H.
Hypothesis Ha : 0 <= a.
Hypothesis Hb : 0 <= b.

Fixpoint over (z : R) (cs : list cut) (x : A) : R :=
  match cs with
  | [] => (q x - p x / z) * H (a * 0) b + p x / z * H (a * z) b
  | c :: r =>
      if far c x then over (z * zeta) r x else
      (z * q x - p x) / (z - z * zeta) * H (a * (z * zeta)) b + (p x - z * zeta * q x) / (z - z * zeta) * H (a * z) b
  end.
Fixpoint over_value (z u v : R) (cs : list cut) : R :=
  match cs with
  | [] => (v - u / z) * H (a * 0) b + u / z * H (a * z) b
  | c :: r =>
      let cp := u - far_p c in let cq := v - far_q c in
      (z * cq - cp) / (z - z * zeta) * H (a * (z * zeta)) b + (cp - z * zeta * cq) / (z - z * zeta) * H (a * z) b
      + over_value (z * zeta) (far_p c) (far_q c) r
  end.

(* H at (a p, b q) is below the chord between the ratios y and z. *)
Lemma chord y z s t : 0 <= y < z -> 0 <= s -> 0 <= t -> y * t <= s <= z * t ->
  H (a * s) (b * t) <= (z * t - s) / (z - y) * H (a * y) b + (s - y * t) / (z - y) * H (a * z) b.
Proof.
intros Hyz Hs Ht Hr.
assert (A1 : 0 <= (z * t - s) / (z - y)).
{ apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
assert (A2 : 0 <= (s - y * t) / (z - y)).
{ apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. }
set (l := (z * t - s) / (z - y)) in *. set (m := (s - y * t) / (z - y)) in *.
assert (0 <= a * y) by (apply Rmult_le_pos; lra). assert (0 <= a * z) by (apply Rmult_le_pos; lra).
rewrite <- (good_hom H G l), <- (good_hom H G m) by assumption.
replace (a * s) with (l * (a * y) + m * (a * z)) by (unfold l, m; field; lra).
replace (b * t) with (l * b + m * b) by (unfold l, m; field; lra).
apply (good_add H G); apply Rmult_le_pos; assumption.
Qed.

Lemma over_bound cs : forall z, 0 < z -> ordered z cs -> forall x, p x <= z * q x ->
  H (a * p x) (b * q x) <= over z cs x.
Proof.
induction cs as [| c r IH]; intros z Hz O x Hx; simpl.
- assert (C := chord 0 z (p x) (q x)). specialize (Pp x). specialize (Qp x).
  assert (C' : H (a * p x) (b * q x) <= (z * q x - p x) / (z - 0) * H (a * 0) b + (p x - 0 * q x) / (z - 0) * H (a * z) b)
    by (apply C; lra).
  replace ((z * q x - p x) / (z - 0)) with (q x - p x / z) in C' by (field; lra).
  replace ((p x - 0 * q x) / (z - 0)) with (p x / z) in C' by (field; lra). exact C'.
- destruct O as [_ [O1 [O2 O3]]].
  assert (Zz : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
  destruct (far c x) eqn:E.
  + apply IH; auto.
  + assert (z * zeta < z) by (rewrite <- (Rmult_1_r z) at 2; apply Rmult_lt_compat_l; lra).
    specialize (O2 x E). specialize (Qp x). apply chord; auto; lra.
Qed.

(* t is the probability of the outcomes beyond the last cut. *)
Lemma over_integral cs : forall z t u v, 0 < z -> ordered z cs ->
  (forall x, p x < z * q x -> t x = 1) -> I (fun x => t x * p x) u -> I (fun x => t x * q x) v ->
  I (fun x => t x * over z cs x) (over_value z u v cs).
Proof.
induction cs as [| c r IH]; intros z t u v Hz O T Iu Iv; simpl.
- apply (I_ext (fun x => H (a * 0) b * (t x * q x) + (H (a * z) b / z - H (a * 0) b / z) * (t x * p x))).
  { intros x. field. lra. }
  replace ((v - u / z) * H (a * 0) b + u / z * H (a * z) b)
    with (H (a * 0) b * v + (H (a * z) b / z - H (a * 0) b / z) * u) by (field; lra).
  now apply I_lin.
- destruct O as [[C1 C2] [O1 [O2 O3]]].
  assert (Zz : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
  assert (Zd : z * zeta < z) by (rewrite <- (Rmult_1_r z) at 2; apply Rmult_lt_compat_l; lra).
  set (k := z - z * zeta). assert (Hk : 0 < k) by (unfold k; lra).
  set (Hl := H (a * (z * zeta)) b). set (Hh := H (a * z) b).
  assert (R : I (fun x => ind (far c) x * over (z * zeta) r x) (over_value (z * zeta) (far_p c) (far_q c) r)).
  { apply IH; auto. intros x Hx. unfold ind. destruct (far c x) eqn:E; [easy |].
    specialize (O2 x E). lra. }
  assert (T1 : forall x, far c x = true -> t x = 1).
  { intros x E. apply T. specialize (O1 x E). specialize (Qp x).
    assert (z * zeta * q x < z * q x) by (apply Rmult_lt_compat_r; lra). lra. }
  assert (D1 := I_lin _ _ 1 (- 1) _ _ Iu C1). assert (D2 := I_lin _ _ 1 (- 1) _ _ Iv C2). cbv beta in D1, D2.
  assert (D := I_lin _ _ ((Hh - Hl) / k) ((z * Hl - z * zeta * Hh) / k) _ _ D1 D2). cbv beta in D.
  assert (S := I_lin _ _ 1 1 _ _ D R). cbv beta in S.
  replace ((z * (v - far_q c) - (u - far_p c)) / k * Hl + (u - far_p c - z * zeta * (v - far_q c)) / k * Hh +
    over_value (z * zeta) (far_p c) (far_q c) r) with
    (1 * ((Hh - Hl) / k * (1 * u + - (1) * far_p c) + (z * Hl - z * zeta * Hh) / k * (1 * v + - (1) * far_q c)) +
     1 * over_value (z * zeta) (far_p c) (far_q c) r) by (field; lra).
  refine (I_ext _ _ _ _ S). intros x. unfold ind. destruct (far c x) eqn:E.
  + rewrite (T1 x E). field. lra.
  + field. lra.
Qed.

Lemma split_mix cs : forall z e u v, mix (lat z zeta (split z e u v cs)) H a b + split_rest z u v cs * H (a * 0) b =
  e * H (a * z) b + over_value z u v cs.
Proof.
induction cs as [| c r IH]; intros z e u v; simpl; [ring |].
rewrite Rplus_assoc, IH. ring.
Qed.

End Upper.

Theorem split_upper z cs : 0 < z -> (forall x, p x <= z * q x) -> ordered z cs ->
  upper weighted_pair (lattice_law (split_rest z 1 1 cs) z zeta (split z 0 1 1 cs)).
Proof.
intros Hz Hx O H gp gq vp vq a b G HH Hp Hq Ha Hb. simpl in Hp, Hq. unfold weighted in Hp, Hq.
unfold lattice_law. cbn [mix].
assert (S := split_mix H a b cs z 0 1 1).
apply Rle_trans with (over_value H a b z 1 1 cs); [| lra].
assert (K := over_integral H a b cs z (fun _ => 1) 1 1 Hz O (fun _ _ => eq_refl)
  (I_ext _ _ _ (fun x => eq_sym (Rmult_1_l (p x))) P1) (I_ext _ _ _ (fun x => eq_sym (Rmult_1_l (q x))) Q1)).
assert (L := I_lin _ _ b (- a) _ _ Hq Hp). cbv beta in L.
replace (b * vq - a * vp) with (b * vq + - a * vp) by ring.
refine (I_mono _ _ _ _ _ L K). intros x. cbv beta. rewrite Rmult_1_l.
eapply Rle_trans; [| now apply (over_bound H a b G Ha Hb cs z Hz O x)].
specialize (HH x (a * p x) (b * q x)). specialize (Pp x). specialize (Qp x).
assert (0 <= a * p x) by (apply Rmult_le_pos; lra). assert (0 <= b * q x) by (apply Rmult_le_pos; lra).
specialize (HH H0 H1). lra.
Qed.

(* The total of the masses, and their sign. *)
Lemma split_total cs : forall z e u v, 0 < z -> total (split z e u v cs) = e + v - split_rest z u v cs.
Proof.
unfold total. induction cs as [| c r IH]; intros z e u v Hz; simpl; [lra |].
assert (Zz : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
assert (Zd : z * zeta < z) by (rewrite <- (Rmult_1_r z) at 2; apply Rmult_lt_compat_l; lra).
rewrite IH by easy. field. lra.
Qed.

Lemma I_pos f v : (forall x, 0 <= f x) -> I f v -> 0 <= v.
Proof.
intros Hf HI. assert (Z := I_scal p 0 1 P1). rewrite Rmult_0_l in Z.
refine (I_mono _ _ _ _ _ Z HI). intros x. rewrite Rmult_0_l. apply Hf.
Qed.

Lemma split_pos cs : forall z e t u v, 0 < z -> ordered z cs -> 0 <= e ->
  (forall x, 0 <= t x <= 1) -> (forall x, p x < z * q x -> t x = 1) -> (forall x, t x * p x <= z * (t x * q x)) ->
  I (fun x => t x * p x) u -> I (fun x => t x * q x) v ->
  Forall (fun m => 0 <= m) (split z e u v cs) /\ 0 <= split_rest z u v cs.
Proof.
induction cs as [| c r IH]; intros z e t u v Hz O He Ht T Tz Iu Iv; simpl.
- assert (0 <= u). { refine (I_pos _ _ _ Iu). intros x. apply Rmult_le_pos; [apply Ht | apply Pp]. }
  assert (0 <= z * v + - (1) * u).
  { assert (L := I_lin _ _ z (- 1) _ _ Iv Iu). refine (I_pos _ _ _ L). intros x. cbv beta. specialize (Tz x). lra. }
  assert (0 < / z) by now apply Rinv_0_lt_compat.
  assert (0 <= u / z) by (apply Rmult_le_pos; lra).
  split; [constructor; [lra | constructor] |].
  apply Rmult_le_reg_l with z; [easy |]. replace (z * (v - u / z)) with (z * v - u) by (field; lra). lra.
- destruct O as [[C1 C2] [O1 [O2 O3]]].
  assert (Zz : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
  assert (Zd : z * zeta < z) by (rewrite <- (Rmult_1_r z) at 2; apply Rmult_lt_compat_l; lra).
  assert (Hk : 0 < / (z - z * zeta)) by (apply Rinv_0_lt_compat; lra).
  assert (T1 : forall x, far c x = true -> t x = 1).
  { intros x E. apply T. specialize (O1 x E). specialize (Qp x).
    assert (z * zeta * q x < z * q x) by (apply Rmult_lt_compat_r; lra). lra. }
  assert (D1 := I_lin _ _ 1 (- 1) _ _ Iu C1). assert (D2 := I_lin _ _ 1 (- 1) _ _ Iv C2). cbv beta in D1, D2.
  assert (B1 : 0 <= (u - far_p c) - z * zeta * (v - far_q c)).
  { assert (L := I_lin _ _ 1 (- (z * zeta)) _ _ D1 D2). cbv beta in L.
    assert (K : 0 <= 1 * (1 * u + - (1) * far_p c) + - (z * zeta) * (1 * v + - (1) * far_q c)); [| lra].
    refine (I_pos _ _ _ L). intros x. unfold ind. destruct (far c x) eqn:E.
    - rewrite (T1 x E). lra.
    - specialize (O2 x E). specialize (Ht x).
      assert (0 <= t x * (p x - z * zeta * q x)) by (apply Rmult_le_pos; lra). lra. }
  assert (B2 : 0 <= z * (v - far_q c) - (u - far_p c)).
  { assert (L := I_lin _ _ (- 1) z _ _ D1 D2). cbv beta in L.
    assert (K : 0 <= - (1) * (1 * u + - (1) * far_p c) + z * (1 * v + - (1) * far_q c)); [| lra].
    refine (I_pos _ _ _ L). intros x. unfold ind. specialize (Tz x). destruct (far c x) eqn:E.
    - rewrite (T1 x E). lra.
    - lra. }
  assert (N1 : 0 <= (u - far_p c - z * zeta * (v - far_q c)) / (z - z * zeta)) by (apply Rmult_le_pos; lra).
  assert (N2 : 0 <= (z * (v - far_q c) - (u - far_p c)) / (z - z * zeta)) by (apply Rmult_le_pos; lra).
  destruct (IH (z * zeta) ((z * (v - far_q c) - (u - far_p c)) / (z - z * zeta)) (ind (far c)) (far_p c) (far_q c)) as [R1 R2]; auto.
  + intros x. unfold ind. destruct (far c x); lra.
  + intros x Hx. unfold ind. destruct (far c x) eqn:E; [easy |]. specialize (O2 x E). lra.
  + intros x. unfold ind. destruct (far c x) eqn:E; [specialize (O1 x E); lra | lra].
  + split; [constructor; [lra | exact R1] | exact R2].
Qed.

Theorem split_masses z cs : 0 < z -> (forall x, p x <= z * q x) -> ordered z cs ->
  let m := split_rest z 1 1 cs in let d := split z 0 1 1 cs in
  0 <= m /\ masses d /\ total d = 1 - m.
Proof.
intros Hz Hx O m d.
destruct (split_pos cs z 0 (fun _ => 1) 1 1 Hz O (Rle_refl 0)) as [S1 S2]; try (intros; lra).
- intros x. specialize (Hx x). lra.
- refine (I_ext _ _ _ _ P1). intros; ring.
- refine (I_ext _ _ _ _ Q1). intros; ring.
- assert (E := split_total cs z 0 1 1 Hz). fold m d in S1, S2, E.
  split; [exact S2 | split; [split; [exact S1 | lra] | lra]].
Qed.

(* Lower bound: the Q-masses of the cells at z, z zeta, ..., where the P-mass of a cell is at most z times its
   Q-mass. *)
Fixpoint nested (z u v : R) (before : A -> bool) (cs : list cut) : Prop :=
  match cs with
  | [] => u <= z * v
  | c :: r => cut_ok c /\ (forall x, far c x = true -> before x = true) /\
      u - far_p c <= z * (v - far_q c) /\ nested (z * zeta) (far_p c) (far_q c) (far c) r
  end.
Fixpoint cell_masses (v : R) (cs : list cut) : list R :=
  match cs with
  | [] => [v]
  | c :: r => v - far_q c :: cell_masses (far_q c) r
  end.

Lemma cell_total cs : forall v, total (cell_masses v cs) = v.
Proof. unfold total. induction cs as [| c r IH]; intros v; simpl; [ring | rewrite IH; ring]. Qed.

Lemma cell_pos cs : forall z u v before, nested z u v before cs ->
  weighted q (ind before) v -> Forall (fun m => 0 <= m) (cell_masses v cs).
Proof.
induction cs as [| c r IH]; intros z u v before N Hv; simpl.
- constructor; [| constructor]. refine (I_pos _ _ _ Hv). intros x. unfold ind.
  specialize (Qp x). destruct (before x); lra.
- destruct N as [[C1 C2] [N1 [N2 N3]]]. constructor; [| now apply (IH (z * zeta) (far_p c) (far_q c) (far c))].
  assert (D := I_lin _ _ 1 (- 1) _ _ Hv C2). cbv beta in D.
  assert (0 <= 1 * v + - (1) * far_q c); [| lra]. refine (I_pos _ _ _ D). intros x. unfold ind.
  specialize (N1 x). specialize (Qp x). destruct (far c x); [rewrite N1 by easy; lra | destruct (before x); lra].
Qed.

Lemma cells_reached (N : pair) h a b : good h -> (forall s t, 0 <= s -> 0 <= t -> reached N s t (h s t)) ->
  0 <= a -> 0 <= b -> forall cs z u v before, 0 < z -> nested z u v before cs ->
  weighted p (ind before) u -> weighted q (ind before) v ->
  exists (E : A -> space N -> bool) (gp gq : A -> R) ep eq,
    (forall x, P N (ind (E x)) (gp x) /\ Q N (ind (E x)) (gq x)) /\
    I (fun x => ind before x * gp x * p x) ep /\ I (fun x => ind before x * gq x * q x) eq /\
    mix (lat z zeta (cell_masses v cs)) h a b <= b * eq - a * ep.
Proof.
intros G Hh Ha Hb.
assert (Cell : forall s z w, 0 <= w -> 0 <= s <= z * w -> 0 < z -> exists E ep eq,
  P N (ind E) ep /\ Q N (ind E) eq /\ w * h (a * z) b <= b * w * eq - a * s * ep).
{ intros s z w Hw Hs Hz. assert (0 <= a * s) by (apply Rmult_le_pos; lra). assert (0 <= b * w) by (apply Rmult_le_pos; lra).
  destruct (Hh (a * s) (b * w)) as [E [ep [eq [E1 [E2 L]]]]]; auto.
  exists E, ep, eq. split; [exact E1 | split; [exact E2 |]]. eapply Rle_trans; [| exact L].
  rewrite <- (good_hom h G); [| easy | apply Rmult_le_pos; lra | easy].
  replace (w * b) with (b * w) by ring. apply (good_dec h G); auto.
  replace (w * (a * z)) with (a * (z * w)) by ring. apply Rmult_le_compat_l; lra. }
assert (Wp : forall w f, (forall x, 0 <= w x) -> forall v, weighted w (ind f) v -> 0 <= v).
{ intros w f Hw v Hv. refine (I_pos _ _ _ Hv). intros x. unfold ind. specialize (Hw x). destruct (f x); lra. }
assert (Qp' : forall x, 0 <= q x) by (intros x; specialize (Qp x); lra).
induction cs as [| c r IH]; intros z u v before Hz Ne Hu Hv; simpl in Ne.
- destruct (Cell u z v) as [E [ep [eq [E1 [E2 L]]]]]; eauto.
  exists (fun _ => E), (fun _ => ep), (fun _ => eq), (ep * u), (eq * v).
  split; [intros; split; assumption |]. split; [| split].
  + apply (I_ext (fun x => ep * (ind before x * p x))); [intros; ring | now apply I_scal].
  + apply (I_ext (fun x => eq * (ind before x * q x))); [intros; ring | now apply I_scal].
  + simpl. lra.
- destruct Ne as [[C1 C2] [N1 [N2 N3]]].
  assert (Zz : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
  destruct (IH (z * zeta) (far_p c) (far_q c) (far c) Zz N3 C1 C2) as [E' [gp' [gq' [ep' [eq' [E1' [E2' [E3' L']]]]]]]].
  assert (D1 := I_lin _ _ 1 (- 1) _ _ Hu C1). assert (D2 := I_lin _ _ 1 (- 1) _ _ Hv C2). cbv beta in D1, D2.
  assert (Part : forall w d, (forall x, 0 <= w x) ->
    I (fun x => 1 * (ind before x * w x) + - (1) * (ind (far c) x * w x)) d -> 0 <= d).
  { intros w d Hw Hd. refine (I_pos _ _ _ Hd). intros x. unfold ind. specialize (N1 x). specialize (Hw x).
    destruct (far c x); [rewrite N1 by easy; lra | destruct (before x); lra]. }
  assert (K1 := Part p _ Pp D1). assert (K2 := Part q _ Qp' D2).
  destruct (Cell (u - far_p c) z (v - far_q c)) as [E [ep [eq [E1 [E2 L]]]]]; try lra.
  exists (fun x => if far c x then E' x else E), (fun x => if far c x then gp' x else ep),
    (fun x => if far c x then gq' x else eq), (ep * (u - far_p c) + ep'), (eq * (v - far_q c) + eq').
  split; [intros x; destruct (far c x); [apply E1' | split; assumption] |]. split; [| split].
  + assert (S := I_lin _ _ ep 1 _ _ D1 E2'). cbv beta in S.
    replace (ep * (u - far_p c) + ep') with (ep * (1 * u + - (1) * far_p c) + 1 * ep') by ring.
    refine (I_ext _ _ _ _ S). intros x. unfold ind. specialize (N1 x).
    destruct (far c x); [rewrite N1 by easy; ring | destruct (before x); ring].
  + assert (S := I_lin _ _ eq 1 _ _ D2 E3'). cbv beta in S.
    replace (eq * (v - far_q c) + eq') with (eq * (1 * v + - (1) * far_q c) + 1 * eq') by ring.
    refine (I_ext _ _ _ _ S). intros x. unfold ind. specialize (N1 x).
    destruct (far c x); [rewrite N1 by easy; ring | destruct (before x); ring].
  + simpl. lra.
Qed.

Theorem cells_lower z cs : 0 < z -> nested z 1 1 (fun _ => true) cs ->
  lower weighted_pair (lattice_law 0 z zeta (cell_masses 1 cs)).
Proof.
intros Hz Ne N h G Hh a b Ha Hb.
destruct (cells_reached N h a b G Hh Ha Hb cs z 1 1 (fun _ => true) Hz Ne) as [E [gp [gq [ep [eq [E1 [E2 [E3 L]]]]]]]].
- refine (I_ext _ _ _ _ P1). intros; unfold ind; ring.
- refine (I_ext _ _ _ _ Q1). intros; unfold ind; ring.
- exists (fun xy => E (fst xy) (snd xy)), ep, eq. split; [| split].
  + exists gp. split; [intros x; apply (E1 x) |]. simpl. unfold weighted.
    refine (I_ext _ _ _ _ E2). intros; unfold ind; ring.
  + exists gq. split; [intros x; apply (E1 x) |]. simpl. unfold weighted.
    refine (I_ext _ _ _ _ E3). intros; unfold ind; ring.
  + unfold lattice_law. cbn [mix]. lra.
Qed.

Theorem cells_masses z cs : nested z 1 1 (fun _ => true) cs ->
  masses (cell_masses 1 cs) /\ total (cell_masses 1 cs) = 1 - 0.
Proof.
intros Ne. assert (E := cell_total cs 1). split; [split; [| lra] | lra].
apply (cell_pos cs z 1 1 (fun _ => true) Ne). refine (I_ext _ _ _ _ Q1). intros; unfold ind; ring.
Qed.

End Cells.
