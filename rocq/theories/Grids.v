(* Compositions of densities on the line with nondecreasing likelihood ratio: cells between cuts, their masses as
   intervals, and the computation that bounds the composition from both sides. *)
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
Notation p_ := (bits prec).
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

(* Comparisons of integers over 2^B with intervals. *)
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

(* Two densities with their distribution functions. [place y] is the point at which the ratio P/Q is y; the
   computed intervals contain the exact values. *)
Variables pd qd F G place : R -> R.
Hypothesis Pp : forall x, 0 <= pd x.
Hypothesis Qp : forall x, 0 < qd x.
Hypothesis CF : cdf pd F.
Hypothesis CG : cdf qd G.

Definition cut_at (c : R) : cut R := Cut R (beyond c) (1 - F c) (1 - G c).

Variable cut_i : I.type -> I.type * I.type.
Variable place_i : I.type -> I.type.
Variables inside_i top_i : I.type -> bool.
Hypothesis cut_ok_i : forall c ci, c in_ ci -> in_cut (cut_at c) (cut_i ci).
Hypothesis place_ok : forall y yi, y in_ yi -> place y in_ place_i yi.
Hypothesis inside_ok : forall y yi, 0 < y -> y in_ yi -> inside_i yi = true ->
  (forall x, beyond (place y) x = true -> pd x <= y * qd x) /\
  (forall x, beyond (place y) x = false -> y * qd x <= pd x).
Hypothesis top_ok : forall z zi, 0 < z -> z in_ zi -> top_i zi = true -> forall x, pd x <= z * qd x.

Fixpoint ratio_cuts (zeta z : R) (k : nat) : list (cut R) :=
  match k with O => [] | S k' => cut_at (place (z * zeta)) :: ratio_cuts zeta (z * zeta) k' end.
Fixpoint ratio_cuts_i (zt z : I.type) (k : nat) : list (I.type * I.type) :=
  match k with O => [] | S k' => let y := I.mul p_ z zt in cut_i (place_i y) :: ratio_cuts_i zt y k' end.
Fixpoint all_inside (zt z : I.type) (k : nat) : bool :=
  match k with O => true | S k' => let y := I.mul p_ z zt in inside_i y && all_inside zt y k' end.

Lemma ratio_cuts_correct zeta zt k : zeta in_ zt -> forall z zi, z in_ zi ->
  Forall2 in_cut (ratio_cuts zeta z k) (ratio_cuts_i zt zi k).
Proof.
intros Hzt. induction k as [| k IH]; intros z zi Hz; simpl; constructor.
- apply cut_ok_i, place_ok. now apply mul_in.
- apply IH. now apply mul_in.
Qed.

Lemma p_one : over_line pd 1.
Proof. refine (over_ext _ _ _ _ (integral_const _ _ 1 CF)). intros; ring. Qed.
Lemma q_one : over_line qd 1.
Proof. refine (over_ext _ _ _ _ (integral_const _ _ 1 CG)). intros; ring. Qed.
Lemma ladder_sound : sound (density_pair pd qd).
Proof. apply (density_sound pd qd F G); auto. intros; left; auto. Qed.

Lemma cut_at_ok c : cut_ok R over_line pd qd (cut_at c).
Proof. split; simpl; [exact (beyond_integral _ _ c CF) | exact (beyond_integral _ _ c CG)]. Qed.

Lemma ratio_cuts_ordered zeta zt k : 0 < zeta < 1 -> zeta in_ zt -> forall z zi, 0 < z -> z in_ zi ->
  all_inside zt zi k = true -> ordered R over_line pd qd zeta z (ratio_cuts zeta z k).
Proof.
intros Hzeta Hzt. induction k as [| k IH]; intros z zi Hz Hzi H; simpl in *; [easy |].
apply andb_prop in H; destruct H as [H1 H2].
assert (Y : 0 < z * zeta) by (apply Rmult_lt_0_compat; lra).
assert (Yi : (z * zeta) in_ I.mul p_ zi zt) by now apply mul_in.
destruct (inside_ok (z * zeta) _ Y Yi H1) as [W1 W2].
split; [apply cut_at_ok | split; [exact W1 | split; [exact W2 |]]].
exact (IH _ _ Y Yi H2).
Qed.

(* Cuts at rational points. *)
Variable den : positive.
Definition point (k : Z) : R := IZR k / IZR (Zpos den).
Definition point_i (k : Z) : I.type := I.div p_ (int k) (int (Zpos den)).
Fixpoint ascending (k : Z) (ks : list Z) : bool :=
  match ks with [] => true | k' :: r => Z.leb k k' && ascending k' r end.
Definition rising (ks : list Z) : bool := match ks with [] => true | k :: r => ascending k r end.

Lemma points_correct ks :
  Forall2 in_cut (map (fun k => cut_at (point k)) ks) (map (fun k => cut_i (point_i k)) ks).
Proof.
induction ks as [| k ks IH]; simpl; constructor; [| exact IH].
apply cut_ok_i. apply div_in; apply I.fromZ_correct.
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

(* One computation for the upper bound, one for the lower bound. *)
Variable n : positive.
Variables W small : BigN.t.
Notation pair_ := (density_pair pd qd).

(* The target of one composed distribution: a threshold e^t, its hints, and the bound. *)
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
  below_1 &&
  (let zt := enc p_ 0 [] (Exp (Sub (Num 0) h)) in let z := enc p_ 0 [] (Exp u) in
   top_i z && all_inside zt z k &&
   (let (is, m) := split_i zt z (int 0) (int 1) (int 1) (ratio_cuts_i zt z k) in
    all2 fits_above is mass &&
    (let lost := I.sub p_ (int 1) (pow_enc p_ (I.sub p_ (int 1) m) n) in
     let s := power_above B small (Approx 0 mass BigN.zero) n in
     forallb (fun t => weigh_check_above prec (at_ t) u h n W s (hinted t) &&
       nonneg (I.sub p_ (enc p_ 0 [] (bound t)) (I.add p_ (answer_i (answer (hinted t))) lost))) targets))).

Theorem grid_above_correct k mass targets : grid_above k mass targets = true ->
  Forall (fun t => no_more (power pair_ (Pos.to_nat n)) (exp (val [] (at_ t))) 1 (val [] (bound t))) targets.
Proof.
unfold grid_above. intros C. apply andb_prop in C; destruct C as [C2 C]. apply below_1_correct in C2.
set (zeta := exp (- val [] h)) in *. set (z := exp (val [] u)) in *.
set (zt := enc p_ 0 [] (Exp (Sub (Num 0) h))) in *. set (zi := enc p_ 0 [] (Exp u)) in *.
apply andb_prop in C; destruct C as [C C5]. apply andb_prop in C; destruct C as [C3 C4].
assert (Hzt : zeta in_ zt).
{ assert (K := enc_correct p_ 0 (Exp (Sub (Num 0) h)) [] [] (Forall2_nil _)). cbn [val] in K. rewrite Rminus_0_l in K. exact K. }
assert (Hz : z in_ zi) by exact (enc_correct p_ 0 (Exp u) [] [] (Forall2_nil _)).
assert (Zp : 0 < z) by apply exp_pos.
set (cs := ratio_cuts zeta z k).
assert (Fc := ratio_cuts_correct zeta zt k Hzt z zi Hz). fold cs in Fc.
assert (S := split_i_correct zeta zt cs _ Hzt Fc z 0 1 1 zi (int 0) (int 1) (int 1) Hz
  (I.fromZ_correct _ _) (I.fromZ_correct _ _) (I.fromZ_correct _ _)).
destruct (split_i zt zi (int 0) (int 1) (int 1) (ratio_cuts_i zt zi k)) as [is m].
simpl in S. destruct S as [S1 S2]. apply andb_prop in C5; destruct C5 as [C5 C6].
assert (Or : ordered R over_line pd qd zeta z cs) by exact (ratio_cuts_ordered zeta zt k C2 Hzt z zi Zp Hz C4).
assert (Top := top_ok z zi Zp Hz C3).
assert (U := split_upper R over_line _ _ over_ext over_lin over_mono Pp Qp p_one q_one zeta C2 z cs Zp Top Or).
destruct (split_masses R over_line _ _ over_ext over_lin over_mono Pp Qp p_one q_one zeta C2 z cs Zp Top Or) as [M0 [M1 M2]].
set (m0 := split_rest R zeta z 1 1 cs) in *. set (d := split R zeta z 0 1 1 cs) in *.
assert (Ab : above B d (Pos.to_nat n) (power_above B small (Approx 0 mass BigN.zero) n)).
{ apply power_above_correct; [exact M1 |]. apply start_above. exact (fits_above_correct d is mass S1 C5). }
rewrite forallb_forall in C6. apply Forall_forall. intros t Ht. specialize (C6 t Ht).
apply andb_prop in C6; destruct C6 as [C6 C7].
apply (power_no_more_from prec (at_ t) u h n B W (hinted t) pair_ m0 d _ (val [] (bound t)) U M0 M1 M2 Ab C6).
assert (0 <= val [] (bound t) - (value_of B W (answer (hinted t)) + (1 - (1 - m0) ^ Pos.to_nat n))); [| lra].
refine (nonneg_correct _ _ _ C7). apply sub_in; [exact (enc_correct p_ 0 (bound t) [] [] (Forall2_nil _)) |].
apply add_in; [apply answer_i_correct |]. apply sub_in; [apply I.fromZ_correct |].
apply pow_in, sub_in; [apply I.fromZ_correct | exact S2].
Qed.

Definition grid_below (ks : list Z) (mass : list BigN.t) (t : target) : bool :=
  below_1 && rising ks &&
  (let zt := enc p_ 0 [] (Exp (Sub (Num 0) h)) in let z := enc p_ 0 [] (Exp u) in
   let (ok, is) := cells_i zt z (int 1) (int 1) (map (fun k => cut_i (point_i k)) ks) in
   ok && all2 fits_below is mass &&
   (let s := power_below B small (Approx 0 mass BigN.zero) n in
    weigh_check_below prec (at_ t) u h n W s (hinted t) &&
    nonneg (I.sub p_ (answer_i (answer (hinted t))) (enc p_ 0 [] (bound t))))).

Theorem grid_below_correct ks mass t : grid_below ks mass t = true ->
  reached (power pair_ (Pos.to_nat n)) (exp (val [] (at_ t))) 1 (val [] (bound t)).
Proof.
unfold grid_below. intros C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C2 C3].
apply below_1_correct in C2.
set (zeta := exp (- val [] h)) in *. set (z := exp (val [] u)) in *.
set (zt := enc p_ 0 [] (Exp (Sub (Num 0) h))) in *. set (zi := enc p_ 0 [] (Exp u)) in *.
assert (Hzt : zeta in_ zt).
{ assert (K := enc_correct p_ 0 (Exp (Sub (Num 0) h)) [] [] (Forall2_nil _)). cbn [val] in K. rewrite Rminus_0_l in K. exact K. }
assert (Hz : z in_ zi) by exact (enc_correct p_ 0 (Exp u) [] [] (Forall2_nil _)).
assert (Zp : 0 < z) by apply exp_pos.
set (cs := map (fun k => cut_at (point k)) ks).
assert (Fc := points_correct ks). fold cs in Fc.
assert (Ok : Forall (cut_ok R over_line pd qd) cs).
{ apply Forall_forall. intros c Hc. apply in_map_iff in Hc. destruct Hc as [k [<- _]]. now apply cut_at_ok. }
assert (S := cells_i_correct _ _ zeta zt cs _ Hzt Fc Ok z 1 1 (fun _ => true) zi (int 1) (int 1) Hz
  (I.fromZ_correct _ _) (I.fromZ_correct _ _) (points_chained ks C3)).
destruct (cells_i zt zi (int 1) (int 1) (map (fun k => cut_i (point_i k)) ks)) as [ok is].
simpl in S. apply andb_prop in C4; destruct C4 as [C4 C5]. apply andb_prop in C4; destruct C4 as [C4 C6].
destruct (S C4) as [Ne S1].
assert (U := cells_lower R over_line _ _ over_ext over_lin over_mono Pp Qp p_one q_one zeta C2 z cs Zp Ne).
destruct (cells_masses R over_line _ _ over_ext over_lin over_mono Qp p_one q_one zeta z cs Ne) as [M1 M2].
set (d := cell_masses R 1 cs) in *.
assert (Be : below B d (Pos.to_nat n) (power_below B small (Approx 0 mass BigN.zero) n)).
{ apply power_below_correct; [exact M1 |]. apply start_below. exact (fits_below_correct d is mass S1 C6). }
apply andb_prop in C5; destruct C5 as [C5 C7].
apply (power_reached_from prec (at_ t) u h n B W (hinted t) pair_ 0 d _ (val [] (bound t)) U (Rle_refl 0) M1 M2 Be C5).
assert (0 <= value_of B W (answer (hinted t)) - val [] (bound t)).
{ refine (nonneg_correct _ _ _ C7). apply sub_in; [apply answer_i_correct |].
  exact (enc_correct p_ 0 (bound t) [] [] (Forall2_nil _)). }
rewrite Rminus_0_r, pow1. lra.
Qed.

End Masses.

(* The bounds on delta and epsilon from a composed distribution, for any mechanism. *)
Definition bounded (M : pair) (targets : list target) : Prop :=
  Forall (fun t => no_more M (exp (val [] (at_ t))) 1 (val [] (bound t))) targets.
Definition attained (M : pair) (t : target) : Prop := reached M (exp (val [] (at_ t))) 1 (val [] (bound t)).

Theorem grid_forward M t p p' lo hi : sound M -> bounded M (Target t p hi :: nil) -> attained M (Target t p' lo) ->
  val [] lo <= delta M (val [] t) <= val [] hi.
Proof.
intros S A Bl. inversion A as [| ? ? A1 _]; subst. unfold attained in Bl. cbn [at_ bound] in *.
split; [now apply delta_reached | now apply delta_no_more].
Qed.

Definition reversed (t other : expr) : expr := Add (Sub (Num 1) (Exp t)) (Mul (Exp t) other).
Lemma reversed_bound M t other : sound M -> no_more M (exp (0 - val [] t)) 1 (val [] other) ->
  delta (swap M) (val [] t) <= val [] (reversed t other).
Proof. intros S N. rewrite Rminus_0_l in N. exact (swap_no_more _ _ _ S N). Qed.

Theorem grid_worst prec M t p q p' lo hi other : sound M ->
  bounded M (Target t p hi :: Target (Sub (Num 0) t) q other :: nil) -> attained M (Target t p' lo) ->
  le_check (bits prec) 0 (reversed t other) hi = true ->
  val [] lo <= delta_worst M (val [] t) <= val [] hi.
Proof.
intros S A Bl C. apply le_by_check in C.
inversion A as [| ? ? A1 A2]; subst. inversion A2 as [| ? ? A3 _]; subst. unfold attained in Bl. cbn [at_ bound] in *.
unfold delta_worst. split.
- eapply Rle_trans; [now apply (delta_reached _ _ _ S Bl) | apply Rmax_l].
- apply Rmax_case; [now apply delta_no_more |].
  eapply Rle_trans; [exact (reversed_bound _ _ _ S A3) | exact C].
Qed.

(* The smallest epsilon: delta is above d at the lower end, and at most d in both directions at the upper end. *)
Theorem grid_epsilon prec M d p q p' lo hi more top other : sound M ->
  bounded M (Target hi p top :: Target (Sub (Num 0) hi) q other :: nil) -> attained M (Target lo p' more) ->
  lt_check (bits prec) 0 d more && le_check (bits prec) 0 top d &&
  le_check (bits prec) 0 (reversed hi other) d = true ->
  val [] lo <= epsilon_of (delta_worst M) (val [] d) <= val [] hi.
Proof.
intros S A Bl C.
apply andb_prop in C; destruct C as [C C4]. apply andb_prop in C; destruct C as [C2 C3].
apply lt_by_check in C2. apply le_by_check in C3. apply le_by_check in C4.
inversion A as [| ? ? A1 A2]; subst. inversion A2 as [| ? ? A3 _]; subst. unfold attained in Bl. cbn [at_ bound] in *.
apply epsilon_between.
- intros e e' H. now apply worst_decreases.
- eapply Rlt_le_trans; [exact C2 |]. unfold delta_worst. eapply Rle_trans; [| apply Rmax_l]. now apply delta_reached.
- unfold delta_worst. apply Rmax_case.
  + eapply Rle_trans; [now apply (delta_no_more _ _ _ S A1) | exact C3].
  + eapply Rle_trans; [exact (reversed_bound _ _ _ S A3) | exact C4].
Qed.

Theorem grid_tv M t p p' lo hi : sound M -> val [] t = 0 -> bounded M (Target t p hi :: nil) -> attained M (Target t p' lo) ->
  val [] lo <= tv M <= val [] hi.
Proof.
intros S E A Bl. inversion A as [| ? ? A1 _]; subst. unfold attained in Bl. cbn [at_ bound] in *.
rewrite E, exp_0 in A1, Bl. apply tv_between; [exact S |]. now split.
Qed.
