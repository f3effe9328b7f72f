(* Compositions of the Gaussian mechanism: iterated integrals, and half-spaces as the best events. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Normal Numbers Density Rays.
Open Scope R_scope.

Lemma over_from h H la lb : (forall a b, is_RInt h a b (H b - H a)) ->
  filterlim H (Rbar_locally m_infty) (locally la) -> filterlim H (Rbar_locally p_infty) (locally lb) ->
  over_line h (lb - la).
Proof.
intros I A B S [e HS].
assert (NA := A (ball la (pos_div_2 e)) (locally_ball la (pos_div_2 e))).
assert (NB := B (ball lb (pos_div_2 e)) (locally_ball lb (pos_div_2 e))).
apply Filter_prod with (1 := NA) (2 := NB). intros a b Ha Hb.
exists (H b - H a). split; [apply I |]. apply HS.
unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
apply Rabs_def2 in Ha. apply Rabs_def2 in Hb. apply Rabs_def1; lra.
Qed.

Lemma mono_limit (H : R -> R) M : (forall x y, x <= y -> H x <= H y) -> (forall x, H x <= M) ->
  exists l, filterlim H (Rbar_locally p_infty) (locally l).
Proof.
intros Mon Up. destruct (completeness (fun y => exists x, y = H x)) as [l [L1 L2]].
- exists M. intros y [x ->]. apply Up.
- exists (H 0). now exists 0.
- exists l. apply filterlim_locally. intros e.
  destruct (Classical_Prop.classic (exists x, l - e < H x)) as [[x Hx] | N].
  + exists x. intros y Hy. change (Rabs (H y - l) < e).
    assert (H x <= H y) by (apply Mon; lra). assert (H y <= l) by (apply L1; now exists y).
    apply Rabs_def1; destruct e as [e He]; simpl in *; lra.
  + exfalso. assert (l <= l - e); [| destruct e as [e He]; simpl in *; lra].
    apply L2. intros y [x ->]. apply Rnot_lt_le. intros L. apply N. now exists x.
Qed.

Lemma over_opp f v : over_line f v -> over_line (fun x => f (- x)) v.
Proof.
intros I S HS. destruct (I S HS) as [A B [m Hm] [n Hn] Hab].
apply Filter_prod with (fun a => a < - n) (fun b => - m < b); [now exists (- n) | now exists (- m) |].
intros a b Ha Hb. destruct (Hab (- b) (- a)) as [y [Iy Sy]].
- apply Hm; simpl; lra.
- apply Hn; simpl; lra.
- simpl in Iy. exists y. split; [| exact Sy]. simpl.
  assert (J := is_RInt_swap f _ _ _ Iy). assert (K := is_RInt_comp_opp f a b _ J).
  assert (L := is_RInt_opp _ a b _ K). rewrite opp_opp in L.
  refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ L). intros x _. apply (opp_opp (f (- x))).
Qed.

Lemma over_affine f v m s : 0 < s -> over_line f v -> over_line (fun x => f ((x - m) / s) / s) v.
Proof.
intros Hs I S HS. destruct (I S HS) as [A B [y Hy] [n Hn] Hab].
apply Filter_prod with (fun a => a < s * y + m) (fun b => s * n + m < b);
  [now exists (s * y + m) | now exists (s * n + m) |].
intros a b Ha Hb. destruct (Hab ((a - m) / s) ((b - m) / s)) as [z [Iz Sz]].
- apply Hy; simpl. apply Rmult_lt_reg_l with s; [easy |]. replace (s * ((a - m) / s)) with (a - m) by (field; lra). lra.
- apply Hn; simpl. apply Rmult_lt_reg_l with s; [easy |]. replace (s * ((b - m) / s)) with (b - m) by (field; lra). lra.
- simpl in Iz. exists z. split; [| exact Sz]. simpl.
  replace ((a - m) / s) with (/ s * a + - m / s) in Iz by (field; lra).
  replace ((b - m) / s) with (/ s * b + - m / s) in Iz by (field; lra).
  assert (K := is_RInt_comp_lin f (/ s) (- m / s) a b z Iz).
  refine (is_RInt_ext (V := R_NormedModule) _ _ _ _ _ _ K). intros x _. unfold scal; simpl; unfold mult; simpl.
  replace (/ s * x + - m / s) with ((x - m) / s) by (field; lra). field; lra.
Qed.

Lemma over_unique f u v : over_line f u -> over_line f v -> u = v.
Proof. intros A B. apply Rle_antisym; eapply over_mono; try eassumption; intros; apply Rle_refl. Qed.

Lemma phi_over : over_line phi 1.
Proof.
replace 1 with (1 - 0) by ring. apply (over_from phi Phi); [apply Phi_RInt | apply Phi_lim_m | apply Phi_lim_p].
Qed.

(* A continuous function between 0 and phi has an integral. *)
Lemma under_phi h : (forall x, continuous h x) -> (forall x, 0 <= h x <= phi x) -> exists v, over_line h v.
Proof.
intros C B. set (H := fun x => RInt h 0 x).
assert (Ex : forall a b, ex_RInt h a b) by (intros; apply (ex_RInt_continuous (V := R_CompleteNormedModule)); auto).
assert (I : forall a b, is_RInt h a b (H b - H a)).
{ intros a b. unfold H. replace (RInt h 0 b - RInt h 0 a) with (RInt h a b); [apply (RInt_correct h), Ex |].
  assert (E := RInt_Chasles h 0 a b (Ex 0 a) (Ex a b)). unfold plus in E; simpl in E. lra. }
assert (D : forall a b, a <= b -> 0 <= H b - H a <= Phi b - Phi a).
{ intros a b L. rewrite <- (is_RInt_unique _ _ _ _ (I a b)), <- (is_RInt_unique _ _ _ _ (Phi_RInt a b)). split.
  - apply RInt_ge_0; auto. intros; apply B.
  - apply RInt_le; auto using phi_int. intros; apply B. }
assert (H0 : H 0 = 0) by (unfold H; rewrite RInt_point; reflexivity).
destruct (mono_limit H 1) as [lb Hb].
- intros x y L. specialize (D x y L). lra.
- intros x. destruct (Rle_dec 0 x) as [L | L].
  + specialize (D 0 x L). assert (R1 := Phi_range x). assert (R2 := Phi_range 0). lra.
  + assert (L' : x <= 0) by lra. specialize (D x 0 L'). lra.
- destruct (mono_limit (fun x => - H (- x)) 1) as [la Ha].
  + intros x y L. assert (L' : - y <= - x) by lra. specialize (D (- y) (- x) L'). lra.
  + intros x. destruct (Rle_dec 0 x) as [L | L].
    * assert (L' : - x <= 0) by lra. specialize (D (- x) 0 L'). assert (R1 := Phi_range (- x)). assert (R2 := Phi_range 0). lra.
    * assert (L' : 0 <= - x) by lra. specialize (D 0 (- x) L'). lra.
  + exists (lb - - la). apply (over_from h H); auto.
    intros S [e HS]. destruct (Ha (ball la e) (locally_ball la e)) as [y Hy]. exists (- y). intros x Hx.
    apply HS. specialize (Hy (- x)). assert (y < - x) by (simpl in *; lra). specialize (Hy H1).
    unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
    rewrite Ropp_involutive in Hy. rewrite <- Rabs_Ropp. replace (- (H x + - - la)) with (- H x + - la) by ring. exact Hy.
Qed.

Lemma x_phi_small x : Rabs (x * phi x) <= 1.
Proof.
assert (K : forall y, 0 < y -> y * phi y <= 1).
{ intros y Hy. assert (B := bell_bound y Hy). rewrite phi_bell. assert (S := sqrt_2PI).
  assert (2 <= sqrt (2 * PI)).
  { replace 2 with (sqrt (2 * 2)) at 1 by (apply sqrt_square; lra). apply sqrt_le_1_alt. assert (H := PI2_1). lra. }
  apply Rmult_le_reg_r with (sqrt (2 * PI)); [easy |].
  replace (y * (bell y / sqrt (2 * PI)) * sqrt (2 * PI)) with (y * bell y) by (field; lra).
  assert (y * bell y <= y * (2 / y)) by (apply Rmult_le_compat_l; lra).
  replace (y * (2 / y)) with 2 in H0 by (field; lra). lra. }
assert (Pp := phi_pos x).
destruct (Rtotal_order x 0) as [L | [-> | G]].
- specialize (K (- x)). rewrite phi_opp in K. rewrite Rabs_left1 by nra. assert (0 < - x) by lra. specialize (K H). lra.
- rewrite Rmult_0_l, Rabs_R0. lra.
- rewrite Rabs_pos_eq by nra. auto.
Qed.

Lemma Phi_second u h : Rabs (Phi (u + h) - Phi u - h * phi u) <= h * h.
Proof.
destruct (MVT_gen Phi u (u + h) phi) as [c [Hc E]].
{ intros; apply Phi_derive. }
{ intros z _. apply derivable_continuous_pt. exists (phi z). apply is_derive_Reals, Phi_derive. }
destruct (MVT_gen phi u c (fun x => - x * phi x)) as [d [Hd E']].
{ intros; apply phi_derive. }
{ intros z _. apply derivable_continuous_pt. eexists. apply is_derive_Reals, phi_derive. }
replace (Phi (u + h) - Phi u - h * phi u) with ((- d * phi d) * (h * (c - u))) by (rewrite E; replace (u + h - u) with h by ring; replace (phi c) with (phi u + - d * phi d * (c - u)) by lra; ring).
rewrite Rabs_mult. assert (X := x_phi_small d). replace (- d * phi d) with (- (d * phi d)) by ring. rewrite Rabs_Ropp.
assert (Rabs (h * (c - u)) <= h * h).
{ unfold Rmin, Rmax in Hc. destruct (Rle_dec u (u + h)).
  - rewrite Rabs_pos_eq; nra.
  - rewrite Rabs_pos_eq; nra. }
assert (0 <= Rabs (h * (c - u))) by apply Rabs_pos.
apply Rle_trans with (1 * Rabs (h * (c - u))); [apply Rmult_le_compat_r; lra | lra].
Qed.

Section Average.

Variable al : R.
Let s := sqrt (1 + al ^ 2).

Lemma s_pos : 0 < s.
Proof. apply sqrt_lt_R0. assert (0 <= al ^ 2) by apply pow2_ge_0. lra. Qed.
Lemma s_square : s * s = 1 + al ^ 2.
Proof. apply sqrt_sqrt. assert (0 <= al ^ 2) by apply pow2_ge_0. lra. Qed.

Definition average (be : R) : R :=
  RInt_gen (fun x => Phi (al * x + be) * phi x) (Rbar_locally m_infty) (Rbar_locally p_infty).

Lemma average_over be : over_line (fun x => Phi (al * x + be) * phi x) (average be).
Proof.
destruct (under_phi (fun x => Phi (al * x + be) * phi x)) as [v Hv].
- intros x. apply (continuous_mult (fun x => Phi (al * x + be)) phi); [| apply phi_continuous].
  apply (continuous_comp (fun x => al * x + be) Phi).
  + apply (ex_derive_continuous (fun x => al * x + be)). now auto_derive.
  + apply (ex_derive_continuous Phi). eexists. apply Phi_derive.
- intros x. assert (R1 := Phi_range (al * x + be)). assert (Pp := phi_pos x). nra.
- unfold average. replace (RInt_gen _ _ _) with v; [exact Hv |]. symmetry.
  exact (is_RInt_gen_unique (V := R_CompleteNormedModule) _ _ Hv).
Qed.

Lemma product_over be : over_line (fun x => phi (al * x + be) * phi x) (phi (be / s) / s).
Proof.
assert (Hs := s_pos). assert (H2 := s_square).
assert (A := over_affine phi 1 (- (al * be / s) / s) (/ s) (Rinv_0_lt_compat _ Hs) phi_over).
assert (B := over_lin _ _ (phi (be / s) / s) 0 _ _ A A).
replace (phi (be / s) / s * 1 + 0 * 1) with (phi (be / s) / s) in B by ring.
refine (over_ext _ _ _ _ B). intros x. cbv beta.
replace ((x - - (al * be / s) / s) / / s) with (s * x + al * be / s) by (field; lra).
assert (S2 := sqrt_2PI). unfold phi.
assert (E : - ((al * x + be) ^ 2 / 2) + - (x ^ 2 / 2) = - ((be / s) ^ 2 / 2) + - ((s * x + al * be / s) ^ 2 / 2)).
{ assert ((al * x + be) ^ 2 + x ^ 2 = (be / s) ^ 2 + (s * x + al * be / s) ^ 2); [| lra].
  replace ((be / s) ^ 2 + (s * x + al * be / s) ^ 2)
    with (be ^ 2 * (1 + al ^ 2) / (s * s) + s * s * x ^ 2 + 2 * al * be * x) by (field; lra).
  rewrite H2. field. assert (0 <= al ^ 2) by apply pow2_ge_0. lra. }
assert (F : exp (- ((al * x + be) ^ 2 / 2)) * exp (- (x ^ 2 / 2)) =
  exp (- ((be / s) ^ 2 / 2)) * exp (- ((s * x + al * be / s) ^ 2 / 2))).
{ rewrite <- !exp_plus. now f_equal. }
transitivity (exp (- ((be / s) ^ 2 / 2)) * exp (- ((s * x + al * be / s) ^ 2 / 2)) / (sqrt (2 * PI) * sqrt (2 * PI))).
- field. split; lra.
- rewrite <- F. field. lra.
Qed.

Lemma average_derive be : is_derive average be (phi (be / s) / s).
Proof.
apply is_derive_Reals. intros e He. exists (mkposreal e He). intros h Hh Hd. simpl in Hd.
assert (A1 := average_over (be + h)). assert (A0 := average_over be). assert (W := product_over be).
assert (L := over_lin _ _ 1 (- 1) _ _ A1 A0). cbv beta in L.
assert (K := over_lin _ _ 1 (- h) _ _ L W). cbv beta in K.
assert (Up := over_lin _ _ (h * h) 0 _ _ phi_over phi_over). cbv beta in Up.
assert (Dn := over_lin _ _ (- (h * h)) 0 _ _ phi_over phi_over). cbv beta in Dn.
set (d := 1 * (1 * average (be + h) + -1 * average be) + - h * (phi (be / s) / s)) in K.
assert (B : - (h * h) <= d <= h * h).
{ split.
  - assert (d >= - (h * h) * 1 + 0 * 1); [| lra]. apply Rle_ge. eapply over_mono; [| exact Dn | exact K].
    intros x. cbv beta. assert (S := Phi_second (al * x + be) h). assert (Pp := phi_pos x).
    replace (al * x + (be + h)) with (al * x + be + h) by ring.
    apply Rabs_le_between in S. nra.
  - assert (d <= h * h * 1 + 0 * 1); [| lra]. eapply over_mono; [| exact K | exact Up].
    intros x. cbv beta. assert (S := Phi_second (al * x + be) h). assert (Pp := phi_pos x).
    replace (al * x + (be + h)) with (al * x + be + h) by ring.
    apply Rabs_le_between in S. nra. }
assert (Ab : 0 < Rabs h) by now apply Rabs_pos_lt.
replace ((average (be + h) - average be) / h - phi (be / s) / s) with (d / h)
  by (unfold d; assert (P := s_pos); field; split; lra).
unfold Rdiv. rewrite Rabs_mult, Rabs_inv.
apply Rmult_lt_reg_r with (Rabs h); [easy |]. replace (Rabs d * / Rabs h * Rabs h) with (Rabs d) by (field; lra).
assert (Rabs d <= h * h) by (apply Rabs_le; lra).
assert (h * h = Rabs h * Rabs h) by (rewrite <- Rabs_mult, Rabs_pos_eq; [easy | nra]). nra.
Qed.

Theorem Phi_average be : over_line (fun x => Phi (al * x + be) * phi x) (Phi (be / s)).
Proof.
assert (Hs := s_pos).
assert (D : forall y : R, is_derive (fun y => average y - Phi (y / s)) y 0).
{ intros y. eapply is_derive_eq.
  - apply (is_derive_minus average (fun y => Phi (y / s))); [apply average_derive |].
    apply (is_derive_comp Phi (fun y => y / s)); [apply Phi_derive |]. auto_derive; [lra | reflexivity].
  - unfold minus, plus, opp, scal; simpl; unfold mult; simpl. unfold Rdiv. ring. }
assert (Z : average 0 = 1 / 2).
{ assert (A := over_opp _ _ (average_over 0)). cbv beta in A.
  assert (B := over_lin _ _ 1 (- 1) _ _ phi_over (average_over 0)). cbv beta in B.
  assert (average 0 = 1 * 1 + -1 * average 0); [| lra].
  apply (over_unique (fun x => Phi (al * - x + 0) * phi (- x))); [exact A |].
  refine (over_ext _ _ _ _ B). intros x. cbv beta. rewrite phi_opp.
  replace (al * - x + 0) with (- (al * x + 0)) by ring. rewrite Phi_opp. ring. }
destruct (MVT_gen (fun y => average y - Phi (y / s)) 0 be (fun _ => 0)) as [c [_ E]].
- intros; apply D.
- intros y _. apply derivable_continuous_pt. exists 0. apply is_derive_Reals, D.
- replace (0 / s) with 0 in E by (field; lra). rewrite Z, Phi_0 in E.
  replace (Phi (be / s)) with (average be) by lra. apply average_over.
Qed.

End Average.

Lemma normal_average u v m s : 0 < s ->
  integral (normal m s) (fun x => Phi (u * x + v)) (Phi ((u * m + v) / sqrt (1 + (u * s) ^ 2))).
Proof.
intros Hs. assert (A := over_affine _ _ m s Hs (Phi_average (u * s) (u * m + v))).
refine (over_ext _ _ _ _ A). intros x. cbv beta. unfold normal.
replace (u * s * ((x - m) / s) + (u * m + v)) with (u * x + v) by (field; lra). field. lra.
Qed.

(* The probability that the sum of n outcomes with mean m exceeds c. *)
Definition tail_value (s m : R) (n : nat) (c : R) : R :=
  match n with
  | O => if Rlt_dec c 0 then 1 else 0
  | S _ => Phi ((INR n * m - c) / (s * sqrt (INR n)))
  end.

Lemma tail_step s m n c : 0 < s ->
  integral (normal m s) (fun x => tail_value s m n (c - x)) (tail_value s m (S n) c).
Proof.
intros Hs. destruct n as [| n].
- unfold tail_value. replace (Phi ((INR 1 * m - c) / (s * sqrt (INR 1)))) with (1 - Phi ((c - m) / s)).
  + refine (over_ext _ _ _ _ (beyond_integral _ _ c (normal_cdf m s Hs))). intros x.
    unfold ind, beyond. destruct (Rlt_dec c x), (Rlt_dec (c - x) 0); try easy; lra.
  + rewrite <- Phi_opp. f_equal. simpl. rewrite sqrt_1. field. lra.
- assert (N : 0 < INR (S n)) by (apply lt_0_INR; lia). set (r := sqrt (INR (S n))).
  assert (Hr : 0 < r) by now apply sqrt_lt_R0.
  assert (Hr2 : r * r = INR (S n)) by (apply sqrt_sqrt; lra).
  assert (A := normal_average (1 / (s * r)) ((INR (S n) * m - c) / (s * r)) m s Hs).
  replace (tail_value s m (S (S n)) c) with
    (Phi ((1 / (s * r) * m + (INR (S n) * m - c) / (s * r)) / sqrt (1 + (1 / (s * r) * s) ^ 2))).
  + refine (over_ext _ _ _ _ A). intros x. cbv beta. unfold tail_value. fold r. do 2 f_equal. field. split; lra.
  + unfold tail_value. f_equal. rewrite (S_INR (S n)).
    assert (Q : sqrt (INR (S n) + 1) = r * sqrt (1 + (1 / (s * r) * s) ^ 2)).
    { unfold r at 1. rewrite <- sqrt_mult_alt by lra. f_equal.
      replace ((1 / (s * r) * s) ^ 2) with (/ (r * r)) by (field; lra). rewrite Hr2. field. lra. }
    rewrite Q. assert (0 < sqrt (1 + (1 / (s * r) * s) ^ 2)).
    { apply sqrt_lt_R0. assert (0 <= (1 / (s * r) * s) ^ 2) by apply pow2_ge_0. lra. }
    field. repeat split; lra.
Qed.

Section Powers.

Variable s : R.
Hypothesis Hs : 0 < s.

Fixpoint half_space (n : nat) : R -> space (power (gaussian s) n) -> bool :=
  match n with
  | O => fun c _ => if Rlt_dec c 0 then true else false
  | S m => fun c xy => half_space m (c - fst xy) (snd xy)
  end.

Lemma half_space_value n : forall c,
  P (power (gaussian s) n) (ind (half_space n c)) (tail_value s 0 n c) /\
  Q (power (gaussian s) n) (ind (half_space n c)) (tail_value s 1 n c).
Proof.
induction n as [| n IH]; intros c.
- simpl. unfold ind. destruct (Rlt_dec c 0); auto.
- split.
  + exists (fun x => tail_value s 0 n (c - x)). split; [| now apply tail_step].
    intros x. apply (proj1 (IH (c - x))).
  + exists (fun x => tail_value s 1 n (c - x)). split; [| now apply tail_step].
    intros x. apply (proj2 (IH (c - x))).
Qed.

Definition cut (n : nat) (a b : R) : R := s ^ 2 * ln (a / b) + INR n / 2.

Lemma half_space_best n : forall a b, 0 < a -> 0 < b ->
  no_more (power (gaussian s) n) a b (b * tail_value s 1 n (cut n a b) - a * tail_value s 0 n (cut n a b)).
Proof.
induction n as [| n IH]; intros a b Ha Hb f vp vq Hf Hp Hq.
- simpl in Hp, Hq. subst. specialize (Hf tt). unfold tail_value, cut.
  assert (S2 : 0 < s ^ 2) by (simpl; nra).
  destruct (Rlt_dec (s ^ 2 * ln (a / b) + INR 0 / 2) 0) as [L | L].
  + assert (a <= b); [| nra]. apply Rnot_lt_le. intros G.
    assert (0 <= ln (a / b)); [| simpl in *; nra]. rewrite <- ln_1. apply ln_le; [lra |].
    apply Rmult_le_reg_r with b; [easy |]. replace (a / b * b) with a by (field; lra). lra.
  + assert (b <= a); [| nra]. apply Rnot_lt_le. intros G. apply L. simpl INR.
    assert (ln (a / b) < 0); [| simpl in *; nra]. rewrite <- ln_1. apply ln_increasing.
    * now apply Rdiv_lt_0_compat.
    * apply Rmult_lt_reg_r with b; [easy |]. replace (a / b * b) with a by (field; lra). lra.
- destruct Hp as [gp [Gp Ip]], Hq as [gq [Gq Iq]]. simpl in Ip, Iq.
  set (c := cut (S n) a b).
  assert (A := over_lin _ _ b (- a) _ _ Iq Ip). cbv beta in A.
  assert (B := over_lin _ _ b (- a) _ _ (tail_step s 1 n c Hs) (tail_step s 0 n c Hs)). cbv beta in B.
  assert (L : b * vq + - a * vp <= b * tail_value s 1 (S n) c + - a * tail_value s 0 (S n) c); [| lra].
  eapply over_mono; [| exact A | exact B]. intros x. cbv beta.
  assert (Np := normal_pos 0 s x Hs). assert (Nq := normal_pos 1 s x Hs).
  assert (Ax : 0 < a * normal 0 s x) by now apply Rmult_lt_0_compat.
  assert (Bx : 0 < b * normal 1 s x) by now apply Rmult_lt_0_compat.
  assert (I := IH (a * normal 0 s x) (b * normal 1 s x) Ax Bx (fun y => f (x, y)) (gp x) (gq x)
    (fun y => Hf (x, y)) (Gp x) (Gq x)).
  replace (cut n (a * normal 0 s x) (b * normal 1 s x)) with (c - x) in I; [lra |].
  unfold c, cut. rewrite normal_ratio by easy.
  replace (a * normal 0 s x / (b * (exp ((x - 1 / 2) / s ^ 2) * normal 0 s x)))
    with (a / b * exp (- ((x - 1 / 2) / s ^ 2))).
  + rewrite ln_mult, ln_exp; [| now apply Rdiv_lt_0_compat | apply exp_pos]. rewrite S_INR. field. lra.
  + rewrite exp_Ropp. assert (E := exp_pos ((x - 1 / 2) / s ^ 2)). field. repeat split; lra.
Qed.

Theorem gaussian_power_between n a b : 0 < a -> 0 < b ->
  let h := b * tail_value s 1 n (cut n a b) - a * tail_value s 0 n (cut n a b) in
  between (power (gaussian s) n) a b h h.
Proof.
intros Ha Hb h. split; [| now apply half_space_best].
destruct (half_space_value n (cut n a b)) as [A B].
exists (half_space n (cut n a b)), (tail_value s 0 n (cut n a b)), (tail_value s 1 n (cut n a b)).
split; [exact A | split; [exact B |]]. apply Rle_refl.
Qed.

Lemma gaussian_sound : sound (gaussian s).
Proof.
apply (plain_sound _ _ _ _ (fun x => normal_pos 0 s x Hs) (fun x => normal_pos 1 s x Hs) (normal_cdf 0 s Hs) (normal_cdf 1 s Hs)).
Qed.

Lemma gaussian_power_sound n : sound (power (gaussian s) n).
Proof. apply power_sound, gaussian_sound. Qed.

Lemma half_space_test n c : exists f vp vq, test f /\
  P (power (gaussian s) n) f vp /\ Q (power (gaussian s) n) f vq /\
  vp = tail_value s 0 n c /\ vq = tail_value s 1 n c.
Proof.
destruct (half_space_value n c) as [A B].
exists (ind (half_space n c)), (tail_value s 0 n c), (tail_value s 1 n c).
split; [apply test_ind | split; [exact A | split; [exact B | split; reflexivity]]].
Qed.

End Powers.
