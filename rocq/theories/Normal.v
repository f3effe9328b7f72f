(* The normal distribution: its density, its distribution function Phi, and the proof that its mass is one. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

Definition phi (x : R) : R := exp (- (x ^ 2 / 2)) / sqrt (2 * PI).
Definition Phi (x : R) : R := 1 / 2 + RInt phi 0 x.

Lemma is_derive_eq (f : R -> R) (x d d' : R) : is_derive f x d -> d = d' -> is_derive f x d'.
Proof. now intros H <-. Qed.

Definition bell (x : R) : R := exp (- (x ^ 2 / 2)).

Lemma bell_continuous x : continuous bell x.
Proof. apply (ex_derive_continuous bell). unfold bell; now auto_derive. Qed.

Lemma bell_int a b : ex_RInt bell a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply bell_continuous. Qed.

Lemma bell_derive x : is_derive (fun y => RInt bell 0 y) x (bell x).
Proof.
apply (is_derive_RInt bell (fun y => RInt bell 0 y) 0).
- apply filter_forall; intros y. apply (RInt_correct bell), bell_int.
- apply bell_continuous.
Qed.

Definition outer (x t : R) : R := 2 * exp (- (x ^ 2 * (1 + t ^ 2) / 2)) / (1 + t ^ 2).
Definition outer' (x t : R) : R := - 2 * x * exp (- (x ^ 2 * (1 + t ^ 2) / 2)).

Lemma outer_derive x t : is_derive (fun x => outer x t) x (outer' x t).
Proof.
assert (1 + t ^ 2 <> 0) by (assert (0 <= t ^ 2) by apply pow2_ge_0; lra).
unfold outer, outer'. auto_derive; [easy |].
change (x ^ 2) with (x * (x * 1)); change (t ^ 2) with (t * (t * 1)). simpl in H. unfold Rdiv. field. intros E; apply H; simpl; lra.
Qed.

Lemma outer_continuous x t : continuous (outer x) t.
Proof.
assert (1 + t ^ 2 <> 0) by (assert (0 <= t ^ 2) by apply pow2_ge_0; lra).
apply (ex_derive_continuous (outer x)). unfold outer; now auto_derive.
Qed.

Lemma outer_int x : ex_RInt (outer x) 0 1.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply outer_continuous. Qed.

Lemma outer'_continuous_2d x t : continuity_2d_pt (fun u v => Derive (fun z => outer z v) u) x t.
Proof.
apply continuity_2d_pt_ext with outer'.
{ intros u v. symmetry. apply is_derive_unique, outer_derive. }
unfold outer'. apply continuity_2d_pt_mult.
- apply continuity_2d_pt_mult; [apply continuity_2d_pt_const | apply continuity_2d_pt_id1].
- apply (continuity_1d_2d_pt_comp exp).
  + apply derivable_continuous_pt, derivable_pt_exp.
  + apply continuity_2d_pt_opp. unfold Rdiv. apply continuity_2d_pt_mult; [| apply continuity_2d_pt_const].
    simpl. repeat first [apply continuity_2d_pt_mult | apply continuity_2d_pt_plus
      | apply continuity_2d_pt_const | apply continuity_2d_pt_id1 | apply continuity_2d_pt_id2].
Qed.

Lemma outer_RInt_derive x : is_derive (fun x => RInt (outer x) 0 1) x (- 2 * bell x * RInt bell 0 x).
Proof.
assert (D := is_derive_RInt_param outer 0 1 x).
replace (- 2 * bell x * RInt bell 0 x) with (RInt (fun t => Derive (fun u => outer u t) x) 0 1).
- apply D.
  + apply filter_forall; intros y t _. eexists. apply outer_derive.
  + intros t _. apply outer'_continuous_2d.
  + apply filter_forall; intros y. apply outer_int.
- rewrite (RInt_ext _ (fun t => scal (- 2 * bell x) (scal x (bell (x * t + 0))))).
  + rewrite (RInt_scal (fun t => scal x (bell (x * t + 0)))).
    * unfold scal at 1; simpl; unfold mult; simpl. f_equal.
      eapply eq_trans; [apply (RInt_comp_lin bell x 0 0 1), bell_int |].
      f_equal; ring.
    * apply (ex_RInt_comp_lin bell x 0 0 1), bell_int.
  + intros t _. etransitivity; [exact (is_derive_unique _ _ _ (outer_derive x t)) |].
    unfold outer', bell, scal; simpl; unfold mult; simpl.
    replace (- (x * (x * 1) * (1 + t * (t * 1)) / 2))
      with (- (x * (x * 1) / 2) + - ((x * t + 0) * ((x * t + 0) * 1) / 2)) by field.
    rewrite exp_plus. ring.
Qed.

Lemma gauss_identity x : RInt bell 0 x ^ 2 + RInt (outer x) 0 1 = PI / 2.
Proof.
assert (H0 : RInt bell 0 0 ^ 2 + RInt (outer 0) 0 1 = PI / 2).
{ rewrite RInt_point. unfold zero; simpl.
  rewrite (RInt_ext _ (Derive (fun t => 2 * atan t))).
  - rewrite RInt_Derive.
    + rewrite atan_1, atan_0. field.
    + intros t _. auto_derive. easy.
    + intros t _. apply continuous_ext with (fun t => 2 * / (1 + t ^ 2)).
      * intros y. symmetry. apply is_derive_unique. auto_derive; [easy | simpl; unfold Rsqr; field].
        assert (0 <= y ^ 2) by apply pow2_ge_0. simpl in *; lra.
      * apply (ex_derive_continuous (fun t => 2 * / (1 + t ^ 2))). auto_derive.
        assert (0 <= t ^ 2) by apply pow2_ge_0. simpl in *; lra.
  - intros t _. symmetry. apply is_derive_unique. unfold outer.
    auto_derive; [easy |]. replace (- (0 ^ 2 * (1 + t ^ 2) / 2)) with 0 by (simpl; field).
    rewrite exp_0. simpl; unfold Rsqr; field. assert (0 <= t ^ 2) by apply pow2_ge_0. simpl in *; lra. }
rewrite <- H0.
assert (D : forall y : R, is_derive (fun y => RInt bell 0 y ^ 2 + RInt (outer y) 0 1) y 0).
{ intros y. eapply is_derive_eq.
  - apply (is_derive_plus (fun y => RInt bell 0 y ^ 2) (fun y => RInt (outer y) 0 1)).
    + apply is_derive_pow, bell_derive.
    + apply outer_RInt_derive.
  - unfold plus; simpl. ring. }
destruct (MVT_gen (fun y => RInt bell 0 y ^ 2 + RInt (outer y) 0 1) 0 x (fun _ => 0)) as [c [_ E]].
- intros; apply D.
- intros y _. apply derivable_continuous_pt. exists 0. apply is_derive_Reals, D.
- lra.
Qed.

Lemma outer_small x : 0 <= RInt (outer x) 0 1 <= 2 * bell x.
Proof.
assert (Pos : forall t, 0 < 1 + t ^ 2) by (intros t; assert (0 <= t ^ 2) by apply pow2_ge_0; lra).
split.
- apply RInt_ge_0; [lra | apply outer_int |].
  intros t _. unfold outer. apply Rmult_le_pos; [| left; apply Rinv_0_lt_compat, Pos].
  assert (0 < exp (- (x ^ 2 * (1 + t ^ 2) / 2))) by apply exp_pos. lra.
- replace (2 * bell x) with (RInt (fun _ => 2 * bell x) 0 1)
    by (rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; ring).
  apply RInt_le; [lra | apply outer_int | apply ex_RInt_const |].
  intros t _. unfold outer, bell. specialize (Pos t).
  apply Rmult_le_reg_r with (1 + t ^ 2); [easy |].
  replace (2 * exp (- (x ^ 2 * (1 + t ^ 2) / 2)) / (1 + t ^ 2) * (1 + t ^ 2))
    with (2 * exp (- (x ^ 2 * (1 + t ^ 2) / 2))) by (field; lra).
  assert (A : exp (- (x ^ 2 * (1 + t ^ 2) / 2)) <= exp (- (x ^ 2 / 2))).
  { assert (0 <= x ^ 2 * t ^ 2) by (apply Rmult_le_pos; apply pow2_ge_0).
    destruct (Req_dec (x ^ 2 * t ^ 2) 0) as [E | N].
    - right; f_equal; lra.
    - left; apply exp_increasing; lra. }
  assert (0 < exp (- (x ^ 2 / 2))) by apply exp_pos.
  assert (0 <= t ^ 2) by apply pow2_ge_0. nra.
Qed.

(* The Gaussian integral, with its rate of convergence. *)
Lemma bell_mass x : 0 <= x -> 0 <= sqrt (PI / 2) - RInt bell 0 x <= sqrt (PI / 2) * (2 * bell x * (2 / PI)).
Proof.
intros Hx. assert (HPI := PI_RGT_0).
assert (I := gauss_identity x). assert (S := outer_small x).
assert (0 <= RInt bell 0 x).
{ apply RInt_ge_0; [easy | apply bell_int | intros; left; apply exp_pos]. }
assert (Hs : sqrt (PI / 2) * sqrt (PI / 2) = PI / 2) by (apply sqrt_sqrt; lra).
assert (Hp : 0 < sqrt (PI / 2)) by (apply sqrt_lt_R0; lra).
assert (L : RInt bell 0 x <= sqrt (PI / 2)) by (apply Rsqr_incr_0; unfold Rsqr; simpl in I; lra).
split; [lra |].
set (s := sqrt (PI / 2)) in *. set (u := RInt bell 0 x) in *.
assert (K : (s - u) * s <= 2 * bell x) by (simpl in I; nra).
replace (2 * bell x * (2 / PI)) with (2 * bell x / (s * s)) by (rewrite Hs; field; lra).
apply Rmult_le_reg_r with s; [easy |].
replace (s * (2 * bell x / (s * s)) * s) with (2 * bell x) by (field; lra). easy.
Qed.

Lemma sqrt_2PI : 0 < sqrt (2 * PI).
Proof. apply sqrt_lt_R0. assert (H := PI_RGT_0). lra. Qed.

Lemma phi_bell x : phi x = bell x / sqrt (2 * PI).
Proof. reflexivity. Qed.

Lemma phi_pos x : 0 < phi x.
Proof. unfold phi. apply Rdiv_lt_0_compat; [apply exp_pos | apply sqrt_2PI]. Qed.

Lemma phi_opp x : phi (- x) = phi x.
Proof. unfold phi. now replace ((- x) ^ 2) with (x ^ 2) by ring. Qed.

Lemma phi_continuous x : continuous phi x.
Proof.
apply (ex_derive_continuous phi). unfold phi. auto_derive.
assert (H := sqrt_2PI). easy.
Qed.

Lemma phi_int a b : ex_RInt phi a b.
Proof. apply (ex_RInt_continuous (V := R_CompleteNormedModule)); intros; apply phi_continuous. Qed.

Lemma Phi_derive x : is_derive Phi x (phi x).
Proof.
unfold Phi. replace (phi x) with (plus 0 (phi x)) by (unfold plus; simpl; ring).
apply (is_derive_plus (fun _ => 1 / 2) (fun x => RInt phi 0 x)).
- apply (is_derive_const (1 / 2)).
- apply (is_derive_RInt phi (fun y => RInt phi 0 y) 0).
  + apply filter_forall; intros y. apply (RInt_correct phi), phi_int.
  + apply phi_continuous.
Qed.

Lemma Phi_RInt a b : is_RInt phi a b (Phi b - Phi a).
Proof.
apply (is_RInt_derive Phi phi).
- intros; apply Phi_derive.
- intros; apply phi_continuous.
Qed.

Lemma Phi_bell x : Phi x = 1 / 2 + RInt bell 0 x / sqrt (2 * PI).
Proof.
unfold Phi. f_equal. rewrite (RInt_ext _ (fun t => scal (/ sqrt (2 * PI)) (bell t))).
- rewrite (RInt_scal bell) by apply bell_int. unfold scal; simpl; unfold mult; simpl. field.
  assert (H := sqrt_2PI); lra.
- intros t _. unfold scal; simpl; unfold mult; simpl. unfold phi, bell; simpl. unfold Rdiv. ring.
Qed.

Lemma Phi_0 : Phi 0 = 1 / 2.
Proof. unfold Phi. rewrite RInt_point. unfold zero; simpl; ring. Qed.

Lemma Phi_opp x : Phi (- x) = 1 - Phi x.
Proof.
assert (D : forall y : R, is_derive (fun y => Phi (- y) + Phi y) y 0).
{ intros y. apply is_derive_eq with (plus (scal (- 1) (phi (- y))) (phi y)).
  - apply (is_derive_plus (fun y => Phi (- y)) Phi); [| apply Phi_derive].
    apply (is_derive_comp Phi (fun y => - y)); [apply Phi_derive |].
    auto_derive; [easy | ring].
  - unfold plus, scal; simpl; unfold mult; simpl. rewrite phi_opp. ring. }
destruct (MVT_gen (fun y => Phi (- y) + Phi y) 0 x (fun _ => 0)) as [c [_ E]].
- intros; apply D.
- intros y _. apply derivable_continuous_pt. exists 0. apply is_derive_Reals, D.
- rewrite Ropp_0, Phi_0 in E. lra.
Qed.

Lemma Phi_increasing x y : x < y -> Phi x < Phi y.
Proof.
intros H. destruct (MVT_gen Phi x y phi) as [c [_ E]].
- intros; apply Phi_derive.
- intros z _. apply derivable_continuous_pt. exists (phi z). apply is_derive_Reals, Phi_derive.
- assert (P := phi_pos c). nra.
Qed.

Lemma Phi_le x y : x <= y -> Phi x <= Phi y.
Proof. intros [H | ->]; [left; now apply Phi_increasing | right; easy]. Qed.

Lemma Phi_tail x : 0 <= x -> 0 <= 1 - Phi x <= 2 * bell x.
Proof.
intros Hx. rewrite Phi_bell. assert (B := bell_mass x Hx). assert (HPI := PI2_1).
assert (S2 := sqrt_2PI).
assert (E : sqrt (PI / 2) = sqrt (2 * PI) / 2).
{ replace (2 * PI) with (4 * (PI / 2)) by field. rewrite sqrt_mult by lra.
  replace 4 with (2 * 2) by ring. rewrite sqrt_square by lra. field. }
rewrite E in B. set (s := sqrt (2 * PI)) in *. set (u := RInt bell 0 x) in *.
replace (1 - (1 / 2 + u / s)) with ((s / 2 - u) / s) by (field; lra).
assert (Hb : 0 < bell x) by apply exp_pos.
split.
- apply Rmult_le_pos; [easy | left; now apply Rinv_0_lt_compat].
- apply Rmult_le_reg_r with s; [easy |].
  replace ((s / 2 - u) / s * s) with (s / 2 - u) by (field; lra).
  apply Rle_trans with (1 := proj2 B).
  assert (2 / PI <= 1). { apply Rmult_le_reg_r with PI; [lra |]. replace (2 / PI * PI) with 2 by (field; lra). lra. }
  assert (2 * bell x * (2 / PI) <= 2 * bell x * 1) by (apply Rmult_le_compat_l; lra).
  apply Rle_trans with (s / 2 * (2 * bell x * 1)); [apply Rmult_le_compat_l; lra | nra].
Qed.

Lemma Phi_range x : 0 <= Phi x <= 1.
Proof.
destruct (Rle_dec 0 x) as [H | H].
- assert (T := Phi_tail x H). assert (Phi 0 <= Phi x) by now apply Phi_le. rewrite Phi_0 in H0. lra.
- assert (T := Phi_tail (- x)). rewrite Phi_opp in T.
  assert (Phi x <= Phi 0) by (apply Phi_le; lra). rewrite Phi_0 in H0. lra.
Qed.

Lemma bell_bound x : 0 < x -> bell x <= 2 / x.
Proof.
intros Hx. unfold bell. rewrite exp_Ropp.
assert (E := exp_ge_taylor (x ^ 2 / 2) 1). simpl in E.
assert (0 <= x * (x * 1) / 2) by nra. specialize (E H). simpl.
assert (x / 2 <= exp (x * (x * 1) / 2)).
{ apply Rle_trans with (2 := E). nra. }
replace (2 / x) with (/ (x / 2)) by (field; lra).
apply Rinv_le_contravar; [lra | easy].
Qed.

Lemma Phi_lim_p : filterlim Phi (Rbar_locally p_infty) (locally 1).
Proof.
apply filterlim_locally. intros e. exists (Rmax 1 (4 / e)). intros x Hx.
assert (He : 0 < e) by apply cond_pos.
assert (H1 : 1 < x) by (eapply Rle_lt_trans; [apply Rmax_l | apply Hx]).
assert (H2 : 4 / e < x) by (eapply Rle_lt_trans; [apply Rmax_r | apply Hx]).
assert (T := Phi_tail x). assert (B := bell_bound x).
change (Rabs (Phi x - 1) < e). rewrite Rabs_left1 by lra.
assert (2 * (2 / x) < e); [| lra].
apply Rmult_lt_reg_r with x; [lra |]. replace (2 * (2 / x) * x) with 4 by (field; lra).
apply Rmult_lt_compat_r with (r := e) in H2; [| easy]. replace (4 / e * e) with 4 in H2 by (field; lra). lra.
Qed.

Lemma Phi_lim_m : filterlim Phi (Rbar_locally m_infty) (locally 0).
Proof.
apply filterlim_locally. intros e.
assert (L := proj1 (filterlim_locally Phi 1) Phi_lim_p e). destruct L as [M HM].
exists (- M). intros x Hx. specialize (HM (- x)). rewrite Phi_opp in HM.
assert (M < - x) by lra. specialize (HM H).
change (Rabs (1 - Phi x - 1) < e) in HM. change (Rabs (Phi x - 0) < e).
replace (Phi x - 0) with (- (1 - Phi x - 1)) by ring. now rewrite Rabs_Ropp.
Qed.
