(* The subsampled Gaussian mechanism composed: cells between cuts, their masses as intervals, and the
   computation that bounds the composition from both sides. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From Bignums Require Import BigN.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Laws Normal Numbers Lattice Density Rays Gaussian Steps Cells Compositions.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

Lemma forall2_imp {A B} (R S : A -> B -> Prop) l l' :
  (forall x y, R x y -> S x y) -> Forall2 R l l' -> Forall2 S l l'.
Proof. intros H; induction 1; constructor; auto. Qed.

Section Masses.

Variable prec : positive.
Variable terms : nat.
Notation p_ := (bits prec).
Notation enc_ := (enc p_ terms).
Definition int (z : Z) : I.type := I.fromZ p_ z.
Definition in_cut (c : cut R) (i : I.type * I.type) : Prop := far_p R c in_ fst i /\ far_q R c in_ snd i.

(* Cells.split with intervals. *)
Fixpoint split_i (zt z before u v : I.type) (cs : list (I.type * I.type)) : list I.type * I.type :=
  match cs with
  | [] => (I.add p_ before (I.div p_ u z) :: nil, I.sub p_ v (I.div p_ u z))
  | (fp, fq) :: r =>
      let cp := I.sub p_ u fp in let cq := I.sub p_ v fq in
      let y := I.mul p_ z zt in let d := I.sub p_ z y in
      let (l, m) := split_i zt y (I.div p_ (I.sub p_ (I.mul p_ z cq) cp) d) fp fq r in
      (I.add p_ before (I.div p_ (I.sub p_ cp (I.mul p_ y cq)) d) :: l, m)
  end.

Lemma split_i_correct zeta zt cs is : zeta in_ zt -> Forall2 in_cut cs is ->
  forall z e u v zi ei ui vi, z in_ zi -> e in_ ei -> u in_ ui -> v in_ vi ->
  Forall2 (fun x i => x in_ i) (split R zeta z e u v cs) (fst (split_i zt zi ei ui vi is)) /\
  split_rest R zeta z u v cs in_ snd (split_i zt zi ei ui vi is).
Proof.
intros Hzt. induction 1 as [| c [fp fq] cs is [F1 F2] _ IH]; intros z e u v zi ei ui vi Hz He Hu Hv; simpl.
- split; [constructor; [| constructor] |].
  + apply add_in; [easy | now apply div_in].
  + apply sub_in; [easy | now apply div_in].
- simpl in F1, F2.
  assert (Y : (z * zeta) in_ I.mul p_ zi zt) by now apply mul_in.
  assert (K : (z - z * zeta) in_ I.sub p_ zi (I.mul p_ zi zt)) by now apply sub_in.
  assert (A1 : (u - far_p R c) in_ I.sub p_ ui fp) by now apply sub_in.
  assert (A2 : (v - far_q R c) in_ I.sub p_ vi fq) by now apply sub_in.
  destruct (IH (z * zeta) ((z * (v - far_q R c) - (u - far_p R c)) / (z - z * zeta)) (far_p R c) (far_q R c)
    (I.mul p_ zi zt) (I.div p_ (I.sub p_ (I.mul p_ zi (I.sub p_ vi fq)) (I.sub p_ ui fp)) (I.sub p_ zi (I.mul p_ zi zt)))
    fp fq) as [R1 R2]; auto.
  + apply div_in; [apply sub_in; [now apply mul_in | easy] | easy].
  + destruct (split_i zt (I.mul p_ zi zt) _ fp fq is) as [l m]. simpl in *. split; [| exact R2].
    constructor; [| exact R1]. apply add_in; [easy |]. apply div_in; [| easy].
    apply sub_in; [easy | now apply mul_in].
Qed.

(* Cells.nested and cell_masses with intervals. *)
Fixpoint cells_i (zt z u v : I.type) (cs : list (I.type * I.type)) : bool * list I.type :=
  match cs with
  | [] => (nonneg (I.sub p_ (I.mul p_ z v) u), v :: nil)
  | (fp, fq) :: r =>
      let cp := I.sub p_ u fp in let cq := I.sub p_ v fq in
      let (ok, l) := cells_i zt (I.mul p_ z zt) fp fq r in
      (nonneg (I.sub p_ (I.mul p_ z cq) cp) && ok, cq :: l)
  end.

Fixpoint chained (before : R -> bool) (cs : list (cut R)) : Prop :=
  match cs with
  | [] => True
  | c :: r => (forall x, far R c x = true -> before x = true) /\ chained (far R c) r
  end.

Lemma cells_i_correct p q zeta zt cs is : zeta in_ zt -> Forall2 in_cut cs is ->
  Forall (cut_ok R over_line p q) cs ->
  forall z u v before zi ui vi, z in_ zi -> u in_ ui -> v in_ vi -> chained before cs ->
  fst (cells_i zt zi ui vi is) = true ->
  nested R over_line p q zeta z u v before cs /\
  Forall2 (fun x i => x in_ i) (cell_masses R v cs) (snd (cells_i zt zi ui vi is)).
Proof.
intros Hzt F Ok. induction F as [| c [fp fq] cs is [F1 F2] _ IH]; intros z u v before zi ui vi Hz Hu Hv Ch H; simpl in *.
- split; [| constructor; [easy | constructor]].
  assert (0 <= z * v - u); [| lra]. refine (nonneg_correct _ _ _ H). apply sub_in; [now apply mul_in | easy].
- destruct Ch as [Ch1 Ch2]. inversion Ok as [| ? ? Ok1 Ok2]; subst.
  specialize (IH Ok2 (z * zeta) (far_p R c) (far_q R c) (far R c) (I.mul p_ zi zt) fp fq
    (mul_in _ _ _ _ _ Hz Hzt) F1 F2 Ch2).
  destruct (cells_i zt (I.mul p_ zi zt) fp fq is) as [ok l]. simpl in *.
  apply andb_prop in H; destruct H as [H1 H2]. specialize (IH H2). destruct IH as [N L].
  assert (A1 : (u - far_p R c) in_ I.sub p_ ui fp) by now apply sub_in.
  assert (A2 : (v - far_q R c) in_ I.sub p_ vi fq) by now apply sub_in.
  split; [| constructor; [exact A2 | exact L]].
  split; [exact Ok1 | split; [exact Ch1 | split; [| exact N]]].
  assert (0 <= z * (v - far_q R c) - (u - far_p R c)); [| lra].
  refine (nonneg_correct _ _ _ H1). apply sub_in; [now apply mul_in | easy].
Qed.

(* Integers over 2^B against intervals. *)
Variable B : BigN.t.
Definition fits_above (i : I.type) (y : BigN.t) : bool :=
  nonneg (I.sub p_ (int (BigN.to_Z y)) (I.mul p_ (int (2 ^ BigN.to_Z B)) i)).
Definition fits_below (i : I.type) (y : BigN.t) : bool :=
  nonneg (I.sub p_ (I.mul p_ (int (2 ^ BigN.to_Z B)) i) (int (BigN.to_Z y))).

Lemma fits_above_correct d is l : Forall2 (fun x i => x in_ i) d is -> all2 fits_above is l = true ->
  Forall2 (fun x y => scale B * x <= IZR (BigN.to_Z y)) d l.
Proof.
intros F. revert l. induction F as [| x i d is Hx _ IH]; intros [| y l] H; try discriminate; constructor.
- simpl in H. apply andb_prop in H; destruct H as [H _].
  assert (0 <= IZR (BigN.to_Z y) - scale B * x); [| lra]. refine (nonneg_correct _ _ _ H).
  apply sub_in; [apply I.fromZ_correct | apply mul_in; [apply I.fromZ_correct | easy]].
- apply IH. simpl in H. apply andb_prop in H; tauto.
Qed.

Lemma fits_below_correct d is l : Forall2 (fun x i => x in_ i) d is -> all2 fits_below is l = true ->
  Forall2 (fun x y => IZR (BigN.to_Z y) <= scale B * x) d l.
Proof.
intros F. revert l. induction F as [| x i d is Hx _ IH]; intros [| y l] H; try discriminate; constructor.
- simpl in H. apply andb_prop in H; destruct H as [H _].
  assert (0 <= scale B * x - IZR (BigN.to_Z y)); [| lra]. refine (nonneg_correct _ _ _ H).
  apply sub_in; [apply mul_in; [apply I.fromZ_correct | easy] | apply I.fromZ_correct].
- apply IH. simpl in H. apply andb_prop in H; tauto.
Qed.

(* The subsampled Gaussian mechanism. *)
Variables sE wE : expr.
Notation s := (val [] sE).
Notation w := (val [] wE).

Definition cut_at (c : R) : cut R :=
  Cut R (beyond c) (1 - Phi ((c - 0) / s)) (1 - ((1 - w) * Phi ((c - 0) / s) + w * Phi ((c - 1) / s))).
Definition cut_i (si wi c : I.type) : I.type * I.type :=
  let a := phi_enc p_ terms (I.div p_ (I.sub p_ c (int 0)) si) in
  let g := phi_enc p_ terms (I.div p_ (I.sub p_ c (int 1)) si) in
  (I.sub p_ (int 1) a,
   I.sub p_ (int 1) (I.add p_ (I.mul p_ (I.sub p_ (int 1) wi) a) (I.mul p_ wi g))).

Lemma cut_i_correct si wi c ci : s in_ si -> w in_ wi -> c in_ ci -> in_cut (cut_at c) (cut_i si wi ci).
Proof.
intros Hs Hw Hc.
assert (A : Phi ((c - 0) / s) in_ phi_enc p_ terms (I.div p_ (I.sub p_ ci (int 0)) si)).
{ apply phi_in, div_in; [apply sub_in; [easy | apply I.fromZ_correct] | easy]. }
assert (G : Phi ((c - 1) / s) in_ phi_enc p_ terms (I.div p_ (I.sub p_ ci (int 1)) si)).
{ apply phi_in, div_in; [apply sub_in; [easy | apply I.fromZ_correct] | easy]. }
unfold in_cut, cut_at, cut_i. cbv zeta. cbn [far_p far_q fst snd]. split.
- apply sub_in; [apply I.fromZ_correct | exact A].
- apply sub_in; [apply I.fromZ_correct |]. apply add_in; [| now apply mul_in].
  apply mul_in; [| exact A]. apply sub_in; [apply I.fromZ_correct | easy].
Qed.

(* Where the ratio is y. *)
Definition where_ratio (y : R) : R := s ^ 2 * ln ((1 / y - (1 - w)) / w) + 1 / 2.
Definition where_i (si wi y : I.type) : I.type :=
  I.add p_ (I.mul p_ (I.mul p_ si si)
    (I.ln p_ (I.div p_ (I.sub p_ (I.div p_ (int 1) y) (I.sub p_ (int 1) wi)) wi))) (I.div p_ (int 1) (int 2)).

Lemma where_i_correct si wi y yi : s in_ si -> w in_ wi -> y in_ yi -> where_ratio y in_ where_i si wi yi.
Proof.
intros Hs Hw Hy. unfold where_ratio, where_i.
apply add_in; [| apply div_in; apply I.fromZ_correct]. apply mul_in.
- replace (s ^ 2) with (s * s) by ring. now apply mul_in.
- apply ln_in, div_in; [| easy]. apply sub_in; [apply div_in; [apply I.fromZ_correct | easy] |].
  apply sub_in; [apply I.fromZ_correct | easy].
Qed.

Fixpoint ratio_cuts (zeta z : R) (k : nat) : list (cut R) :=
  match k with O => [] | S k' => cut_at (where_ratio (z * zeta)) :: ratio_cuts zeta (z * zeta) k' end.
Fixpoint ratio_cuts_i (si wi zt z : I.type) (k : nat) : list (I.type * I.type) :=
  match k with
  | O => []
  | S k' => let y := I.mul p_ z zt in cut_i si wi (where_i si wi y) :: ratio_cuts_i si wi zt y k'
  end.

Lemma ratio_cuts_correct si wi zeta zt k : s in_ si -> w in_ wi -> zeta in_ zt -> forall z zi, z in_ zi ->
  Forall2 in_cut (ratio_cuts zeta z k) (ratio_cuts_i si wi zt zi k).
Proof.
intros Hs Hw Hzt. induction k as [| k IH]; intros z zi Hz; simpl; constructor.
- apply cut_i_correct; auto. apply where_i_correct; auto. now apply mul_in.
- apply IH. now apply mul_in.
Qed.

Hypothesis Hs : 0 < s.
Hypothesis Hw : 0 < w <= 1.
Notation np := (normal 0 s).
Notation nq := (sampled w (normal 0 s) (normal 1 s)).

Lemma np_pos x : 0 <= np x.
Proof. left. now apply normal_pos. Qed.
Lemma nq_pos x : 0 < nq x.
Proof.
unfold sampled. assert (A := normal_pos 0 s x Hs). assert (G := normal_pos 1 s x Hs).
assert (0 <= (1 - w) * np x) by (apply Rmult_le_pos; lra). assert (0 < w * normal 1 s x) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma np_one : over_line np 1.
Proof. refine (over_ext _ _ _ _ (integral_const _ _ 1 (normal_cdf 0 s Hs))). intros; ring. Qed.
Lemma nq_cdf : cdf nq (fun x => (1 - w) * Phi ((x - 0) / s) + w * Phi ((x - 1) / s)).
Proof. exact (cdf_mix _ _ _ _ w (normal_cdf 0 s Hs) (normal_cdf 1 s Hs)). Qed.
Lemma nq_one : over_line nq 1.
Proof. refine (over_ext _ _ _ _ (integral_const _ _ 1 nq_cdf)). intros; ring. Qed.

Lemma cut_at_ok c : cut_ok R over_line np nq (cut_at c).
Proof.
split; simpl.
- exact (beyond_integral _ _ c (normal_cdf 0 s Hs)).
- exact (beyond_integral _ _ c nq_cdf).
Qed.

Lemma where_ratio_cut y : 0 < y -> y * (1 - w) < 1 ->
  (forall x, beyond (where_ratio y) x = true -> np x <= y * nq x) /\
  (forall x, beyond (where_ratio y) x = false -> y * nq x <= np x).
Proof.
intros Hy Hyw. set (rho := (1 / y - (1 - w)) / w).
assert (Hr : 0 < rho).
{ apply Rdiv_lt_0_compat; [| lra]. apply Rmult_lt_reg_l with y; [easy |].
  replace (y * (1 / y - (1 - w))) with (1 - y * (1 - w)) by (field; lra). lra. }
destruct (normal_threshold s rho Hs Hr) as [T1 T2].
assert (E : y * (1 - w + w * rho) = 1) by (unfold rho; field; lra).
unfold beyond, where_ratio. fold rho. unfold sampled.
assert (Yw : 0 < y * w) by (apply Rmult_lt_0_compat; lra).
assert (K : forall x, y * ((1 - w) * np x + w * normal 1 s x) = np x + y * w * (normal 1 s x - rho * np x)).
{ intros x. replace (np x) with (y * (1 - w + w * rho) * np x) at 2 by (rewrite E; ring). ring. }
split; intros x; destruct (Rlt_dec (s ^ 2 * ln rho + 1 / 2) x) as [L | L]; intros X; try discriminate; rewrite K.
- specialize (T1 x L). assert (0 <= y * w * (normal 1 s x - rho * np x)) by (apply Rmult_le_pos; lra). lra.
- assert (L' : x <= s ^ 2 * ln rho + 1 / 2) by lra. specialize (T2 x L').
  assert (0 <= y * w * (rho * np x - normal 1 s x)) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma ratio_cuts_ordered zeta k : 0 < zeta < 1 -> forall z, 0 < z -> z * zeta * (1 - w) < 1 ->
  ordered R over_line np nq zeta z (ratio_cuts zeta z k).
Proof.
intros Hzeta. induction k as [| k IH]; intros z Hz Hzw; simpl; [easy |].
assert (Y : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
destruct (where_ratio_cut (z * zeta) Y Hzw) as [W1 W2].
split; [apply cut_at_ok | split; [exact W1 | split; [exact W2 |]]].
apply IH; [easy |]. assert (0 <= z * zeta * (1 - w)) by (apply Rmult_le_pos; lra).
assert (z * zeta * zeta * (1 - w) <= z * zeta * (1 - w)); [| lra].
replace (z * zeta * zeta * (1 - w)) with (z * zeta * (1 - w) * zeta) by ring.
rewrite <- (Rmult_1_r (z * zeta * (1 - w))) at 2. apply Rmult_le_compat_l; lra.
Qed.

(* Cuts at rational points. *)
Variable den : positive.
Definition point (k : Z) : R := IZR k / IZR (Zpos den).
Definition point_i (k : Z) : I.type := I.div p_ (int k) (int (Zpos den)).
Fixpoint ascending (k : Z) (ks : list Z) : bool :=
  match ks with [] => true | k' :: r => Z.leb k k' && ascending k' r end.
Definition rising (ks : list Z) : bool := match ks with [] => true | k :: r => ascending k r end.

Lemma points_correct si wi ks : s in_ si -> w in_ wi ->
  Forall2 in_cut (map (fun k => cut_at (point k)) ks) (map (fun k => cut_i si wi (point_i k)) ks).
Proof.
intros H1 H2. induction ks as [| k ks IH]; simpl; constructor; [| exact IH].
apply cut_i_correct; auto. apply div_in; apply I.fromZ_correct.
Qed.

Lemma points_chained ks : rising ks = true -> chained (fun _ => true) (map (fun k => cut_at (point k)) ks).
Proof.
destruct ks as [| k ks]; simpl; [easy |]. intros H. split; [easy |].
revert k H. induction ks as [| k' ks IH]; intros k H; simpl in *; [easy |].
apply andb_prop in H; destruct H as [H1 H2]. split; [| now apply IH].
apply Z.leb_le, IZR_le in H1. intros x. unfold beyond, point.
assert (0 < / IZR (Zpos den)) by (apply Rinv_0_lt_compat, IZR_lt; lia).
assert (IZR k / IZR (Zpos den) <= IZR k' / IZR (Zpos den)) by (apply Rmult_le_compat_r; lra).
destruct (Rlt_dec (IZR k' / IZR (Zpos den)) x); [| easy]. destruct (Rlt_dec (IZR k / IZR (Zpos den)) x); [easy | lra].
Qed.

End Masses.

(* One computation from above, one from below. *)
Section Checks.

Variable prec : positive.
Variable terms : nat.
Variables sE wE : expr.
Variable n : positive.
Variables B W small : BigN.t.
Notation p_ := (bits prec).
Notation pair_ := (subsampled_gaussian (val [] sE) (val [] wE)).

Definition sane : bool :=
  lt_check p_ 0 (Num 0) sE && lt_check p_ 0 (Num 0) wE && le_check p_ 0 wE (Num 1).
Lemma sane_correct : sane = true -> 0 < val [] sE /\ 0 < val [] wE <= 1.
Proof.
unfold sane. intros H. apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
apply lt_by_check in H1. apply lt_by_check in H2. apply le_by_check in H3. auto.
Qed.

(* What is asked of one composed law: a target e^t, its hints, and the bound. *)
Record target := Target { at_ : expr; hinted : hints; bound : expr }.

Variables u h : expr.
Definition below_1 : bool := lt_check p_ 0 (Num 0) h.
Lemma below_1_correct : below_1 = true -> 0 < exp (- val [] h) < 1.
Proof.
intros H. apply lt_by_check in H. change (0 < val [] h) in H. split; [apply exp_pos |].
rewrite <- exp_0. apply exp_increasing. lra.
Qed.

Definition answer_i (a : BigN.t) : I.type := enc p_ 0 [] (Div (num a) (Mul (pow2 W) (pow2 B))).
Lemma answer_i_correct a : value_of B W a in_ answer_i a.
Proof. exact (enc_correct p_ 0 (Div (num a) (Mul (pow2 W) (pow2 B))) [] [] (Forall2_nil _)). Qed.

Definition grid_above (k : nat) (mass : list BigN.t) (targets : list target) : bool :=
  sane && below_1 && le_check p_ 0 (Num 1) (Mul (Exp u) (Sub (Num 1) wE)) &&
  lt_check p_ 0 (Mul (Mul (Exp u) (Exp (Sub (Num 0) h))) (Sub (Num 1) wE)) (Num 1) &&
  (let zt := enc p_ 0 [] (Exp (Sub (Num 0) h)) in let z := enc p_ 0 [] (Exp u) in
   let si := enc p_ 0 [] sE in let wi := enc p_ 0 [] wE in
   let (is, m) := split_i prec zt z (int prec 0) (int prec 1) (int prec 1) (ratio_cuts_i prec terms si wi zt z k) in
   all2 (fits_above prec B) is mass &&
   (let lost := I.sub p_ (int prec 1) (pow_enc p_ (I.sub p_ (int prec 1) m) n) in
    let s := power_above B small (Approx 0 mass BigN.zero) n in
    forallb (fun t => weigh_check_above prec (at_ t) u h n W s (hinted t) &&
      nonneg (I.sub p_ (enc p_ 0 [] (bound t)) (I.add p_ (answer_i (answer (hinted t))) lost))) targets)).

Theorem grid_above_correct k mass targets : grid_above k mass targets = true ->
  Forall (fun t => no_more (power pair_ (Pos.to_nat n)) (exp (val [] (at_ t))) 1 (val [] (bound t))) targets.
Proof.
unfold grid_above. intros C.
apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C C4].
apply andb_prop in C; destruct C as [C C3]. apply andb_prop in C; destruct C as [C1 C2].
apply sane_correct in C1; destruct C1 as [Hs Hw]. apply below_1_correct in C2.
apply le_by_check in C3. apply lt_by_check in C4. cbn [val] in C3, C4. rewrite Rminus_0_l in C4.
set (zeta := exp (- val [] h)) in *. set (z := exp (val [] u)) in *.
set (zt := enc p_ 0 [] (Exp (Sub (Num 0) h))) in *. set (zi := enc p_ 0 [] (Exp u)) in *.
assert (Hzt : zeta in_ zt).
{ assert (K := enc_correct p_ 0 (Exp (Sub (Num 0) h)) [] [] (Forall2_nil _)). cbn [val] in K. rewrite Rminus_0_l in K. exact K. }
assert (Hz : z in_ zi) by exact (enc_correct p_ 0 (Exp u) [] [] (Forall2_nil _)).
assert (Zp : 0 < z) by apply exp_pos.
set (si := enc p_ 0 [] sE) in *. set (wi := enc p_ 0 [] wE) in *.
assert (Hsi : val [] sE in_ si) by exact (enc_correct p_ 0 sE [] [] (Forall2_nil _)).
assert (Hwi : val [] wE in_ wi) by exact (enc_correct p_ 0 wE [] [] (Forall2_nil _)).
set (cs := ratio_cuts sE wE zeta z k).
assert (F := ratio_cuts_correct prec terms sE wE si wi zeta zt k Hsi Hwi Hzt z zi Hz). fold cs in F.
assert (S := split_i_correct prec zeta zt cs _ Hzt F z 0 1 1 zi (int prec 0) (int prec 1) (int prec 1) Hz
  (I.fromZ_correct _ _) (I.fromZ_correct _ _) (I.fromZ_correct _ _)).
destruct (split_i prec zt zi (int prec 0) (int prec 1) (int prec 1) (ratio_cuts_i prec terms si wi zt zi k)) as [is m].
simpl in S. destruct S as [S1 S2]. apply andb_prop in C5; destruct C5 as [C5 C6].
assert (Or : ordered R over_line (normal 0 (val [] sE)) (sampled (val [] wE) (normal 0 (val [] sE)) (normal 1 (val [] sE))) zeta z cs)
  by now apply ratio_cuts_ordered.
assert (Top : forall x, normal 0 (val [] sE) x <= z * sampled (val [] wE) (normal 0 (val [] sE)) (normal 1 (val [] sE)) x).
{ intros x. unfold sampled. assert (A := normal_pos 0 (val [] sE) x Hs). assert (G := normal_pos 1 (val [] sE) x Hs).
  assert (normal 0 (val [] sE) x <= z * (1 - val [] wE) * normal 0 (val [] sE) x).
  { rewrite <- (Rmult_1_l (normal 0 (val [] sE) x)) at 1. apply Rmult_le_compat_r; lra. }
  assert (0 <= z * (val [] wE * normal 1 (val [] sE) x)) by (apply Rmult_le_pos; [lra | apply Rmult_le_pos; lra]). lra. }
assert (U := split_upper R over_line _ _ over_ext over_lin over_mono (np_pos sE Hs) (nq_pos sE wE Hs Hw) (np_one sE Hs) (nq_one sE wE Hs)
  zeta C2 z cs Zp Top Or).
destruct (split_masses R over_line _ _ over_ext over_lin over_mono (np_pos sE Hs) (nq_pos sE wE Hs Hw) (np_one sE Hs) (nq_one sE wE Hs)
  zeta C2 z cs Zp Top Or) as [M0 [M1 M2]].
set (m0 := split_rest R zeta z 1 1 cs) in *. set (d := split R zeta z 0 1 1 cs) in *.
assert (Ab : above B d (Pos.to_nat n) (power_above B small (Approx 0 mass BigN.zero) n)).
{ apply power_above_correct; [exact M1 |]. apply start_above. exact (fits_above_correct prec B d is mass S1 C5). }
rewrite forallb_forall in C6. apply Forall_forall. intros t Ht. specialize (C6 t Ht).
apply andb_prop in C6; destruct C6 as [C6 C7].
apply (power_no_more_from prec (at_ t) u h n B W (hinted t) pair_ m0 d _ (val [] (bound t)) U M0 M1 M2 Ab C6).
assert (0 <= val [] (bound t) - (value_of B W (answer (hinted t)) + (1 - (1 - m0) ^ Pos.to_nat n))); [| lra].
refine (nonneg_correct _ _ _ C7). apply sub_in; [exact (enc_correct p_ 0 (bound t) [] [] (Forall2_nil _)) |].
apply add_in; [apply answer_i_correct |]. apply sub_in; [apply I.fromZ_correct |].
apply pow_in, sub_in; [apply I.fromZ_correct | exact S2].
Qed.

Variable den : positive.
Definition grid_below (ks : list Z) (mass : list BigN.t) (t : target) : bool :=
  sane && below_1 && rising ks &&
  (let zt := enc p_ 0 [] (Exp (Sub (Num 0) h)) in let z := enc p_ 0 [] (Exp u) in
   let si := enc p_ 0 [] sE in let wi := enc p_ 0 [] wE in
   let (ok, is) := cells_i prec zt z (int prec 1) (int prec 1) (map (fun k => cut_i prec terms si wi (point_i prec den k)) ks) in
   ok && all2 (fits_below prec B) is mass &&
   (let s := power_below B small (Approx 0 mass BigN.zero) n in
    weigh_check_below prec (at_ t) u h n W s (hinted t) &&
    nonneg (I.sub p_ (answer_i (answer (hinted t))) (enc p_ 0 [] (bound t))))).

Theorem grid_below_correct ks mass t : grid_below ks mass t = true ->
  reached (power pair_ (Pos.to_nat n)) (exp (val [] (at_ t))) 1 (val [] (bound t)).
Proof.
unfold grid_below. intros C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C C3].
apply andb_prop in C; destruct C as [C1 C2].
apply sane_correct in C1; destruct C1 as [Hs Hw]. apply below_1_correct in C2.
set (zeta := exp (- val [] h)) in *. set (z := exp (val [] u)) in *.
set (zt := enc p_ 0 [] (Exp (Sub (Num 0) h))) in *. set (zi := enc p_ 0 [] (Exp u)) in *.
assert (Hzt : zeta in_ zt).
{ assert (K := enc_correct p_ 0 (Exp (Sub (Num 0) h)) [] [] (Forall2_nil _)). cbn [val] in K. rewrite Rminus_0_l in K. exact K. }
assert (Hz : z in_ zi) by exact (enc_correct p_ 0 (Exp u) [] [] (Forall2_nil _)).
assert (Zp : 0 < z) by apply exp_pos.
set (si := enc p_ 0 [] sE) in *. set (wi := enc p_ 0 [] wE) in *.
assert (Hsi : val [] sE in_ si) by exact (enc_correct p_ 0 sE [] [] (Forall2_nil _)).
assert (Hwi : val [] wE in_ wi) by exact (enc_correct p_ 0 wE [] [] (Forall2_nil _)).
set (cs := map (fun k => cut_at sE wE (point den k)) ks).
assert (F := points_correct prec terms sE wE den si wi ks Hsi Hwi). fold cs in F.
assert (Ok : Forall (cut_ok R over_line (normal 0 (val [] sE)) (sampled (val [] wE) (normal 0 (val [] sE)) (normal 1 (val [] sE)))) cs).
{ apply Forall_forall. intros c Hc. apply in_map_iff in Hc. destruct Hc as [k [<- _]]. now apply cut_at_ok. }
assert (S := cells_i_correct prec _ _ zeta zt cs _ Hzt F Ok z 1 1 (fun _ => true) zi (int prec 1) (int prec 1) Hz
  (I.fromZ_correct _ _) (I.fromZ_correct _ _) (points_chained sE wE Hw den ks C3)).
destruct (cells_i prec zt zi (int prec 1) (int prec 1) (map (fun k => cut_i prec terms si wi (point_i prec den k)) ks)) as [ok is].
simpl in S. apply andb_prop in C4; destruct C4 as [C4 C5]. apply andb_prop in C4; destruct C4 as [C4 C6].
destruct (S C4) as [Ne S1].
assert (U := cells_lower R over_line _ _ over_ext over_lin over_mono (np_pos sE Hs) (nq_pos sE wE Hs Hw) (np_one sE Hs) (nq_one sE wE Hs)
  zeta C2 z cs Zp Ne).
destruct (cells_masses R over_line _ _ over_ext over_lin over_mono (nq_pos sE wE Hs Hw) (np_one sE Hs) (nq_one sE wE Hs)
  zeta z cs Ne) as [M1 M2].
set (d := cell_masses R 1 cs) in *.
assert (Be : below B d (Pos.to_nat n) (power_below B small (Approx 0 mass BigN.zero) n)).
{ apply power_below_correct; [exact M1 |]. apply start_below. exact (fits_below_correct prec B d is mass S1 C6). }
apply andb_prop in C5; destruct C5 as [C5 C7].
apply (power_reached_from prec (at_ t) u h n B W (hinted t) pair_ 0 d _ (val [] (bound t)) U (Rle_refl 0) M1 M2 Be C5).
assert (0 <= value_of B W (answer (hinted t)) - val [] (bound t)).
{ refine (nonneg_correct _ _ _ C7). apply sub_in; [apply answer_i_correct |].
  exact (enc_correct p_ 0 (bound t) [] [] (Forall2_nil _)). }
rewrite Rminus_0_r, pow1. lra.
Qed.

End Checks.

(* What generated files state. *)
Lemma sg_power_sound s w n : 0 < s -> 0 < w <= 1 -> sound (power (subsampled_gaussian s w) n).
Proof. intros Hs Hw. apply power_sound. apply sg_sound; [easy | lra]. Qed.

Theorem grid_forward prec terms sE wE n B W small u h k mass p lo hi t u' h' den ks mass' p' :
  0 < val [] sE -> 0 < val [] wE <= 1 ->
  grid_above prec terms sE wE n B W small u h k mass (Target t p hi :: nil) = true ->
  grid_below prec terms sE wE n B W small u' h' den ks mass' (Target t p' lo) = true ->
  val [] lo <= delta (power (subsampled_gaussian (val [] sE) (val [] wE)) (Pos.to_nat n)) (val [] t) <= val [] hi.
Proof.
intros Hs Hw A Bl. apply grid_above_correct in A. apply grid_below_correct in Bl.
inversion A as [| ? ? A1 _]; subst. cbn [at_ bound] in *.
assert (S := sg_power_sound _ _ (Pos.to_nat n) Hs Hw).
split; [now apply delta_reached | now apply delta_no_more].
Qed.

Theorem grid_worst prec terms sE wE n B W small u h k mass p lo hi t q other u' h' den ks mass' p' :
  0 < val [] sE -> 0 < val [] wE <= 1 ->
  grid_above prec terms sE wE n B W small u h k mass (Target t p hi :: Target (Sub (Num 0) t) q other :: nil) = true ->
  grid_below prec terms sE wE n B W small u' h' den ks mass' (Target t p' lo) = true ->
  le_check (bits prec) 0 (Add (Sub (Num 1) (Exp t)) (Mul (Exp t) other)) hi = true ->
  val [] lo <= delta_worst (power (subsampled_gaussian (val [] sE) (val [] wE)) (Pos.to_nat n)) (val [] t) <= val [] hi.
Proof.
intros Hs Hw A Bl C. apply grid_above_correct in A. apply grid_below_correct in Bl. apply le_by_check in C.
inversion A as [| ? ? A1 A2]; subst. inversion A2 as [| ? ? A3 _]; subst. cbn [at_ bound val] in *.
rewrite Rminus_0_l in A3.
assert (S := sg_power_sound _ _ (Pos.to_nat n) Hs Hw). unfold delta_worst. split.
- eapply Rle_trans; [now apply (delta_reached _ _ _ S Bl) | apply Rmax_l].
- apply Rmax_case; [now apply delta_no_more |].
  eapply Rle_trans; [now apply (swap_no_more _ _ _ S A3) | exact C].
Qed.
