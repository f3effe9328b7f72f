(* A bound of the transform at c + i w for all w >= w0 > 0, by a density on cells.

   On a cell from u to v let the tilted density e^(c L) p be at least g L', where g is the level of the cell. There the loss
   has at least the mass g (L(v) - L(u)) with the constant density g. The integral of g e^(i w L) dL over the cell is g / w
   times a difference of two values at its ends. Where neighbouring cells have the same level, the values at their common end
   cancel. So the transform is at most its value at w = 0, minus the mass of all cells, plus V / w, where V is the total
   change of the levels along the line (from 0 before the first cell, and back to 0 after the last). Outside of the cells the
   density f1 and the loss L1 need not be smooth. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Density Gaussian Events.
Import ListNotations.
Open Scope R_scope.

Section Uniform.

Variables f L L' f1 L1 : R -> R.
Hypothesis Fc : forall x, continuous f x.
Hypothesis Fp : forall x, 0 <= f1 x.
Hypothesis DL : forall x, is_derive L x (L' x).
Hypothesis Lc : forall x, continuous L' x.

(* End and level of each cell; the cells are adjacent. *)
Fixpoint cells_below (u : R) (cells : list (R * R)) : Prop :=
  match cells with
  | [] => True
  | (v, g) :: r => u <= v /\ (forall x, u <= x <= v -> g * L' x <= f x) /\ cells_below v r
  end.
Fixpoint cells_end (u : R) (cells : list (R * R)) : R := match cells with [] => u | (v, _) :: r => cells_end v r end.
Fixpoint cells_mass (u : R) (cells : list (R * R)) : R :=
  match cells with [] => 0 | (v, g) :: r => g * (L v - L u) + cells_mass v r end.
Fixpoint variation (g0 : R) (cells : list (R * R)) : R :=
  match cells with [] => Rabs g0 | (_, g) :: r => Rabs (g0 - g) + variation g r end.

Definition same_on (u : R) (cells : list (R * R)) : Prop := forall x, u <= x <= cells_end u cells -> f1 x = f x /\ L1 x = L x.

Section Direction.

Variables w x1 x2 : R.
Hypothesis Hw : 0 < w.
Hypothesis Unit : x1 * x1 + x2 * x2 <= 1.

Definition turned (x : R) : R := x1 * cos (w * L x) + x2 * sin (w * L x).
Definition turned_sum (x : R) : R := (x1 * sin (w * L x) - x2 * cos (w * L x)) / w.

Lemma unit_product t : Rabs (x1 * cos t + x2 * sin t) <= 1 /\ Rabs (x1 * sin t - x2 * cos t) <= 1.
Proof.
assert (E := sin2_cos2 t). unfold Rsqr in E. set (u := cos t) in *. set (v := sin t) in *.
assert (A : (x1 * u + x2 * v) * (x1 * u + x2 * v) + (x1 * v - x2 * u) * (x1 * v - x2 * u) <= 1).
{ replace ((x1 * u + x2 * v) * (x1 * u + x2 * v) + (x1 * v - x2 * u) * (x1 * v - x2 * u))
    with ((x1 * x1 + x2 * x2) * (v * v + u * u)) by ring. rewrite E. lra. }
assert (A1 := Rle_0_sqr (x1 * u + x2 * v)). assert (A2 := Rle_0_sqr (x1 * v - x2 * u)). unfold Rsqr in A1, A2.
split; rewrite <- Rabs_R1; apply Rsqr_le_abs_0; unfold Rsqr; lra.
Qed.

Lemma turned_le x : turned x <= 1.
Proof. unfold turned. eapply Rle_trans; [apply Rle_abs | apply unit_product]. Qed.

Lemma turned_sum_small x : Rabs (turned_sum x) <= / w.
Proof.
unfold turned_sum, Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ w)) by (left; now apply Rinv_0_lt_compat).
rewrite <- (Rmult_1_l (/ w)) at 2. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat | apply unit_product].
Qed.

Lemma L_cont x : continuous L x.
Proof. apply (ex_derive_continuous L). eexists. apply DL. Qed.

Lemma trig_derive (t : R -> R) t' x : (forall y, is_derive t y (t' y)) -> is_derive (fun x => t (w * L x)) x (w * L' x
  * t' (w * L x)).
Proof.
intros H. apply (is_derive_comp t (fun x => w * L x)); [apply H |]. apply (is_derive_scal L). apply DL.
Qed.

Lemma turned_sum_derive x : is_derive turned_sum x (L' x * turned x).
Proof.
unfold turned_sum, turned.
assert (S := trig_derive sin cos x (fun y => is_derive_sin y)).
assert (C := trig_derive cos (fun y => - sin y) x (fun y => is_derive_cos y)).
apply (is_derive_ext (fun x => / w * (x1 * sin (w * L x) - x2 * cos (w * L x)))); [intros; apply Rmult_comm |].
eapply is_derive_eq.
- apply (is_derive_scal (fun x => x1 * sin (w * L x) - x2 * cos (w * L x))).
  apply (is_derive_minus (fun x => x1 * sin (w * L x)) (fun x => x2 * cos (w * L x))).
  + apply (is_derive_scal (fun x => sin (w * L x))). exact S.
  + apply (is_derive_scal (fun x => cos (w * L x))). exact C.
- unfold minus, plus, opp; simpl. field. lra.
Qed.

Lemma turned_cont x : continuous turned x.
Proof.
unfold turned. apply (continuous_plus (fun x => x1 * cos (w * L x)) (fun x => x2 * sin (w * L x))).
- apply (continuous_scal_r x1 (fun x => cos (w * L x))). apply (ex_derive_continuous (fun x => cos (w * L x))).
  eexists. exact (trig_derive cos (fun y => - sin y) x (fun y => is_derive_cos y)).
- apply (continuous_scal_r x2 (fun x => sin (w * L x))). apply (ex_derive_continuous (fun x => sin (w * L x))).
  eexists. exact (trig_derive sin cos x (fun y => is_derive_sin y)).
Qed.

Definition rest (x : R) : R := f x * (1 - turned x).

Lemma rest_cont x : continuous rest x.
Proof.
apply (continuous_mult f (fun x => 1 - turned x)); [apply Fc |].
apply (continuous_minus (fun _ => 1) turned); [apply continuous_const | apply turned_cont].
Qed.

Definition rest1 (x : R) : R := f1 x * (1 - (x1 * cos (w * L1 x) + x2 * sin (w * L1 x))).
Lemma rest1_pos x : 0 <= rest1 x.
Proof.
unfold rest1. apply Rmult_le_pos; [apply Fp |].
assert (T := Rle_trans _ _ _ (Rle_abs _) (proj1 (unit_product (w * L1 x)))). lra.
Qed.

Lemma rest_int u v : ex_RInt rest u v.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply rest_cont. Qed.

Lemma cell_rest u v g : u <= v -> (forall x, u <= x <= v -> g * L' x <= f x) ->
  g * (L v - L u) - g * (turned_sum v - turned_sum u) <= RInt rest u v.
Proof.
intros Huv H.
assert (A : is_RInt L' u v (minus (L v) (L u))) by (apply (is_RInt_derive L L'); intros; [apply DL | apply Lc]).
assert (B : is_RInt (fun x => L' x * turned x) u v (minus (turned_sum v) (turned_sum u))).
{ apply (is_RInt_derive turned_sum); intros; [apply turned_sum_derive |].
  apply (continuous_mult L' turned); [apply Lc | apply turned_cont]. }
assert (C := is_RInt_scal _ _ _ g _ (is_RInt_minus _ _ _ _ _ _ A B)).
replace (g * (L v - L u) - g * (turned_sum v - turned_sum u)) with (scal g (minus (minus (L v) (L u)) (minus
  (turned_sum v) (turned_sum u))))
  by (unfold scal, minus, plus, opp; simpl; unfold mult; simpl; ring).
refine (is_RInt_le _ _ _ _ _ _ Huv C (RInt_correct (V := R_CompleteNormedModule) rest u v (rest_int u v)) _).
intros x Hx. specialize (H x ltac:(lra)). unfold scal, minus, plus, opp; simpl; unfold mult; simpl. unfold rest.
assert (T := turned_le x). assert (0 <= (f x - g * L' x) * (1 - turned x)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma cells_order cells : forall u, cells_below u cells -> u <= cells_end u cells.
Proof.
induction cells as [| [v g] r IH]; intros u H; simpl; [lra |]. destruct H as [H1 [_ H2]]. specialize (IH v H2). lra.
Qed.

Lemma cells_rest cells : forall u g0, cells_below u cells ->
  cells_mass u cells + g0 * turned_sum u - variation g0 cells / w <= RInt rest u (cells_end u cells).
Proof.
induction cells as [| [v g] r IH]; intros u g0 H; simpl.
- rewrite RInt_point. change (0 + g0 * turned_sum u - Rabs g0 / w <= 0).
  assert (T := turned_sum_small u). assert (Rabs (g0 * turned_sum u) <= Rabs g0 * / w).
  { rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos | exact T]. }
  assert (Q := Rle_abs (g0 * turned_sum u)). unfold Rdiv. lra.
- destruct H as [H1 [H2 H3]]. specialize (IH v g H3). assert (C := cell_rest u v g H1 H2).
  assert (E := RInt_Chasles rest u v (cells_end v r) (rest_int _ _) (rest_int _ _)). unfold plus in E; simpl in E.
  rewrite <- E. assert (T := turned_sum_small u).
  assert (Q : Rabs ((g0 - g) * turned_sum u) <= Rabs (g0 - g) * / w).
  { rewrite Rabs_mult. apply Rmult_le_compat_l; [apply Rabs_pos | exact T]. }
  assert (Q' := Rle_abs ((g0 - g) * turned_sum u)).
  replace ((Rabs (g0 - g) + variation g r) / w) with (Rabs (g0 - g) * / w + variation g r / w) by (field; lra). lra.
Qed.

Lemma direction_bound cells u K X Y : cells_below u cells -> same_on u cells -> over_line f1 K ->
  over_line (fun x => f1 x * cos (w * L1 x)) X -> over_line (fun x => f1 x * sin (w * L1 x)) Y ->
  x1 * X + x2 * Y <= K - cells_mass u cells + variation 0 cells / w.
Proof.
intros Hc Same HK HX HY.
assert (A := over_lin _ _ 1 (- (1)) _ _ HK (over_lin _ _ x1 x2 _ _ HX HY)). cbv beta in A.
assert (A' : over_line rest1 (1 * K + - (1) * (x1 * X + x2 * Y))).
{ refine (over_ext _ _ _ _ A). intros x. unfold rest1. ring. }
assert (O := cells_order cells u Hc).
assert (I : is_RInt rest1 u (cells_end u cells) (RInt rest u (cells_end u cells))).
{ apply (is_RInt_ext rest); [| apply (RInt_correct (V := R_CompleteNormedModule)), rest_int].
  intros x Hx. rewrite Rmin_left, Rmax_right in Hx by exact O. destruct (Same x ltac:(lra)) as [E1 E2].
  unfold rest, rest1, turned. now rewrite E1, E2. }
assert (P := over_part _ _ u (cells_end u cells) _ rest1_pos A' O I).
assert (R := cells_rest cells u 0 Hc). rewrite Rmult_0_l in R. lra.
Qed.

End Direction.

Theorem uniform_bound cells u K X Y w w0 : 0 < w0 <= w -> cells_below u cells -> same_on u cells -> over_line f1 K ->
  over_line (fun x => f1 x * cos (w * L1 x)) X -> over_line (fun x => f1 x * sin (w * L1 x)) Y ->
  let kappa := K - cells_mass u cells + variation 0 cells / w0 in 0 <= kappa /\ X ^ 2 + Y ^ 2 <= kappa ^ 2.
Proof.
intros Hw Hc Same HK HX HY kappa.
assert (V : forall g0, 0 <= variation g0 cells).
{ clear Same. induction cells as [| [v g] r IH]; intros g0; simpl; [apply Rabs_pos |].
  assert (Q := Rabs_pos (g0 - g)). destruct Hc as [_ [_ Hc]].
  assert (V : 0 <= variation g r).
  { clear. revert g. induction r as [| [v g'] r IH]; intros g; simpl; [apply Rabs_pos |].
  assert (Q := Rabs_pos (g - g')). specialize (IH g'). lra. }
  lra. }
assert (Le : variation 0 cells / w <= variation 0 cells / w0).
{ apply Rmult_le_compat_l; [apply V |]. apply Rinv_le_contravar; lra. }
assert (P0 : 0 <= kappa).
{ assert (D := direction_bound w 0 0 ltac:(lra) ltac:(lra) cells u K X Y Hc Same HK HX HY). unfold kappa. lra. }
split; [exact P0 |]. set (r := sqrt (X ^ 2 + Y ^ 2)).
assert (N : 0 <= X ^ 2 + Y ^ 2) by (assert (A := pow2_ge_0 X); assert (B := pow2_ge_0 Y); lra).
assert (Hr : r * r = X ^ 2 + Y ^ 2) by now apply sqrt_sqrt.
assert (Pr : 0 <= r) by apply sqrt_pos.
destruct (Req_dec r 0) as [Z | Z].
- rewrite <- Hr, Z, Rmult_0_l. apply pow2_ge_0.
- assert (r <= kappa).
  { assert (U : X / r * (X / r) + Y / r * (Y / r) <= 1).
    { right. replace (X / r * (X / r) + Y / r * (Y / r)) with ((X ^ 2 + Y ^ 2) / (r * r)) by (field; lra).
    rewrite <- Hr. field. lra. }
    assert (D := direction_bound w (X / r) (Y / r) ltac:(lra) U cells u K X Y Hc Same HK HX HY).
    replace (X / r * X + Y / r * Y) with ((X ^ 2 + Y ^ 2) / r) in D by (field; lra). rewrite <- Hr in D.
    replace (r * r / r) with r in D by (field; lra). unfold kappa. lra. }
  rewrite <- Hr. replace (kappa ^ 2) with (kappa * kappa) by ring. apply Rmult_le_compat; lra.
Qed.

End Uniform.
