(* The best events of compositions whose likelihood ratio is nondecreasing along the line, and their values.

   A nondecreasing function is integrable against a density, because it is a uniform limit of sums of half-lines.
   So the event that the total loss exceeds a threshold has probabilities, step after step, and it is the best
   event. Its value, [excess], starts as the payoff (e^y - 1)_+, and each step replaces it by its mean under P. The
   steps may be different: a composition is a list of them. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Density Rays Gaussian Payoff.
Open Scope R_scope.

(* Parts of integrals over the line. *)
Lemma over_part f v a b i : (forall x, 0 <= f x) -> over_line f v -> a <= b -> is_RInt f a b i -> i <= v.
Proof.
intros Hf H Hab Hi. apply Rnot_lt_le. intros L. assert (e : 0 < i - v) by lra.
assert (N : filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty) (fun u => exists y,
  is_RInt f (fst u) (snd u) y /\ ball v (mkposreal _ e) y))
  by exact (H (ball v (mkposreal _ e)) (locally_ball v (mkposreal _ e))).
assert (W : filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty) (fun u => fst u < a /\ b < snd u)).
{ apply Filter_prod with (fun x => x < a) (fun x => b < x); [now exists a | now exists b | easy]. }
destruct (far_ends _ (filter_and _ _ N W)) as [A [B [_ [[y [Iy By]] [HA HB]]]]]. simpl in Iy, HA, HB.
assert (X1 : ex_RInt f A b) by (apply (ex_RInt_Chasles_1 (V := R_CompleteNormedModule) f A b B); [lra | now exists y]).
assert (X2 : ex_RInt f b B) by (apply (ex_RInt_Chasles_2 (V := R_CompleteNormedModule) f A b B); [lra | now exists y]).
assert (X3 : ex_RInt f A a) by (apply (ex_RInt_Chasles_1 (V := R_CompleteNormedModule) f A a b); [lra | easy]).
assert (E1 := RInt_Chasles f A b B X1 X2). assert (X4 : ex_RInt f a b) by now exists i.
assert (E2 := RInt_Chasles f A a b X3 X4).
rewrite (is_RInt_unique _ _ _ _ Iy) in E1. rewrite (is_RInt_unique _ _ _ _ Hi) in E2.
assert (P1 : 0 <= RInt f A a) by (apply RInt_ge_0; auto; lra).
assert (P2 : 0 <= RInt f b B) by (apply RInt_ge_0; auto; lra).
unfold plus in E1, E2; simpl in E1, E2.
unfold ball in By; simpl in By; unfold AbsRing_ball, abs, minus, plus, opp in By; simpl in By.
apply Rabs_def2 in By. lra.
Qed.

Lemma below_over h g V : (forall a b, ex_RInt h a b) -> (forall a b, ex_RInt g a b) ->
  (forall x, 0 <= h x <= g x) -> over_line g V -> exists v, over_line h v.
Proof.
intros Ex Eg B HV. set (H := fun x => RInt h 0 x).
assert (I : forall a b, is_RInt h a b (H b - H a)).
{ intros a b. unfold H. replace (RInt h 0 b - RInt h 0 a) with (RInt h a b); [apply (RInt_correct h), Ex |].
  assert (E := RInt_Chasles h 0 a b (Ex 0 a) (Ex a b)). unfold plus in E; simpl in E. lra. }
assert (D : forall a b, a <= b -> 0 <= H b - H a <= V).
{ intros a b L. rewrite <- (is_RInt_unique _ _ _ _ (I a b)). split.
  - apply RInt_ge_0; auto. intros; apply B.
  - apply Rle_trans with (RInt g a b).
    + apply RInt_le; auto. intros; apply B.
    + apply (over_part g V a b); auto; [intros x; specialize (B x); lra | apply (RInt_correct g), Eg]. }
assert (H0 : H 0 = 0) by (unfold H; rewrite RInt_point; reflexivity).
destruct (mono_limit H V) as [lb Hb].
- intros x y L. specialize (D x y L). lra.
- intros x. destruct (Rle_dec 0 x) as [L | L].
  + specialize (D 0 x L). lra.
  + assert (L' : x <= 0) by lra. specialize (D x 0 L'). lra.
- destruct (mono_limit (fun x => - H (- x)) V) as [la Ha].
  + intros x y L. assert (L' : - y <= - x) by lra. specialize (D (- y) (- x) L'). lra.
  + intros x. destruct (Rle_dec 0 x) as [L | L].
    * assert (L' : - x <= 0) by lra. specialize (D (- x) 0 L'). lra.
    * assert (L' : 0 <= - x) by lra. specialize (D 0 (- x) L'). lra.
  + exists (lb - - la). apply (over_from h H); auto.
    intros S [e HS]. destruct (Ha (ball la e) (locally_ball la e)) as [y Hy]. exists (- y). intros x Hx.
    apply HS. specialize (Hy (- x)). assert (K : y < - x) by (simpl in *; lra). specialize (Hy K).
    unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
    rewrite Ropp_involutive in Hy. rewrite <- Rabs_Ropp. replace (- (H x + - - la)) with (- H x + - la) by ring.
    exact Hy.
Qed.

Lemma over_value f : (exists v, over_line f v) -> over_line f (RInt_gen f (Rbar_locally m_infty) (Rbar_locally
  p_infty)).
Proof.
intros [v Hv]. replace (RInt_gen f _ _) with v; [exact Hv |]. symmetry.
exact (is_RInt_gen_unique (V := R_CompleteNormedModule) _ _ Hv).
Qed.

(* Signed functions whose absolute value is at most an integrable function. *)
Lemma dominated_over h g V : (forall a b, ex_RInt h a b) -> (forall a b, ex_RInt g a b) ->
  (forall x, Rabs (h x) <= g x) -> over_line g V -> exists v, over_line h v.
Proof.
intros Eh Eg B HV.
destruct (below_over (fun x => h x + g x) (fun x => 2 * g x) (2 * V)) as [v Hv].
- intros a b. apply (ex_RInt_plus (V := R_NormedModule)); auto.
- intros a b. apply (ex_RInt_scal (V := R_NormedModule)); auto.
- intros x. specialize (B x). apply Rabs_le_between in B. lra.
- assert (A := over_lin _ _ 2 0 _ _ HV HV). replace (2 * V + 0 * V) with (2 * V) in A by ring.
  refine (over_ext _ _ _ _ A). intros; ring.
- exists (1 * v + - (1) * V). refine (over_ext _ _ _ _ (over_lin _ _ 1 (- (1)) _ _ Hv HV)). intros; ring.
Qed.

(* The integral of such a function over the line is close to its integral over a part. *)
Lemma near_part h g v V a b i I : (forall x, Rabs (h x) <= g x) -> over_line h v -> over_line g V -> a <= b ->
  is_RInt h a b i -> is_RInt g a b I -> Rabs (v - i) <= V - I.
Proof.
intros B Hh Hg L Ih Ig.
assert (A1 : 1 * I + 1 * i <= 1 * V + 1 * v).
{ apply (over_part (fun x => 1 * g x + 1 * h x) _ a b); auto.
  - intros x. specialize (B x). apply Rabs_le_between in B. lra.
  - now apply over_lin.
  - apply (is_RInt_plus (fun x => 1 * g x) (fun x => 1 * h x));
      [apply (is_RInt_scal g a b 1 I Ig) | apply (is_RInt_scal h a b 1 i Ih)]. }
assert (A2 : 1 * I + -1 * i <= 1 * V + -1 * v).
{ apply (over_part (fun x => 1 * g x + -1 * h x) _ a b); auto.
  - intros x. specialize (B x). apply Rabs_le_between in B. lra.
  - now apply over_lin.
  - apply (is_RInt_plus (fun x => 1 * g x) (fun x => -1 * h x));
      [apply (is_RInt_scal g a b 1 I Ig) | apply (is_RInt_scal h a b (-1) i Ih)]. }
apply Rabs_le. lra.
Qed.

(* Nondecreasing functions, integrated against a density. *)
Section Monotone.

Variables (d D : R -> R) (B : R).
Hypothesis Dp : forall x, 0 <= d x.
Hypothesis Db : forall x, d x <= B.
Hypothesis CD : cdf d D.

Lemma d_int a b : ex_RInt d a b.
Proof. eexists. apply (cdf_int _ _ CD). Qed.
Lemma d_over : over_line d 1.
Proof. assert (A := integral_const d D 1 CD). refine (over_ext _ _ _ _ A). intros; ring. Qed.

Lemma half_int (e : R -> R) a b : (forall x, e x = 0 \/ e x = 1) -> (forall x y, x <= y -> e x <= e y) -> a <= b ->
  ex_RInt (fun x => e x * d x) a b.
Proof.
intros E M L.
assert (One : forall u v, u <= v -> (forall x, u < x < v -> e x = 1) -> ex_RInt (fun x => e x * d x) u v).
{ intros u v Luv H. apply (ex_RInt_ext (V := R_NormedModule) d); [| apply d_int].
  intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. rewrite H by lra. symmetry. apply Rmult_1_l. }
assert (Zero : forall u v, u <= v -> (forall x, u < x < v -> e x = 0) -> ex_RInt (fun x => e x * d x) u v).
{ intros u v Luv H. apply (ex_RInt_ext (V := R_NormedModule) (fun _ => 0));
  [| apply (ex_RInt_const (V := R_NormedModule))].
  intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. rewrite H by lra. symmetry. apply Rmult_0_l. }
destruct (E a) as [Ea | Ea].
2:{ apply One; [easy |]. intros x Hx. specialize (M a x ltac:(lra)). destruct (E x); lra. }
destruct (completeness (fun x => x <= b /\ e x = 0)) as [c [C1 C2]].
- exists b. intros x [H _]. exact H.
- now exists a.
- assert (Hac : a <= c) by now apply C1. assert (Hcb : c <= b) by (apply C2; intros x [H _]; exact H).
  apply (ex_RInt_Chasles (V := R_NormedModule) _ a c b).
  + apply Zero; [easy |]. intros x Hx. destruct (E x) as [H | H]; [easy | exfalso].
    assert (c <= x); [| lra]. apply C2. intros z [_ Hz]. apply Rnot_lt_le. intros G. specialize (M x z ltac:(lra)). lra.
  + apply One; [easy |]. intros x Hx. destruct (E x) as [H | H]; [exfalso | easy].
    assert (x <= c) by (apply C1; split; [lra | easy]). lra.
Qed.

Fixpoint stairs (n : nat) (t : R) : R :=
  match n with O => 0 | S m => stairs m t + (if Rle_dec (INR (S m)) t then 1 else 0) end.

Lemma stairs_near n t : 0 <= t ->
  stairs n t <= t /\ (t < INR n + 1 -> t <= stairs n t + 1) /\ (INR n <= t -> stairs n t = INR n).
Proof.
intros Ht. induction n as [| n [I1 [I2 I3]]].
- simpl. repeat split; intros; lra.
- cbn [stairs]. destruct (Rle_dec (INR (S n)) t) as [L | L]; rewrite S_INR in *.
  + rewrite I3 by lra. repeat split; intros; lra.
  + repeat split; intros; lra.
Qed.

Lemma mono_int f a b : (forall x, 0 <= f x <= 1) -> (forall x y, x <= y -> f x <= f y) -> a <= b ->
  ex_RInt (fun x => f x * d x) a b.
Proof.
intros R M L.
assert (St : forall k N, 0 <= N -> ex_RInt (fun x => stairs k (N * f x) * d x) a b).
{ intros k N HN. induction k as [| k IH].
  - apply (ex_RInt_ext (V := R_NormedModule) (fun _ => 0)); [| apply (ex_RInt_const (V := R_NormedModule))].
    intros x _. simpl. symmetry. apply Rmult_0_l.
  - apply (ex_RInt_ext (V := R_NormedModule) (fun x => stairs k (N * f x) * d x + (if Rle_dec (INR (S k)) (N * f x)
      then 1 else 0) * d x)).
    { intros x _. cbn [stairs]. symmetry. apply Rmult_plus_distr_r. }
    apply (ex_RInt_plus (V := R_NormedModule)); [exact IH |].
    apply (half_int (fun x => if Rle_dec (INR (S k)) (N * f x) then 1 else 0)); [| | easy].
    + intros x. destruct (Rle_dec _ _); auto.
    + intros x y H. specialize (M x y H). assert (N * f x <= N * f y) by (apply Rmult_le_compat_l; lra).
      destruct (Rle_dec (INR (S k)) (N * f x)), (Rle_dec (INR (S k)) (N * f y)); lra. }
set (g := fun (n : nat) x => / INR (S n) * (stairs (S n) (INR (S n) * f x) * d x)).
destruct (filterlim_RInt (V := R_CompleteNormedModule) g a b eventually _ (fun x => f x * d x) (fun n => RInt (g n) a
  b)) as [v [_ Hv]].
- intros n. apply (RInt_correct (V := R_CompleteNormedModule)). apply (ex_RInt_scal (V := R_NormedModule)).
  apply St. apply pos_INR.
- apply filterlim_locally. intros e.
  assert (PB : 0 <= B) by (specialize (Dp 0); specialize (Db 0); lra).
  assert (Pe : 0 <= B / e) by (apply Rmult_le_pos; [easy | left; apply Rinv_0_lt_compat, cond_pos]).
  destruct (nfloor_ex _ Pe) as [n0 [_ Hn0]]. exists n0. intros n Hn x.
  change (Rabs (g n x - f x * d x) < e). unfold g.
  assert (Hs : 0 < INR (S n)) by (apply lt_0_INR; lia).
  assert (He : 0 < e) by apply cond_pos.
  destruct (stairs_near (S n) (INR (S n) * f x)) as [S1 [S2 _]]; [apply Rmult_le_pos; [lra | apply R] |].
  assert (K : INR (S n) * f x < INR (S n) + 1).
  { destruct (R x). assert (INR (S n) * f x <= INR (S n) * 1) by (apply Rmult_le_compat_l; lra). lra. }
  specialize (S2 K). set (s := stairs (S n) (INR (S n) * f x)) in *.
  replace (/ INR (S n) * (s * d x) - f x * d x) with (- ((INR (S n) * f x - s) * (d x * / INR (S n)))) by (field; lra).
  rewrite Rabs_Ropp, Rabs_pos_eq.
  + apply Rle_lt_trans with (1 * (B * / INR (S n))).
    * assert (Ri : 0 < / INR (S n)) by now apply Rinv_0_lt_compat.
      apply Rmult_le_compat; [lra | apply Rmult_le_pos; [apply Dp | lra] | lra | apply Rmult_le_compat_r;
        [lra | apply Db]].
    * rewrite Rmult_1_l. apply Rmult_lt_reg_r with (INR (S n)); [easy |]. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
      assert (B / e < INR (S n)) by (apply le_INR in Hn; rewrite S_INR; lra).
      apply Rmult_lt_reg_l with (/ e); [now apply Rinv_0_lt_compat |].
      replace (/ e * (e * INR (S n))) with (INR (S n)) by (field; lra). unfold Rdiv in *. lra.
  + apply Rmult_le_pos; [lra |]. apply Rmult_le_pos; [apply Dp | left; now apply Rinv_0_lt_compat].
- now exists v.
Qed.

Lemma mono_over f : (forall x, 0 <= f x <= 1) -> (forall x y, x <= y -> f x <= f y) ->
  exists v, over_line (fun x => f x * d x) v.
Proof.
intros R M. apply (below_over _ d 1).
- intros a b. destruct (Rle_dec a b) as [L | L]; [now apply mono_int |].
  apply (ex_RInt_swap (V := R_NormedModule)). apply mono_int; auto; lra.
- apply d_int.
- intros x. destruct (R x). specialize (Dp x). split; [apply Rmult_le_pos; lra |].
  rewrite <- (Rmult_1_l (d x)) at 2. apply Rmult_le_compat_r; lra.
- exact d_over.
Qed.

End Monotone.

Section Events.

(* Different kinds of steps: their densities under P and Q, their losses. *)
Variable A : Type.
Variables (p q F G L : A -> R -> R) (B : A -> R) (ok : A -> Prop).
Hypothesis Pp : forall t, ok t -> forall x, 0 < p t x.
Hypothesis Qp : forall t, ok t -> forall x, 0 < q t x.
Hypothesis Pb : forall t, ok t -> forall x, p t x <= B t.
Hypothesis Qb : forall t, ok t -> forall x, q t x <= B t.
Hypothesis CF : forall t, ok t -> cdf (p t) (F t).
Hypothesis CG : forall t, ok t -> cdf (q t) (G t).
Hypothesis Ratio : forall t, ok t -> forall x, q t x = exp (L t x) * p t x.
Hypothesis Mono : forall t, ok t -> forall x y, x <= y -> L t x <= L t y.
Definition step_pair (t : A) : pair := density_pair (p t) (q t).
Notation M l := (compose (map step_pair l)).

(* The probability, under steps of density d, that y plus the total loss of the steps is positive. *)
Fixpoint mass (d : A -> R -> R) (l : list A) (y : R) : R :=
  match l with
  | nil => if Rlt_dec 0 y then 1 else 0
  | t :: r => RInt_gen (fun x => mass d r (y + L t x) * d t x) (Rbar_locally m_infty) (Rbar_locally p_infty)
  end.

Definition carries (d : A -> R -> R) (l : list A) : Prop :=
  forall t y, ok t -> over_line (fun x => mass d l (y + L t x) * d t x) (mass d (t :: l) y).

Lemma mass_ok d D : (forall t, ok t -> forall x, 0 <= d t x) -> (forall t, ok t -> forall x, d t x <= B t) ->
  (forall t, ok t -> cdf (d t) (D t)) -> forall l, Forall ok l ->
  (forall y, 0 <= mass d l y <= 1) /\ (forall y z, y <= z -> mass d l y <= mass d l z) /\ carries d l.
Proof.
intros Hd Hb C.
assert (Next : forall l, (forall y, 0 <= mass d l y <= 1) -> (forall y z, y <= z -> mass d l y <= mass d l z) ->
  carries d l).
{ intros l R M t y T. apply (over_value (fun x => mass d l (y + L t x) * d t x)).
  apply (mono_over (d t) (D t) (B t) (Hd t T) (Hb t T) (C t T) (fun x => mass d l (y + L t x))); [intros; apply R |].
  intros u v H. apply M. specialize (Mono t T u v H). lra. }
induction 1 as [| t l T _ [I1 [I2 I3]]].
- assert (R : forall y, 0 <= mass d nil y <= 1) by (intros y; simpl; destruct (Rlt_dec 0 y); lra).
  assert (M : forall y z, y <= z -> mass d nil y <= mass d nil z).
  { intros y z H. simpl. destruct (Rlt_dec 0 y), (Rlt_dec 0 z); lra. }
  split; [exact R | split; [exact M | now apply Next]].
- assert (E := d_over (d t) (D t) (C t T)).
  assert (R : forall y, 0 <= mass d (t :: l) y <= 1).
  { intros y. split.
    - apply (over_pos (fun x => mass d l (y + L t x) * d t x)); [| now apply I3]. intros x.
      apply Rmult_le_pos; [apply I1 | now apply Hd].
    - refine (over_mono _ _ _ _ _ (I3 t y T) E). intros x.
      apply Rle_trans with (1 * d t x); [apply Rmult_le_compat_r; [now apply Hd | apply I1] | right; apply Rmult_1_l]. }
  assert (M : forall y z, y <= z -> mass d (t :: l) y <= mass d (t :: l) z).
  { intros y z H. refine (over_mono _ _ _ _ _ (I3 t y T) (I3 t z T)). intros x.
  apply Rmult_le_compat_r; [now apply Hd | apply I2; lra]. }
  split; [exact R | split; [exact M | now apply Next]].
Qed.

Lemma p_carries l : Forall ok l -> carries p l.
Proof. intros H. apply (mass_ok p F); auto. intros; left; auto. Qed.
Lemma q_carries l : Forall ok l -> carries q l.
Proof. intros H. apply (mass_ok q G); auto. intros; left; auto. Qed.

Fixpoint positive_loss (l : list A) : R -> space (M l) -> bool :=
  match l with
  | nil => fun y _ => if Rlt_dec 0 y then true else false
  | t :: r => fun y xs => positive_loss r (y + L t (fst xs)) (snd xs)
  end.

Lemma positive_loss_value l : Forall ok l -> forall y,
  P (M l) (ind (positive_loss l y)) (mass p l y) /\ Q (M l) (ind (positive_loss l y)) (mass q l y).
Proof.
induction 1 as [| t l T Hl IH]; intros y.
- simpl. unfold ind. destruct (Rlt_dec 0 y); auto.
- split.
  + exists (fun x => mass p l (y + L t x)). split; [intros x; apply (proj1 (IH (y + L t x))) | now apply p_carries].
  + exists (fun x => mass q l (y + L t x)). split; [intros x; apply (proj2 (IH (y + L t x))) | now apply q_carries].
Qed.

Lemma positive_loss_best l : Forall ok l -> forall y b, 0 < b ->
  no_more (M l) (b * exp (- y)) b (b * mass q l y - b * exp (- y) * mass p l y).
Proof.
induction 1 as [| t l T Hl IH]; intros y b Hb f vp vq Hf Hp Hq.
- simpl in Hp, Hq. subst. specialize (Hf tt). simpl mass.
  destruct (Rlt_dec 0 y) as [K | K].
  + assert (exp (- y) <= exp 0) by (apply exp_le; lra). rewrite exp_0 in *.
    assert (0 <= b * (1 - exp (- y)) * (1 - f tt)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
  + assert (exp 0 <= exp (- y)) by (apply exp_le; lra). rewrite exp_0 in *.
    assert (0 <= b * (exp (- y) - 1) * f tt) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]). lra.
- destruct Hp as [gp [Gp Ip]], Hq as [gq [Gq Iq]]. simpl in Ip, Iq.
  assert (X := over_lin _ _ b (- (b * exp (- y))) _ _ Iq Ip). cbv beta in X.
  assert (C := over_lin _ _ b (- (b * exp (- y))) _ _ (q_carries l Hl t y T) (p_carries l Hl t y T)).
  cbv beta in C.
  assert (K : b * vq + - (b * exp (- y)) * vp <= b * mass q (t :: l) y + - (b * exp (- y)) * mass p (t :: l) y); [| lra].
  refine (over_mono _ _ _ _ _ X C). intros x. cbv beta.
  assert (Bx : 0 < b * q t x) by (apply Rmult_lt_0_compat; auto).
  assert (I := IH (y + L t x) (b * q t x) Bx (fun z => f (x, z)) (gp x) (gq x) (fun z => Hf (x, z)) (Gp x) (Gq x)).
  assert (E : b * q t x * exp (- (y + L t x)) = b * exp (- y) * p t x).
  { rewrite (Ratio t T x), Ropp_plus_distr, exp_plus, (exp_Ropp (L t x)). assert (Z := exp_pos (L t x)). field. lra. }
  rewrite E in I. lra.
Qed.

Definition excess (l : list A) (y : R) : R := exp y * mass q l y - mass p l y.

Lemma excess_start y : excess nil y = payoff y.
Proof. unfold excess, payoff. simpl. destruct (Rlt_dec 0 y); ring. Qed.

Lemma excess_step t l y : ok t -> Forall ok l -> over_line (fun x => excess l (y + L t x) * p t x) (excess (t :: l) y).
Proof.
intros T Hl. assert (X := over_lin _ _ (exp y) (- (1)) _ _ (q_carries l Hl t y T) (p_carries l Hl t y T)). cbv beta in X.
unfold excess. replace (exp y * mass q (t :: l) y - mass p (t :: l) y)
  with (exp y * mass q (t :: l) y + - (1) * mass p (t :: l) y) by ring.
refine (over_ext _ _ _ _ X). intros x. cbv beta. rewrite (Ratio t T x), exp_plus. ring.
Qed.

Theorem excess_between l y b : Forall ok l -> 0 < b ->
  between (M l) (b * exp (- y)) b (b * exp (- y) * excess l y) (b * exp (- y) * excess l y).
Proof.
intros Hl Hb. assert (E : b * exp (- y) * excess l y = b * mass q l y - b * exp (- y) * mass p l y).
{ unfold excess. rewrite exp_Ropp. assert (Z := exp_pos y). field. lra. }
rewrite E. split; [| now apply positive_loss_best]. destruct (positive_loss_value l Hl y) as [V1 V2].
exists (positive_loss l y), (mass p l y), (mass q l y). split; [exact V1 | split; [exact V2 |]]. apply Rle_refl.
Qed.

End Events.
