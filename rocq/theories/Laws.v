(* Finite distributions of the likelihood ratio, and their bounds on compositions.

   A finite law is a list of (w, z): Q-mass w at outcomes whose ratio dP/dQ is z. [stick ls a b] is the
   hockey-stick sum over all products of their entries: the sum of (product of the w) times max(0, b - a (product
   of the z)). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

Definition flaw := list (R * R).

Fixpoint mix (l : flaw) (H : R -> R -> R) (a b : R) : R :=
  match l with
  | [] => 0
  | (w, z) :: l' => w * H (a * z) b + mix l' H a b
  end.

Fixpoint stick (ls : list flaw) (a b : R) : R :=
  match ls with
  | [] => Rmax 0 (b - a)
  | l :: ls' => mix l (stick ls') a b
  end.

Definition flaw_ok (l : flaw) : Prop := Forall (fun wz => 0 <= fst wz /\ 0 <= snd wz) l.

(* Properties of hockey-stick functions of the weights a of P and b of Q. *)
Record good (H : R -> R -> R) : Prop := Good {
  good_pos : forall a b, 0 <= a -> 0 <= b -> 0 <= H a b;
  good_dec : forall a a' b, 0 <= a -> a <= a' -> 0 <= b -> H a' b <= H a b;
  good_hom : forall c a b, 0 <= c -> 0 <= a -> 0 <= b -> H (c * a) (c * b) = c * H a b;
  good_add : forall a b a' b', 0 <= a -> 0 <= b -> 0 <= a' -> 0 <= b' ->
    H (a + a') (b + b') <= H a b + H a' b' }.

Lemma good_zero H a : good H -> 0 <= a -> H a 0 <= 0.
Proof.
intros G Ha. assert (E := good_hom H G 0 0 0 (Rle_refl 0) (Rle_refl 0) (Rle_refl 0)).
rewrite !Rmult_0_l in E. apply Rle_trans with (H 0 0); [apply (good_dec H G) |]; lra.
Qed.

Lemma mix_good l H : flaw_ok l -> good H -> good (mix l H).
Proof.
intros Hl G. induction l as [| [w z] l IH].
- split; simpl; intros; lra.
- inversion Hl as [| x y [Hw Hz] Hl']; subst; simpl in *. specialize (IH Hl').
  split; simpl; intros.
  + apply Rplus_le_le_0_compat; [| now apply (good_pos _ IH)].
    apply Rmult_le_pos; [easy |]. apply (good_pos _ G); [| easy]. now apply Rmult_le_pos.
  + apply Rplus_le_compat; [| now apply (good_dec _ IH)].
    apply Rmult_le_compat_l; [easy |]. apply (good_dec _ G); [| | easy].
    now apply Rmult_le_pos. now apply Rmult_le_compat_r.
  + rewrite (good_hom _ IH) by easy.
    replace (c * a * z) with (c * (a * z)) by ring.
    rewrite (good_hom _ G); [ring | easy | now apply Rmult_le_pos | easy].
  + assert (A := good_add _ IH a b a' b').
    assert (B := good_add _ G (a * z) b (a' * z) b').
    replace ((a + a') * z) with (a * z + a' * z) by ring.
    assert (0 <= a * z) by now apply Rmult_le_pos. assert (0 <= a' * z) by now apply Rmult_le_pos.
    assert (w * H (a * z + a' * z) (b + b') <= w * (H (a * z) b + H (a' * z) b'))
      by (apply Rmult_le_compat_l; auto).
    specialize (A H0 H1 H2 H3). lra.
Qed.

Lemma stick_good ls : Forall flaw_ok ls -> good (stick ls).
Proof.
induction 1 as [| l ls Hl _ IH].
- split; simpl; intros.
  + apply Rmax_l.
  + apply Rle_max_compat_l; lra.
  + replace (c * b - c * a) with (c * (b - a)) by ring. replace 0 with (c * 0) at 1 by ring.
    now rewrite RmaxRmult.
  + apply Rmax_case.
    * assert (0 <= Rmax 0 (b - a)) by apply Rmax_l. assert (0 <= Rmax 0 (b' - a')) by apply Rmax_l. lra.
    * assert (b - a <= Rmax 0 (b - a)) by apply Rmax_r.
      assert (b' - a' <= Rmax 0 (b' - a')) by apply Rmax_r. lra.
- now apply mix_good.
Qed.

(* [upper M l]: the law l dominates M, for any subsequent steps after an outcome of M. *)
Definition upper (M : pair) (l : flaw) : Prop :=
  forall H gp gq vp vq a b, good H ->
  (forall x s t, 0 <= s -> 0 <= t -> t * gq x - s * gp x <= H s t) ->
  P M gp vp -> Q M gq vq -> 0 <= a -> 0 <= b -> b * vq - a * vp <= mix l H a b.

(* [lower M l]: the outcomes of M can be divided into events with the law l. *)
Definition lower (M : pair) (l : flaw) : Prop :=
  forall N h, good h -> (forall a b, 0 <= a -> 0 <= b -> reached N a b (h a b)) ->
  forall a b, 0 <= a -> 0 <= b -> reached (prod_pair M N) a b (mix l h a b).

Lemma mix_ext l H H' a b : (forall z, H z b = H' z b) -> mix l H a b = mix l H' a b.
Proof. intros E. induction l as [| [w z] l IH]; simpl; [easy | now rewrite E, IH]. Qed.

Theorem upper_compose Ms ls : Forall2 upper Ms ls -> Forall flaw_ok ls ->
  forall a b, 0 <= a -> 0 <= b -> no_more (compose Ms) a b (stick ls a b).
Proof.
induction 1 as [| M l Ms ls HM _ IH]; intros Hl a b Ha Hb f vp vq Hf Hp Hq.
- simpl in *. subst. specialize (Hf tt).
  assert (0 <= Rmax 0 (b - a)) by apply Rmax_l. assert (b - a <= Rmax 0 (b - a)) by apply Rmax_r.
  replace (b * f tt - a * f tt) with (f tt * (b - a)) by ring.
  apply Rle_trans with (f tt * Rmax 0 (b - a)); [apply Rmult_le_compat_l; lra |].
  rewrite <- (Rmult_1_l (Rmax 0 (b - a))) at 2. apply Rmult_le_compat_r; lra.
- inversion Hl as [| x y Hl1 Hl2]; subst.
  destruct Hp as [gp [Gp Ip]], Hq as [gq [Gq Iq]]. simpl.
  apply (HM (stick ls) gp gq); auto using stick_good.
  intros x s t Hs Ht. apply (IH Hl2 s t Hs Ht (fun y => f (x, y))); auto.
  intros y; apply Hf.
Qed.

Theorem lower_compose Ms ls : Forall2 lower Ms ls -> Forall flaw_ok ls ->
  forall a b, 0 <= a -> 0 <= b -> reached (compose Ms) a b (stick ls a b).
Proof.
induction 1 as [| M l Ms ls HM _ IH]; intros Hl a b Ha Hb.
- simpl. destruct (Rle_dec a b) as [L | L].
  + exists (fun _ => true), 1, 1; unfold ind; simpl. rewrite Rmax_right by lra. repeat split; lra.
  + exists (fun _ => false), 0, 0; unfold ind; simpl. rewrite Rmax_left by lra. repeat split; lra.
- inversion Hl; subst. apply (HM (compose Ms) (stick ls)); auto using stick_good.
Qed.

(* Finitely many outcomes, each with its two probabilities. *)
Fixpoint sum_of (ps : list R) (f : nat -> R) : R :=
  match ps with
  | [] => 0
  | p :: ps' => p * f 0%nat + sum_of ps' (fun i => f (S i))
  end.
Definition finite_pair (pq : list (R * R)) : pair :=
  Pair nat (fun f v => v = sum_of (map fst pq) f) (fun f v => v = sum_of (map snd pq) f).
Definition finite_law (pq : list (R * R)) : flaw := map (fun x => (snd x, fst x / snd x)) pq.

Lemma finite_upper pq :
  Forall (fun x => 0 <= fst x /\ 0 <= snd x) pq -> upper (finite_pair pq) (finite_law pq).
Proof.
intros Hpq H gp gq vp vq a b G HH Hp Hq Ha Hb. simpl in *. subst.
revert gp gq HH. induction pq as [| [p q] pq IH]; intros gp gq HH; simpl; [lra |].
inversion Hpq as [| x y [Hp Hq] Hpq']; subst; simpl in *.
specialize (IH Hpq' (fun i => gp (S i)) (fun i => gq (S i)) (fun i => HH (S i))).
assert (b * (q * gq 0%nat) - a * (p * gp 0%nat) <= q * H (a * (p / q)) b); [| lra].
destruct Hq as [Hq | <-].
- apply Rle_trans with (H (a * p) (b * q)).
  + specialize (HH 0%nat (a * p) (b * q)).
    assert (0 <= a * p) by now apply Rmult_le_pos. assert (0 <= b * q) by (apply Rmult_le_pos; lra).
    specialize (HH H0 H1). lra.
  + right. rewrite <- (good_hom H G); [f_equal; field; lra | lra | | easy].
    apply Rmult_le_pos; [easy |]. apply Rmult_le_pos; [easy | left; now apply Rinv_0_lt_compat].
- specialize (HH 0%nat (a * p) 0). assert (0 <= a * p) by now apply Rmult_le_pos.
  specialize (HH H0 (Rle_refl 0)). assert (Z := good_zero H (a * p) G H0). lra.
Qed.

Lemma finite_lower pq :
  Forall (fun x => 0 <= fst x /\ 0 <= snd x) pq -> lower (finite_pair pq) (finite_law pq).
Proof.
intros Hpq N h G Hh a b Ha Hb.
assert (C : exists (E : nat -> space N -> bool) up uq,
  (forall i, P N (ind (E i)) (up i) /\ Q N (ind (E i)) (uq i)) /\
  mix (finite_law pq) h a b <= b * sum_of (map snd pq) uq - a * sum_of (map fst pq) up).
{ induction pq as [| [p q] pq IH].
  - destruct (Hh 0 0) as [E [vp [vq [HP [HQ _]]]]]; try lra.
    exists (fun _ => E), (fun _ => vp), (fun _ => vq); simpl. split; [easy | lra].
  - inversion Hpq as [| x y [Hp Hq] Hpq']; subst. simpl in Hp, Hq.
    destruct (IH Hpq') as [E [up [uq [HE L]]]].
    destruct (Hh (a * p) (b * q)) as [F [vp [vq [HP [HQ K]]]]]; try now apply Rmult_le_pos.
    exists (fun i => match i with O => F | S j => E j end),
      (fun i => match i with O => vp | S j => up j end),
      (fun i => match i with O => vq | S j => uq j end).
    split; [intros [| i]; [easy | apply HE] |]. simpl.
    assert (q * h (a * (p / q)) b <= h (a * p) (b * q)).
    { destruct Hq as [Hq | <-].
      - right. rewrite <- (good_hom h G); [f_equal; field; lra | lra | | easy].
        apply Rmult_le_pos; [easy |]. apply Rmult_le_pos; [easy | left; now apply Rinv_0_lt_compat].
      - rewrite Rmult_0_l. apply (good_pos h G); [now apply Rmult_le_pos | lra]. }
    change (sum_of (map snd pq) (fun i => uq i)) with (sum_of (map snd pq) uq).
    change (sum_of (map fst pq) (fun i => up i)) with (sum_of (map fst pq) up). lra. }
destruct C as [E [up [uq [HE L]]]].
exists (fun xy => E (fst xy) (snd xy)), (sum_of (map fst pq) up), (sum_of (map snd pq) uq).
split; [| split; [| exact L]]; simpl.
- exists up; split; [intros i; apply (HE i) | easy].
- exists uq; split; [intros i; apply (HE i) | easy].
Qed.

Lemma finite_expectation ps :
  Forall (fun x => 0 <= x) ps -> sum_of ps (fun _ => 1) = 1 ->
  expectation (fun f v => v = sum_of ps f).
Proof.
intros Hps One; split.
- intros f g v E ->. clear One Hps. revert f g E.
  induction ps as [| p ps IH]; intros f g E; simpl; [easy |].
  rewrite (IH (fun i => f (S i)) (fun i => g (S i))); [now rewrite E | intros; apply E].
- now rewrite One.
- intros f g c d u v -> ->. clear One Hps. revert f g.
  induction ps as [| p ps IH]; intros f g; simpl; [ring |].
  rewrite <- (IH (fun i => f (S i)) (fun i => g (S i))). ring.
- intros f g u v E -> ->. clear One. revert f g E.
  induction Hps as [| p ps Hp _ IH]; intros f g E; simpl; [lra |].
  apply Rplus_le_compat; [now apply Rmult_le_compat_l |]. apply IH; intros; apply E.
Qed.

Lemma finite_sound pq : Forall (fun x => 0 <= fst x /\ 0 <= snd x) pq ->
  sum_of (map fst pq) (fun _ => 1) = 1 -> sum_of (map snd pq) (fun _ => 1) = 1 ->
  sound (finite_pair pq).
Proof.
intros H H1 H2; split; apply finite_expectation; auto.
- clear -H. induction H; simpl; constructor; tauto.
- clear -H. induction H; simpl; constructor; tauto.
Qed.

Lemma power_between M l n a b : flaw_ok l -> upper M l -> lower M l -> 0 <= a -> 0 <= b ->
  between (power M n) a b (stick (repeat l n) a b) (stick (repeat l n) a b).
Proof.
intros Hl U L Ha Hb.
assert (F : Forall flaw_ok (repeat l n)) by (induction n; simpl; constructor; auto).
split; [apply lower_compose | apply upper_compose]; auto; induction n; simpl; constructor; auto;
  inversion F; auto.
Qed.

(* The hockey-stick form of a finite pair: delta = sum of max(0, q - e^epsilon p). *)
Theorem finite_hockey_stick pq epsilon : Forall (fun x => 0 <= fst x /\ 0 <= snd x) pq ->
  sum_of (map fst pq) (fun _ => 1) = 1 -> sum_of (map snd pq) (fun _ => 1) = 1 ->
  delta (finite_pair pq) epsilon =
  fold_right (fun x s => Rmax 0 (snd x - exp epsilon * fst x) + s) 0 pq.
Proof.
intros Hpq S1 S2. set (t := exp epsilon). assert (Ht : 0 < t) by apply exp_pos.
assert (B : between (finite_pair pq) t 1
  (fold_right (fun x s => Rmax 0 (snd x - t * fst x) + s) 0 pq)
  (fold_right (fun x s => Rmax 0 (snd x - t * fst x) + s) 0 pq)).
{ clear S1 S2. split.
  - exists (fun i => if Rle_dec (t * fst (nth i pq (0, 0))) (snd (nth i pq (0, 0))) then true else false).
    eexists _, _; simpl. split; [reflexivity |]. split; [reflexivity |]. right.
    clear Hpq. induction pq as [| [p q] pq IH]; simpl; [ring |]. rewrite IH. unfold ind. simpl.
    destruct (Rle_dec (t * p) q); [rewrite Rmax_right by lra | rewrite Rmax_left by lra]; ring.
  - intros f vp vq Hf Hp Hq; simpl in *; subst.
    revert f Hf. induction Hpq as [| [p q] pq [Hp Hq] _ IH]; intros f Hf; simpl in *; [lra |].
    specialize (IH (fun i => f (S i)) (fun i => Hf (S i))). specialize (Hf 0%nat).
    assert ((q - t * p) * f 0%nat <= Rmax 0 (q - t * p)); [| lra].
    apply Rmax_case_strong; intros; [| nra].
    apply Rle_trans with (0 * f 0%nat); [apply Rmult_le_compat_r; lra | lra]. }
assert (D := delta_between _ _ _ _ B). fold t in D. lra.
Qed.
