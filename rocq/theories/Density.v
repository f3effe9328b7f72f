(* Pairs of densities on the real line. The integral is the improper Riemann integral over the line. So events are
   the sets whose indicator times the density is integrable in that sense: half-lines, finite unions of intervals,
   ... The upper bounds hold for every such set and every such test. *)
From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs.
Open Scope R_scope.

Definition over_line (f : R -> R) (v : R) : Prop :=
  is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) v.
Definition integral (p : R -> R) : law R := fun f v => over_line (fun x => f x * p x) v.
Definition density_pair (p q : R -> R) : pair := Pair R (integral p) (integral q).

(* F is a distribution function of p. *)
Record cdf (p F : R -> R) : Prop := Cdf {
  cdf_int : forall a b, is_RInt p a b (F b - F a);
  cdf_m : filterlim F (Rbar_locally m_infty) (locally 0);
  cdf_p : filterlim F (Rbar_locally p_infty) (locally 1) }.

Lemma over_ext f g v : (forall x, f x = g x) -> over_line f v -> over_line g v.
Proof.
intros E H. refine (is_RInt_gen_ext (V := R_NormedModule) f g v _ H).
apply filter_forall. intros ab x _. apply E.
Qed.

Lemma over_lin f g c d u v : over_line f u -> over_line g v ->
  over_line (fun x => c * f x + d * g x) (c * u + d * v).
Proof.
intros Hf Hg. apply (is_RInt_gen_plus (fun x => c * f x) (fun x => d * g x)).
- apply (is_RInt_gen_scal f c u Hf).
- apply (is_RInt_gen_scal g d v Hg).
Qed.

(* A property that holds near both ends of the line holds for an interval that contains any given interval. *)
Lemma far_ends (Pr : R * R -> Prop) :
  filter_prod (Rbar_locally m_infty) (Rbar_locally p_infty) Pr -> exists a b, a < b /\ Pr (a, b).
Proof.
intros [A B [m Hm] [n Hn] H].
exists (Rmin (m - 1) 0 - 1), (Rmax (n + 1) 0 + 1).
assert (Rmin (m - 1) 0 <= m - 1) by apply Rmin_l. assert (Rmin (m - 1) 0 <= 0) by apply Rmin_r.
assert (n + 1 <= Rmax (n + 1) 0) by apply Rmax_l. assert (0 <= Rmax (n + 1) 0) by apply Rmax_r.
split; [lra |]. apply H; [apply Hm | apply Hn]; simpl; lra.
Qed.

Lemma over_pos f v : (forall x, 0 <= f x) -> over_line f v -> 0 <= v.
Proof.
intros Hf H. apply Rnot_lt_le. intros L.
assert (e : 0 < - v) by lra.
destruct (far_ends _ (H (ball v (mkposreal _ e)) (locally_ball v (mkposreal _ e)))) as [a [b [Hab [y [Iy By]]]]].
simpl in Iy.
assert (0 <= y).
{ rewrite <- (is_RInt_unique f a b y Iy). apply RInt_ge_0; [lra | now exists y | intros; apply Hf]. }
unfold ball in By; simpl in By; unfold AbsRing_ball, abs, minus, plus, opp in By; simpl in By.
apply Rabs_def2 in By. lra.
Qed.

Lemma over_mono f g u v : (forall x, f x <= g x) -> over_line f u -> over_line g v -> u <= v.
Proof.
intros E Hf Hg. assert (D := over_lin g f 1 (- 1) v u Hg Hf).
apply over_pos in D; [lra |]. intros x. specialize (E x). lra.
Qed.

(* Integrals of functions that are constant on both sides of c. *)
Lemma left_part p F c k f : cdf p F -> (forall x, x < c -> f x = k) ->
  is_RInt_gen (fun x => f x * p x) (Rbar_locally m_infty) (at_point c) (k * F c).
Proof.
intros C E. apply (is_RInt_gen_ext (fun x => scal k (p x))).
- apply Filter_prod with (fun a => a < c) (fun b => b = c).
  + exists c. easy.
  + easy.
  + intros a b Ha ->. simpl. intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra.
    rewrite E by lra. reflexivity.
- apply (is_RInt_gen_scal p k (F c)).
  intros S HS. destruct HS as [e He].
  assert (N := cdf_m _ _ C (ball 0 e) (locally_ball 0 e)).
  apply Filter_prod with (fun a => ball 0 e (F a)) (fun b => b = c); [exact N | easy |].
  intros a b Ha ->. exists (F c - F a). split; [apply (cdf_int _ _ C) |]. apply He.
  unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
  replace (F c - F a + - F c) with (- (F a + - 0)) by ring. now rewrite Rabs_Ropp.
Qed.

Lemma right_part p F c k f : cdf p F -> (forall x, c < x -> f x = k) ->
  is_RInt_gen (fun x => f x * p x) (at_point c) (Rbar_locally p_infty) (k * (1 - F c)).
Proof.
intros C E. apply (is_RInt_gen_ext (fun x => scal k (p x))).
- apply Filter_prod with (fun a => a = c) (fun b => c < b).
  + easy.
  + exists c. easy.
  + intros a b -> Hb. simpl. intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra.
    rewrite E by lra. reflexivity.
- apply (is_RInt_gen_scal p k (1 - F c)).
  intros S HS. destruct HS as [e He].
  assert (N := cdf_p _ _ C (ball 1 e) (locally_ball 1 e)).
  apply Filter_prod with (fun a => a = c) (fun b => ball 1 e (F b)); [easy | exact N |].
  intros a b -> Hb. exists (F b - F c). split; [apply (cdf_int _ _ C) |]. apply He.
  unfold ball in *; simpl in *; unfold AbsRing_ball, abs, minus, plus, opp in *; simpl in *.
  now replace (F b - F c + - (1 - F c)) with (F b + - 1) by ring.
Qed.

Lemma middle_part p F a b k f : cdf p F -> a <= b -> (forall x, a < x < b -> f x = k) ->
  is_RInt_gen (fun x => f x * p x) (at_point a) (at_point b) (k * (F b - F a)).
Proof.
intros C L E. apply is_RInt_gen_at_point.
apply (is_RInt_ext (fun x => scal k (p x))).
- intros x Hx. rewrite Rmin_left, Rmax_right in Hx by lra. now rewrite E.
- apply (is_RInt_scal p a b k), (cdf_int _ _ C).
Qed.

Lemma integral_const p F k : cdf p F -> integral p (fun _ => k) k.
Proof.
intros C. assert (L := left_part p F 0 k (fun _ => k) C (fun _ _ => eq_refl)).
assert (R := right_part p F 0 k (fun _ => k) C (fun _ _ => eq_refl)).
assert (S := is_RInt_gen_Chasles _ 0 _ _ L R).
unfold plus in S; simpl in S. now replace (k * F 0 + k * (1 - F 0)) with k in S by ring.
Qed.

Lemma density_expectation p F : (forall x, 0 <= p x) -> cdf p F -> expectation (integral p).
Proof.
intros Hp C. split.
- intros f g v E. apply over_ext. intros x. now rewrite E.
- now apply (integral_const p F).
- intros f g c d u v Hf Hg.
  apply (over_ext (fun x => c * (f x * p x) + d * (g x * p x))); [intros; ring |].
  now apply over_lin.
- intros f g u v E. apply over_mono. intros x. apply Rmult_le_compat_r; auto.
Qed.

(* The half-line beyond c. *)
Definition beyond (c x : R) : bool := if Rlt_dec c x then true else false.

Lemma beyond_integral p F c : cdf p F -> integral p (ind (beyond c)) (1 - F c).
Proof.
intros C.
assert (L : is_RInt_gen (fun x => ind (beyond c) x * p x) (Rbar_locally m_infty) (at_point c) (0 * F c)).
{ apply left_part; [exact C |]. intros x Hx. unfold ind, beyond. destruct (Rlt_dec c x); [lra | easy]. }
assert (R : is_RInt_gen (fun x => ind (beyond c) x * p x) (at_point c) (Rbar_locally p_infty) (1 * (1 - F c))).
{ apply right_part; [exact C |]. intros x Hx. unfold ind, beyond. destruct (Rlt_dec c x); [easy | lra]. }
assert (S := is_RInt_gen_Chasles _ c _ _ L R).
unfold plus in S; simpl in S. now replace (0 * F c + 1 * (1 - F c)) with (1 - F c) in S by ring.
Qed.

(* Neyman and Pearson: an event where b q >= a p, outside of which b q <= a p, is best. *)
Theorem best_event p q a b E ep eq :
  integral p (ind E) ep -> integral q (ind E) eq ->
  (forall x, E x = true -> a * p x <= b * q x) -> (forall x, E x = false -> b * q x <= a * p x) ->
  between (density_pair p q) a b (b * eq - a * ep) (b * eq - a * ep).
Proof.
intros Ep Eq In Out. split.
- exists E, ep, eq. simpl. repeat split; auto; lra.
- intros f vp vq Hf Hp Hq. simpl in *.
  replace (b * vq - a * vp) with (b * vq + (- a) * vp) by ring.
  replace (b * eq - a * ep) with (b * eq + (- a) * ep) by ring.
  apply (over_mono (fun x => b * (f x * q x) + (- a) * (f x * p x))
    (fun x => b * (ind E x * q x) + (- a) * (ind E x * p x))); [| now apply over_lin | now apply over_lin].
  intros x. specialize (Hf x). specialize (In x). specialize (Out x). unfold ind.
  destruct (E x); [specialize (In eq_refl) | specialize (Out eq_refl)]; nra.
Qed.

(* The hockey-stick form: if the integral of max(0, q - e^epsilon p) and the integrals over the event q > e^epsilon
   p exist, the supremum over events is the former integral. *)
Theorem density_hockey_stick p q epsilon v ep eq :
  over_line (fun x => Rmax 0 (q x - exp epsilon * p x)) v ->
  integral p (ind (fun x => if Rlt_dec (exp epsilon * p x) (q x) then true else false)) ep ->
  integral q (ind (fun x => if Rlt_dec (exp epsilon * p x) (q x) then true else false)) eq ->
  delta (density_pair p q) epsilon = v.
Proof.
intros Hv Hp Hq. set (E := fun x => if Rlt_dec (exp epsilon * p x) (q x) then true else false) in *.
assert (B : between (density_pair p q) (exp epsilon) 1 (1 * eq - exp epsilon * ep) (1 * eq - exp epsilon * ep)).
{ apply best_event with E; auto; intros x; unfold E; destruct (Rlt_dec (exp epsilon * p x) (q x)); intros; try easy; lra. }
apply delta_between in B.
assert (L := over_lin _ _ 1 (- exp epsilon) _ _ Hq Hp). cbv beta in L.
assert (S : forall x, 1 * (ind E x * q x) + - exp epsilon * (ind E x * p x) = Rmax 0 (q x - exp epsilon * p x)).
{ intros x. unfold ind, E. destruct (Rlt_dec (exp epsilon * p x) (q x));
    [rewrite Rmax_right by lra | rewrite Rmax_left by lra]; ring. }
apply (over_ext _ _ _ S) in L.
assert (v = 1 * eq + - exp epsilon * ep); [| lra].
apply Rle_antisym; eapply over_mono; try eassumption; intros; apply Rle_refl.
Qed.

(* The best event is the half-line beyond c. *)
Theorem halfline_between p q Fp Fq a b c : cdf p Fp -> cdf q Fq ->
  (forall x, c < x -> a * p x <= b * q x) -> (forall x, x <= c -> b * q x <= a * p x) ->
  between (density_pair p q) a b (b * (1 - Fq c) - a * (1 - Fp c)) (b * (1 - Fq c) - a * (1 - Fp c)).
Proof.
intros Cp Cq In Out. apply best_event with (beyond c).
- now apply beyond_integral.
- now apply beyond_integral.
- intros x. unfold beyond. destruct (Rlt_dec c x); [auto | easy].
- intros x. unfold beyond. destruct (Rlt_dec c x); [easy |]. intros _. apply Out. lra.
Qed.

(* If b q >= a p everywhere, the best event is the whole line; if b q <= a p everywhere, it is empty. *)
Theorem all_between p q Fp Fq a b : cdf p Fp -> cdf q Fq -> (forall x, a * p x <= b * q x) ->
  between (density_pair p q) a b (b - a) (b - a).
Proof.
intros Cp Cq In. replace (b - a) with (b * 1 - a * 1) by ring. apply best_event with (fun _ => true).
- now apply (integral_const p Fp).
- now apply (integral_const q Fq).
- auto.
- easy.
Qed.

Theorem none_between p q Fp Fq a b : cdf p Fp -> cdf q Fq -> (forall x, b * q x <= a * p x) ->
  between (density_pair p q) a b 0 0.
Proof.
intros Cp Cq Out. replace 0 with (b * 0 - a * 0) at 1 2 by ring. apply best_event with (fun _ => false).
- now apply (integral_const p Fp).
- now apply (integral_const q Fq).
- easy.
- auto.
Qed.

Lemma density_sound p q Fp Fq : (forall x, 0 <= p x) -> (forall x, 0 <= q x) -> cdf p Fp -> cdf q Fq ->
  sound (density_pair p q).
Proof. intros. split; simpl; [now apply (density_expectation p Fp) | now apply (density_expectation q Fq)]. Qed.

(* Mixtures. *)
Lemma cdf_mix p q F G w : cdf p F -> cdf q G -> cdf (fun x => (1 - w) * p x + w * q x) (fun x => (1 - w) * F x + w * G x).
Proof.
intros [I M Pl] [J N Ql]. split.
- intros a b. replace ((1 - w) * F b + w * G b - ((1 - w) * F a + w * G a))
    with (plus (scal (1 - w) (F b - F a)) (scal w (G b - G a)))
    by (unfold plus, scal; simpl; unfold mult; simpl; ring).
  apply (is_RInt_plus (fun x => (1 - w) * p x) (fun x => w * q x)).
  + apply (is_RInt_scal p a b (1 - w)), I.
  + apply (is_RInt_scal q a b w), J.
- assert (L : filterlim (fun x => (1 - w) * F x + w * G x) (Rbar_locally m_infty) (locally ((1 - w) * 0 + w * 0))).
  { apply (filterlim_comp_2 (G := locally ((1 - w) * 0)) (H := locally (w * 0)) (fun x => (1 - w) * F x) (fun x => w * G x) Rplus).
    + apply (filterlim_comp _ _ _ F (fun y => (1 - w) * y) _ _ _ M). apply (filterlim_scal_r (1 - w) 0).
    + apply (filterlim_comp _ _ _ G (fun y => w * y) _ _ _ N). apply (filterlim_scal_r w 0).
    + apply (filterlim_plus ((1 - w) * 0) (w * 0)). }
  now replace ((1 - w) * 0 + w * 0) with 0 in L by ring.
- assert (L : filterlim (fun x => (1 - w) * F x + w * G x) (Rbar_locally p_infty) (locally ((1 - w) * 1 + w * 1))).
  { apply (filterlim_comp_2 (G := locally ((1 - w) * 1)) (H := locally (w * 1)) (fun x => (1 - w) * F x) (fun x => w * G x) Rplus).
    + apply (filterlim_comp _ _ _ F (fun y => (1 - w) * y) _ _ _ Pl). apply (filterlim_scal_r (1 - w) 1).
    + apply (filterlim_comp _ _ _ G (fun y => w * y) _ _ _ Ql). apply (filterlim_scal_r w 1).
    + apply (filterlim_plus ((1 - w) * 1) (w * 1)). }
  now replace ((1 - w) * 1 + w * 1) with 1 in L by ring.
Qed.

(* A density shifted by m and scaled by s. *)
Lemma cdf_affine p F m s : 0 < s -> cdf p F -> cdf (fun x => p ((x - m) / s) / s) (fun x => F ((x - m) / s)).
Proof.
intros Hs [I M Pl]. split.
- intros a b. apply (is_RInt_ext (fun y => scal (/ s) (p (/ s * y + - m / s)))).
  + intros x _. unfold scal; simpl; unfold mult; simpl.
    replace (/ s * x + - m / s) with ((x - m) / s) by (field; lra). field; lra.
  + replace ((a - m) / s) with (/ s * a + - m / s) by (field; lra).
    replace ((b - m) / s) with (/ s * b + - m / s) by (field; lra).
    apply (is_RInt_comp_lin p (/ s) (- m / s) a b), I.
- intros S HS. destruct (M S HS) as [y Hy]. exists (s * y + m). intros x Hx. apply Hy. simpl in *.
  apply Rmult_lt_reg_l with s; [easy |]. replace (s * ((x - m) / s)) with (x - m) by (field; lra). lra.
- intros S HS. destruct (Pl S HS) as [y Hy]. exists (s * y + m). intros x Hx. apply Hy. simpl in *.
  apply Rmult_lt_reg_l with s; [easy |]. replace (s * ((x - m) / s)) with (x - m) by (field; lra). lra.
Qed.
