(* Many digits of compositions of sampled Gaussian noise, decided by one computation: what generated files call.

   A plan proposes numbers: the line c of the transform, the period La, two orders a and -b for the aliases,
     the last node,
   the cells of the integrals, and the cells and levels that bound what lies beyond the last node. Nothing of it is
   trusted. The check computes the transforms, raises them to the n-th power and compares. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Payoff Events Transform Truncation Nodes.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

(* Cells of an integral: [count] of them of length 1/den, the first from first/den; terms of each series (Nodes.v). *)
Record grid := Grid { grid_bits : positive; grid_degree : nat; grid_terms : nat; grid_den : positive; grid_first : Z;
  grid_count : nat }.
Definition grid_from (g : grid) : R := place (grid_den g) (grid_first g).
Definition grid_to (g : grid) : R := place (grid_den g) (grid_first g + Z.of_nat (grid_count g)).

Section Transform.

Variable g : grid.
Notation prec := (grid_bits g).
Notation p_ := (bits (grid_bits g)).
Variables s w c h C0 : R.
Hypothesis Hs : 0 < s.
Hypothesis Hw : 0 < w <= 1.
Variables si wi ci hi C0i : I.type.
Hypothesis Is : s in_ si.
Hypothesis Iw : w in_ wi.
Hypothesis Ic : c in_ ci.
Hypothesis Ih : h in_ hi.
Hypothesis I0 : C0 in_ C0i.
Hypothesis HC : 0 <= C0.
Hypothesis Low : forall x, exp (c * loss s w x) <= C0 + exp (c * ((x - 1 / 2) / s ^ 2)).

Notation zi := (z_ prec).
Definition root_i : I.type := I.sqrt p_ (I.mul p_ (zi 2) (I.pi p_)).
Definition norm_i : I.type := I.div p_ (zi 1) (I.mul p_ root_i si).
Definition tail_i (x m : I.type) : I.type :=
  let z := I.div p_ (I.sub p_ x m) si in I.mul p_ (zi 2) (I.exp p_ (I.neg (I.div p_ (I.mul p_ z z) (zi 2)))).
Definition tilt_i : I.type := I.exp p_ (I.div p_ (I.sub p_ (I.mul p_ ci ci) ci) (I.mul p_ (zi 2) (I.mul p_ si si))).
Definition from_i : I.type := place_i prec (grid_den g) (grid_first g).
Definition to_i : I.type := place_i prec (grid_den g) (grid_first g + Z.of_nat (grid_count g)).
Definition outside_i : I.type :=
  I.add p_ (I.mul p_ C0i (I.add p_ (tail_i to_i (zi 0)) (tail_i from_i (zi 0))))
    (I.mul p_ tilt_i (I.add p_ (tail_i to_i ci) (tail_i from_i ci))).
Definition spread (x : I.type) : I.type := I.mul p_ (unit_ball p_) x.
Definition transforms (last : nat) : list (I.type * I.type) :=
  let n := norm_i in let o := spread outside_i in
  map (fun xy => (I.add p_ (I.mul p_ n (fst xy)) o, I.add p_ (I.mul p_ n (snd xy)) o))
    (cells prec (grid_degree g) si wi ci hi (grid_den g) last (grid_terms g) (grid_count g) (grid_first g)).
Definition grid_ok : bool :=
  nonneg (I.neg from_i) && nonneg (I.sub p_ ci from_i) && nonneg to_i && nonneg (I.sub p_ to_i ci).

Fixpoint transforms_in (k : nat) (l : list (I.type * I.type)) : Prop :=
  match l with
  | [] => True
  | (x, y) :: r => on_line (cos_part s w c (INR k * h)) in_ x /\ on_line (sin_part s w c (INR k * h)) in_ y /\
      transforms_in (S k) r
  end.

Lemma root_in : sqrt (2 * PI) in_ root_i.
Proof. apply sqrt_in, mul_in; [apply I.fromZ_correct | apply I.pi_correct]. Qed.

Lemma norm_in : / (sqrt (2 * PI) * s) in_ norm_i.
Proof.
replace (/ (sqrt (2 * PI) * s)) with (1 / (sqrt (2 * PI) * s)) by (unfold Rdiv; ring).
apply div_in; [apply I.fromZ_correct | apply mul_in; [apply root_in | easy]].
Qed.

Lemma tail_in x m xi mi : x in_ xi -> m in_ mi -> (2 * exp (- (((x - m) / s) ^ 2 / 2))) in_ tail_i xi mi.
Proof.
intros Hx Hm. assert (Z : ((x - m) / s) in_ I.div p_ (I.sub p_ xi mi) si) by (apply div_in; [now apply sub_in | easy]).
apply mul_in; [apply I.fromZ_correct |]. apply exp_in, neg_in, div_in; [| apply I.fromZ_correct].
replace (((x - m) / s) ^ 2) with ((x - m) / s * ((x - m) / s)) by ring. now apply mul_in.
Qed.

Lemma tilt_in : tilt_const s c in_ tilt_i.
Proof.
apply exp_in. replace ((c ^ 2 - c) / (2 * s ^ 2)) with ((c * c - c) / (2 * (s * s))) by (simpl; now rewrite !Rmult_1_r).
apply div_in; [apply sub_in; [now apply mul_in | easy] | apply mul_in; [apply I.fromZ_correct | now apply mul_in]].
Qed.

Lemma from_in : grid_from g in_ from_i.
Proof. apply place_in. Qed.
Lemma to_in : grid_to g in_ to_i.
Proof. apply place_in. Qed.

Lemma outside_in : outside s c C0 (grid_from g) (grid_to g) in_ outside_i.
Proof.
unfold outside. replace ((grid_to g / s) ^ 2) with (((grid_to g - 0) / s) ^ 2) by now rewrite Rminus_0_r.
replace ((grid_from g / s) ^ 2) with (((grid_from g - 0) / s) ^ 2) by now rewrite Rminus_0_r.
apply add_in; apply mul_in; auto using tilt_in; apply add_in; apply tail_in; auto using from_in, to_in;
  apply I.fromZ_correct.
Qed.

Lemma spread_in x e ei : Rabs x <= e -> e in_ ei -> x in_ spread ei.
Proof.
intros H He. unfold spread. assert (P := Rabs_pos x). apply Rabs_le_between in H.
destruct (Req_dec e 0) as [Z | Z].
- replace x with (0 * e) by lra. apply mul_in; [apply unit_in; lra | easy].
- replace x with (x / e * e) by (field; lra). apply mul_in; [| easy]. apply unit_in.
  split; apply Rmult_le_reg_r with e; try lra; replace (x / e * e) with x by (field; lra); lra.
Qed.

Lemma near_in x i e ii ei : Rabs (x - i) <= e -> i in_ ii -> e in_ ei -> x in_ I.add p_ ii (spread ei).
Proof. intros H Hi He. replace x with (i + (x - i)) by ring. apply add_in; [easy | now apply (spread_in _ e)]. Qed.

Lemma part_value (t : R -> R) k a b : (forall y, continuous t y) ->
  RInt (fun x => exp (c * loss s w x) * t (INR k * h * loss s w x) * normal 0 s x) a b =
  / (sqrt (2 * PI) * s) * RInt (fun x => bare s w c x * t (INR k * h * loss s w x)) a b.
Proof.
intros Ht. assert (Q := sqrt_2PI).
rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => bare s w c x * t (INR k * h * loss s w x)))
  by (now apply bare_part).
apply (RInt_ext (V := R_CompleteNormedModule)). intros x _. unfold scal; simpl; unfold mult; simpl.
unfold bare, normal, phi. unfold Rminus at 2. rewrite exp_plus.
replace (- (1 / (2 * (s * s)) * (x * x))) with (- (((x - 0) / s) ^ 2 / 2)) by (field; lra). field. lra.
Qed.

Theorem transforms_ok last : grid_ok = true -> transforms_in 0 (transforms last).
Proof.
unfold grid_ok. intros H. apply andb_prop in H; destruct H as [H H4]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
apply (nonneg_correct _ _ (neg_in _ _ from_in)) in H1. apply (nonneg_correct (c - grid_from g)) in H2;
  [| apply sub_in; auto using from_in].
apply (nonneg_correct _ _ to_in) in H3. apply (nonneg_correct (grid_to g - c)) in H4; [| apply sub_in;
  auto using to_in].
assert (E := cells_ok prec (grid_degree g) s w c h Hs Hw si wi ci hi Is Iw Ic Ih (grid_den g) last (grid_terms g)
  (grid_count g) (grid_first g)).
fold (grid_from g) (grid_to g) in E. unfold transforms. cbv zeta.
generalize dependent (cells prec (grid_degree g) si wi ci hi (grid_den g) last (grid_terms g) (grid_count g) (grid_first g)).
intros l. generalize 0%nat. induction l as [| [x y] r IH]; intros k E; [easy |]. cbn [map fst snd transforms_in].
cbn [enclosed] in E. destruct E as [E1 [E2 E3]]. split; [| split; [| now apply IH]].
- apply (near_in _ (/ (sqrt (2 * PI) * s) * RInt (bare_cos s w c h k) (grid_from g) (grid_to g)) (outside s c C0
    (grid_from g) (grid_to g))).
  + unfold bare_cos. rewrite <- (part_value cos) by apply cos_cont. apply (cos_near s w Hs Hw c C0 Low); lra.
  + apply mul_in; [apply norm_in | exact E1].
  + apply outside_in.
- apply (near_in _ (/ (sqrt (2 * PI) * s) * RInt (bare_sin s w c h k) (grid_from g) (grid_to g)) (outside s c C0
    (grid_from g) (grid_to g))).
  + unfold bare_sin. rewrite <- (part_value sin) by apply sin_cont. apply (sin_near s w Hs Hw c C0 Low); lra.
  + apply mul_in; [apply norm_in | exact E2].
  + apply outside_in.
Qed.

End Transform.

(* Powers by repeated squaring. *)
Lemma pow_re_plus X Y m n : pow_re X Y (m + n) = pow_re X Y m * pow_re X Y n - pow_im X Y m * pow_im X Y n /\
  pow_im X Y (m + n) = pow_im X Y m * pow_re X Y n + pow_re X Y m * pow_im X Y n.
Proof.
induction m as [| m [I1 I2]]; [cbn [Nat.add pow_re pow_im]; split; ring |].
change (S m + n)%nat with (S (m + n)). cbn [pow_re pow_im]. rewrite I1, I2. split; ring.
Qed.

Section Powers.

Variable prec : positive.
Notation p_ := (bits prec).

Definition times_i (a b : I.type * I.type) : I.type * I.type :=
  (I.sub p_ (I.mul p_ (fst a) (fst b)) (I.mul p_ (snd a) (snd b)),
    I.add p_ (I.mul p_ (snd a) (fst b)) (I.mul p_ (fst a) (snd b))).
Fixpoint power_i (a : I.type * I.type) (n : positive) : I.type * I.type :=
  match n with
  | xH => a
  | xO m => let r := power_i a m in times_i r r
  | xI m => let r := power_i a m in times_i a (times_i r r)
  end.

Definition both_in (x y : R) (a : I.type * I.type) : Prop := x in_ fst a /\ y in_ snd a.

Lemma times_in x y x' y' a b : both_in x y a -> both_in x' y' b -> both_in (x * x' - y * y') (y * x' + x * y')
  (times_i a b).
Proof. intros [A1 A2] [B1 B2]. split; cbn [times_i fst snd]; [apply sub_in | apply add_in]; now apply mul_in. Qed.

Lemma power_in X Y a n : both_in X Y a -> both_in (pow_re X Y (Pos.to_nat n)) (pow_im X Y (Pos.to_nat n)) (power_i a n).
Proof.
intros H. induction n as [n IH | n IH |]; cbn [power_i].
- rewrite Pos2Nat.inj_xI. replace (2 * Pos.to_nat n)%nat with (Pos.to_nat n + Pos.to_nat n)%nat by lia.
  cbn [pow_re pow_im]. destruct (pow_re_plus X Y (Pos.to_nat n) (Pos.to_nat n)) as [-> ->].
  apply times_in; [easy | now apply times_in].
- rewrite Pos2Nat.inj_xO. replace (2 * Pos.to_nat n)%nat with (Pos.to_nat n + Pos.to_nat n)%nat by lia.
  destruct (pow_re_plus X Y (Pos.to_nat n) (Pos.to_nat n)) as [-> ->]. now apply times_in.
- change (Pos.to_nat 1) with 1%nat. cbn [pow_re pow_im].
  replace (X * 1 - Y * 0) with X by ring. replace (Y * 1 + X * 0) with Y by ring. exact H.
Qed.

End Powers.

Local Opaque I.add I.sub I.mul I.div I.exp I.ln I.cos I.sin I.sqrt I.pi I.fromZ I.neg I.abs I.join I.convert enc
  transforms power_i pow_enc nonneg positive_.

(* A plan: proposed numbers. A level stands with its cell's end: end/level_den and level/level_unit; the first cell begins at
   level_from/level_den. *)
Record plan := Plan {
  fine : grid; coarse : grid;
  line : expr; period : expr; right : expr; left : expr; (* c, La, a, b *)
  last_node : nat;
  level_den : positive; level_from : Z; level_unit : positive; levels : list (Z * Z) }.

Section Profile.

Variable pl : plan.
Variables sE wE : expr.
Variable n : positive.
Notation prec := (grid_bits (fine pl)).
Notation p_ := (bits (grid_bits (fine pl))).
Notation zi := (z_ (grid_bits (fine pl))).
Notation s := (val [] sE).
Notation w := (val [] wE).
Notation c := (val [] (line pl)).
Notation La := (val [] (period pl)).
Notation a := (val [] (right pl)).
Notation b := (val [] (left pl)).
Notation h := (step_of La).
Notation N := (Pos.to_nat n).

Definition e_ (e : expr) : I.type := enc p_ 0 [] e.
Lemma e_in e : val [] e in_ e_ e.
Proof. apply enc_correct. constructor. Qed.

Definition step_i : I.type := I.div p_ (I.mul p_ (zi 2) (I.pi p_)) (e_ (period pl)).
Lemma step_in : h in_ step_i.
Proof.
unfold step_of. apply div_in; [apply mul_in; [apply I.fromZ_correct | apply I.pi_correct] | apply e_in].
Qed.

(* The conditions on the parameters. *)
Definition ordered_params : bool :=
  positive_ (e_ sE) && positive_ (e_ wE) && positive_ (I.sub p_ (zi 1) (e_ wE)) && positive_ (I.sub p_ (e_ (line pl))
    (zi 1)) &&
  positive_ (e_ (period pl)) && nonneg (I.sub p_ (e_ (right pl)) (e_ (line pl))) && nonneg (e_ (left pl)) &&
  Nat.ltb 0 (last_node pl).

Record params_ok : Prop := Params {
  ok_s : 0 < s; ok_w : 0 < w < 1; ok_c : 1 < c; ok_La : 0 < La; ok_a : c <= a; ok_b : 0 <= b;
    ok_m : (0 < last_node pl)%nat }.

Lemma ordered_params_ok : ordered_params = true -> params_ok.
Proof.
unfold ordered_params. intros H.
apply andb_prop in H; destruct H as [H H8]. apply andb_prop in H; destruct H as [H H7].
apply andb_prop in H; destruct H as [H H6]. apply andb_prop in H; destruct H as [H H5].
apply andb_prop in H; destruct H as [H H4]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
apply (positive_correct _ _ (e_in _)) in H1. apply (positive_correct _ _ (e_in _)) in H2.
apply (positive_correct (1 - w)) in H3; [| apply sub_in; [apply I.fromZ_correct | apply e_in]].
apply (positive_correct (c - 1)) in H4; [| apply sub_in; [apply e_in | apply I.fromZ_correct]].
apply (positive_correct _ _ (e_in _)) in H5.
apply (nonneg_correct (a - c)) in H6; [| apply sub_in; apply e_in].
apply (nonneg_correct _ _ (e_in _)) in H7. apply Nat.ltb_lt in H8.
split; try assumption; lra.
Qed.

Definition Xk (k : nat) : R := on_line (cos_part s w c (INR k * h)).
Definition Yk (k : nat) : R := on_line (sin_part s w c (INR k * h)).
Definition Ka : R := on_line (cos_part s w a 0).
Definition Kb : R := on_line (cos_part s w (- b) 0).

Definition node_list : list (I.type * I.type) :=
  transforms (fine pl) (e_ sE) (e_ wE) (e_ (line pl)) step_i (zi 1) (last_node pl).
Definition first_of (l : list (I.type * I.type)) : I.type := match l with (x, _) :: _ => x | [] => I.nai end.
Definition right_i : I.type :=
  first_of (transforms (coarse pl) (e_ sE) (e_ wE) (e_ (right pl)) (zi 0) (zi 1) 0).
Definition low_i : I.type := I.exp p_ (I.mul p_ (I.neg (e_ (left pl))) (I.ln p_ (I.sub p_ (zi 1) (e_ wE)))).
Definition left_i : I.type :=
  first_of (transforms (coarse pl) (e_ sE) (e_ wE) (I.neg (e_ (left pl))) (zi 0) low_i 0).
Definition grids_ok : bool :=
  grid_ok (fine pl) (e_ (line pl)) && grid_ok (coarse pl) (e_ (right pl)) && grid_ok (coarse pl) (I.neg (e_ (left pl))).

Lemma first_in c' h' l : transforms_in s w c' h' 0 l -> on_line (cos_part s w c' 0) in_ first_of l.
Proof.
destruct l as [| [x y] r]; cbn [first_of transforms_in]; intros H.
- rewrite I.nai_correct. exact Logic.I.
- destruct H as [H _]. simpl INR in H. now rewrite Rmult_0_l in H.
Qed.

Section Ok.

Hypothesis Ok : params_ok.

Lemma w_ok : 0 < w <= 1.
Proof. destruct (ok_w Ok). lra. Qed.

Lemma low_c c' : 0 <= c' -> forall x, exp (c' * loss s w x) <= 1 + exp (c' * ((x - 1 / 2) / s ^ 2)).
Proof. exact (loss_up s w w_ok c'). Qed.
Lemma low_b : forall x, exp (- b * loss s w x) <= exp (- b * ln (1 - w)) + exp (- b * ((x - 1 / 2) / s ^ 2)).
Proof. apply (loss_down s w w_ok); [destruct Ok; lra | apply (ok_w Ok)]. Qed.

Lemma low_in : exp (- b * ln (1 - w)) in_ low_i.
Proof. apply exp_in, mul_in; [apply neg_in, e_in |]. apply ln_in, sub_in; [apply I.fromZ_correct | apply e_in]. Qed.

Lemma node_list_in : grids_ok = true -> transforms_in s w c h 0 node_list.
Proof.
unfold grids_ok. intros H. apply andb_prop in H; destruct H as [H _]. apply andb_prop in H; destruct H as [H _].
assert (C0 : 0 <= c) by (destruct Ok; lra).
exact (transforms_ok (fine pl) s w c h 1 (ok_s Ok) w_ok _ _ _ _ _ (e_in sE) (e_in wE) (e_in (line pl)) step_in
  (I.fromZ_correct p_ 1) Rle_0_1 (low_c c C0) (last_node pl) H).
Qed.
Lemma right_in : grids_ok = true -> Ka in_ right_i.
Proof.
unfold grids_ok. intros H. apply andb_prop in H; destruct H as [H _]. apply andb_prop in H; destruct H as [_ H].
assert (A0 : 0 <= a) by (destruct Ok; lra).
exact (first_in a 0 _ (transforms_ok (coarse pl) s w a 0 1 (ok_s Ok) w_ok _ _ _ _ _ (e_in sE) (e_in wE) (e_in (right
  pl))
  (I.fromZ_correct p_ 0) (I.fromZ_correct p_ 1) Rle_0_1 (low_c a A0) 0 H)).
Qed.
Lemma left_in : grids_ok = true -> Kb in_ left_i.
Proof.
unfold grids_ok. intros H. apply andb_prop in H; destruct H as [_ H].
exact (first_in (- b) 0 _ (transforms_ok (coarse pl) s w (- b) 0 (exp (- b * ln (1 - w))) (ok_s Ok) w_ok _ _ _ _ _
  (e_in sE) (e_in wE) (neg_in _ _ (e_in (left pl))) (I.fromZ_correct p_ 0) low_in (Rlt_le _ _ (exp_pos _)) low_b 0 H)).
Qed.

End Ok.

(* Levels below the tilted density, in the variables x, s, w, c, sqrt(2 PI) and the level. *)
Definition odds_e : expr := Exp (Div (Sub (Var 0) (Div (Num 1) (Num 2))) (Pow (Var 1) 2)).
Definition ratio_e : expr := Add (Sub (Num 1) (Var 2)) (Mul (Var 2) odds_e).
Definition tilted_e : expr :=
  Mul (Exp (Mul (Var 3) (Ln ratio_e)))
    (Div (Div (Exp (Sub (Num 0) (Div (Pow (Div (Sub (Var 0) (Num 0)) (Var 1)) 2) (Num 2)))) (Var 4)) (Var 1)).
Definition slope_e : expr := Div (Div (Mul (Var 2) odds_e) (Pow (Var 1) 2)) ratio_e.
Definition above_e : expr := Sub tilted_e (Mul (Var 5) slope_e).

Definition env_of (x g : R) : list R := [x; s; w; c; sqrt (2 * PI); g].
Definition env_i (x g : I.type) : list I.type := [x; e_ sE; e_ wE; e_ (line pl); root_i (fine pl); g].

Lemma env_in x g xi gi : x in_ xi -> g in_ gi -> Forall2 (fun x i => x in_ i) (env_of x g) (env_i xi gi).
Proof.
intros Hx Hg. constructor; [exact Hx |]. constructor; [exact (e_in sE) |]. constructor; [exact (e_in wE) |].
constructor; [exact (e_in (line pl)) |]. constructor; [exact (root_in (fine pl)) |]. constructor; [exact Hg |].
constructor.
Qed.

Lemma above_val x g : val (env_of x g) above_e = tilted s w c x - g * loss' s w x.
Proof.
unfold above_e, tilted_e, slope_e, ratio_e, odds_e, env_of. cbn [val nth]. change (Pos.to_nat 2) with 2%nat.
rewrite Rminus_0_l. reflexivity.
Qed.
Lemma loss_val x g : val (env_of x g) (Ln ratio_e) = loss s w x.
Proof. reflexivity. Qed.

Definition level_at (v : Z) : R := IZR v / IZR (Zpos (level_den pl)).
Definition level_at_i (v : Z) : I.type := I.div p_ (zi v) (zi (Zpos (level_den pl))).
Definition level_of (g : Z) : R := IZR g / IZR (Zpos (level_unit pl)).
Definition level_of_i (g : Z) : I.type := I.div p_ (zi g) (zi (Zpos (level_unit pl))).
Definition loss_at_i (v : Z) : I.type := enc p_ 0 (env_i (level_at_i v) (zi 0)) (Ln ratio_e).

(* Three answers: the levels are below the tilted density or not; the mass of the cells; the variation. *)
Fixpoint levels_i (u : Z) (g0 : I.type) (l : list (Z * Z)) : bool * (I.type * I.type) :=
  match l with
  | [] => (true, (zi 0, I.abs g0))
  | (v, g) :: r =>
      let gi := level_of_i g in
      let rest := levels_i v gi r in
      (Z.leb u v && nonneg (enc p_ 0 (env_i (I.join (level_at_i u) (level_at_i v)) gi) above_e) && fst rest,
       (I.add p_ (I.mul p_ gi (I.sub p_ (loss_at_i v) (loss_at_i u))) (fst (snd rest)),
        I.add p_ (I.abs (I.sub p_ g0 gi)) (snd (snd rest))))
  end.
Definition level_list (l : list (Z * Z)) : list (R * R) := map (fun vg => (level_at (fst vg), level_of (snd vg))) l.

Lemma level_at_in v : level_at v in_ level_at_i v.
Proof. apply div_in; apply I.fromZ_correct. Qed.
Lemma level_of_in v : level_of v in_ level_of_i v.
Proof. apply div_in; apply I.fromZ_correct. Qed.
Lemma loss_at_in v : loss s w (level_at v) in_ loss_at_i v.
Proof.
rewrite <- (loss_val (level_at v) 0). apply enc_correct. apply env_in;
  [apply level_at_in | apply (I.fromZ_correct p_ 0)].
Qed.
Lemma abs_in x i : x in_ i -> Rabs x in_ I.abs i.
Proof. intros H. exact (I.abs_correct _ _ H). Qed.

Lemma levels_in l : forall u g0 g0i, g0 in_ g0i -> fst (levels_i u g0i l) = true ->
  cells_below (tilted s w c) (loss' s w) (level_at u) (level_list l) /\
  cells_mass (loss s w) (level_at u) (level_list l) in_ fst (snd (levels_i u g0i l)) /\
  variation g0 (level_list l) in_ snd (snd (levels_i u g0i l)).
Proof.
induction l as [| [v g] r IH]; intros u g0 g0i H0 H; cbn [levels_i level_list map cells_below cells_mass variation fst
  snd] in *.
- split; [easy | split; [apply (I.fromZ_correct p_ 0) | now apply abs_in]].
- apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
  destruct (IH v (level_of g) (level_of_i g) (level_of_in g) H3) as [I1 [I2 I3]]. split; [| split].
  + split; [| split; [| exact I1]].
    * apply Z.leb_le, IZR_le in H1. unfold level_at. apply Rmult_le_compat_r; [| easy].
      left; apply Rinv_0_lt_compat. now apply IZR_lt.
    * intros x Hx. assert (X : x in_ I.join (level_at_i u) (level_at_i v)).
      { apply (contains_connected (I.convert (I.join (level_at_i u) (level_at_i v))) (level_at u) (level_at v));
        [| | exact Hx].
        - apply I.join_correct. left. apply level_at_in.
        - apply I.join_correct. right. apply level_at_in. }
      assert (A := enc_correct p_ 0 above_e _ _ (env_in x (level_of g) _ _ X (level_of_in g))).
      apply (nonneg_correct _ _ A) in H2. rewrite above_val in H2. lra.
  + apply add_in; [| exact I2]. apply mul_in; [apply level_of_in |]. apply sub_in; apply loss_at_in.
  + apply add_in; [| exact I3]. apply abs_in, sub_in; [easy | apply level_of_in].
Qed.

(* The bound of the transform beyond the last node. *)
Definition beyond_from_i : I.type := I.mul p_ (zi (Z.of_nat (S (last_node pl)))) step_i.
Definition kappa_i (K : I.type) (l : I.type * I.type) : I.type :=
  I.add p_ (I.sub p_ K (fst l)) (I.div p_ (snd l) beyond_from_i).
Definition kappa : R := Xk 0 - cells_mass (loss s w) (level_at (level_from pl)) (level_list (levels pl)) +
  variation 0 (level_list (levels pl)) / (INR (S (last_node pl)) * h).

(* The sum over nodes at y, their powers being known: c y is in the factor in front. *)
Definition coef_i (wk : I.type) : I.type * I.type :=
  let c1 := I.sub p_ (e_ (line pl)) (zi 1) in let c0 := e_ (line pl) in let w2 := I.mul p_ wk wk in
  let d1 := I.add p_ (I.mul p_ c1 c1) w2 in let d0 := I.add p_ (I.mul p_ c0 c0) w2 in
  (I.sub p_ (I.div p_ c1 d1) (I.div p_ c0 d0), I.sub p_ (I.div p_ wk d1) (I.div p_ wk d0)).
Definition term_i (yi : I.type) (k : Z) (xy : I.type * I.type) : I.type :=
  let wk := I.mul p_ (zi k) step_i in let co := coef_i wk in
  let t := I.mul p_ wk yi in let u := I.cos p_ t in let v := I.sin p_ t in
  I.add p_ (I.mul p_ (fst co) (I.sub p_ (I.mul p_ u (fst xy)) (I.mul p_ v (snd xy))))
    (I.mul p_ (snd co) (I.add p_ (I.mul p_ v (fst xy)) (I.mul p_ u (snd xy)))).
Fixpoint terms_i (yi : I.type) (k : Z) (l : list (I.type * I.type)) : I.type :=
  match l with [] => zi 0 | xy :: r => I.add p_ (term_i yi k xy) (terms_i yi (k + 1) r) end.
Definition near_one_i (ai : I.type) : I.type := I.div p_ (zi 1) (I.sub p_ (zi 1) (I.exp p_ (I.neg (I.mul p_ ai (e_
  (period pl)))))).

(* All that does not depend on y: the powers of the nodes, of K(a), of K(-b) and of the bound beyond. *)
Record prepared := Prepared { node_powers : list (I.type * I.type); right_power : I.type; left_power : I.type;
  beyond_power : I.type }.
Definition prepare : bool * prepared :=
  let l := node_list in
  let lv := levels_i (level_from pl) (zi 0) (levels pl) in
  (ordered_params && grids_ok && fst lv && Nat.eqb (length l) (S (last_node pl)),
   Prepared (map (fun xy => power_i prec xy n) l) (pow_enc p_ right_i n) (pow_enc p_ left_i n)
     (pow_enc p_ (kappa_i (first_of l) (snd lv)) n)).

Definition profile_i (P : prepared) (yi : I.type) : I.type :=
  let cE := e_ (line pl) in let LaI := e_ (period pl) in let aI := e_ (right pl) in let bI := e_ (left pl) in
  let A := near_one_i (I.sub p_ cE (zi 1)) in
  let front := I.exp p_ (I.mul p_ cE yi) in
  let sum := match node_powers P with
    | [] => I.nai
    | x :: r => I.div p_ (I.mul p_ front (I.add p_ (term_i yi 0 x) (I.mul p_ (zi 2) (terms_i yi 1 r)))) LaI end in
  let known := I.sub p_ (I.mul p_ (I.sub p_ A (zi 1)) (I.exp p_ yi)) (I.sub p_ (near_one_i cE) (zi 1)) in
  let al := I.mul p_ A (I.add p_
    (I.mul p_ (I.exp p_ (I.neg (I.mul p_ (I.sub p_ aI cE) LaI))) (I.mul p_ (I.exp p_ (I.mul p_ aI yi)) (right_power P)))
    (I.mul p_ (I.exp p_ (I.neg (I.mul p_ (I.add p_ cE bI) LaI))) (I.mul p_ (I.exp p_ (I.mul p_ (I.neg bI) yi))
      (left_power P)))) in
  let be := I.mul p_ (I.mul p_ front (beyond_power P))
    (I.div p_ (I.div p_ (zi 2) (I.mul p_ LaI (I.mul p_ step_i step_i))) (zi (Z.of_nat (last_node pl)))) in
  I.add p_ (I.sub p_ sum known) (spread (fine pl) (I.add p_ al be)).

Definition worth (y : R) : R := excess (normal 0 s) (sampled w (normal 0 s) (normal 1 s)) (loss s w) N y.

Lemma near_one_in x xi : x in_ xi -> near_one x La in_ near_one_i xi.
Proof.
intros H. apply div_in; [apply I.fromZ_correct |]. apply sub_in; [apply I.fromZ_correct |].
apply exp_in, neg_in, mul_in; [easy | apply e_in].
Qed.

Lemma cos_in x i : x in_ i -> cos x in_ I.cos p_ i.
Proof. intros H. exact (I.cos_correct p_ _ _ H). Qed.
Lemma sin_in x i : x in_ i -> sin x in_ I.sin p_ i.
Proof. intros H. exact (I.sin_correct p_ _ _ H). Qed.

(* One node without its factor e^(c y). *)
Definition term_r (y : R) (k : nat) : R :=
  let wk := INR k * h in
  coef_cos c wk * (cos (wk * y) * pow_re (Xk k) (Yk k) N - sin (wk * y) * pow_im (Xk k) (Yk k) N) +
  coef_sin c wk * (sin (wk * y) * pow_re (Xk k) (Yk k) N + cos (wk * y) * pow_im (Xk k) (Yk k) N).

Lemma term_in y yi k xy : y in_ yi -> both_in (pow_re (Xk k) (Yk k) N) (pow_im (Xk k) (Yk k) N) xy ->
  term_r y k in_ term_i yi (Z.of_nat k) xy.
Proof.
intros Hy [X1 X2]. unfold term_r, term_i. cbv zeta.
assert (W : (INR k * h) in_ I.mul p_ (zi (Z.of_nat k)) step_i).
{ apply mul_in; [| apply step_in]. rewrite INR_IZR_INZ. apply I.fromZ_correct. }
remember (INR k * h) as wk eqn:Ewk. clear Ewk. set (wi := I.mul p_ (zi (Z.of_nat k)) step_i) in *.
assert (C1 : (c - 1) in_ I.sub p_ (e_ (line pl)) (zi 1)) by (apply sub_in; [apply e_in | apply I.fromZ_correct]).
assert (C0 := e_in (line pl)).
assert (D1 : ((c - 1) ^ 2 + wk ^ 2) in_ I.add p_ (I.mul p_ (I.sub p_ (e_ (line pl)) (zi 1)) (I.sub p_ (e_ (line pl))
  (zi 1))) (I.mul p_ wi wi)).
{ replace ((c - 1) ^ 2 + wk ^ 2) with ((c - 1) * (c - 1) + wk * wk) by ring.
exact (add_in _ _ _ _ _ (mul_in _ _ _ _ _ C1 C1) (mul_in _ _ _ _ _ W W)). }
assert (D0 : (c ^ 2 + wk ^ 2) in_ I.add p_ (I.mul p_ (e_ (line pl)) (e_ (line pl))) (I.mul p_ wi wi)).
{ replace (c ^ 2 + wk ^ 2) with (c * c + wk * wk) by ring. exact (add_in _ _ _ _ _ (mul_in _ _ _ _ _ C0 C0) (mul_in _
  _ _ _ _ W W)). }
assert (T : (wk * y) in_ I.mul p_ wi yi) by exact (mul_in _ _ _ _ _ W Hy).
apply add_in; apply mul_in.
- exact (sub_in _ _ _ _ _ (div_in _ _ _ _ _ C1 D1) (div_in _ _ _ _ _ C0 D0)).
- exact (sub_in _ _ _ _ _ (mul_in _ _ _ _ _ (cos_in _ _ T) X1) (mul_in _ _ _ _ _ (sin_in _ _ T) X2)).
- exact (sub_in _ _ _ _ _ (div_in _ _ _ _ _ W D1) (div_in _ _ _ _ _ W D0)).
- exact (add_in _ _ _ _ _ (mul_in _ _ _ _ _ (sin_in _ _ T) X1) (mul_in _ _ _ _ _ (cos_in _ _ T) X2)).
Qed.

(* Sums from the node k on, [count] of them. *)
Fixpoint terms_r (y : R) (k count : nat) : R := match count with O => 0 | S m => term_r y k + terms_r y (S k) m end.

Fixpoint powers_in (k : nat) (l : list (I.type * I.type)) : Prop :=
  match l with [] => True | xy :: r => both_in (pow_re (Xk k) (Yk k) N) (pow_im (Xk k) (Yk k) N) xy /\ powers_in (S k)
    r end.

Lemma terms_in y yi l : y in_ yi -> forall k, powers_in k l -> terms_r y k (length l) in_ terms_i yi (Z.of_nat k) l.
Proof.
intros Hy. induction l as [| xy r IH]; intros k H; cbn [terms_r terms_i length].
- apply (I.fromZ_correct p_ 0).
- destruct H as [H1 H2]. apply add_in; [now apply term_in |].
  replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia. now apply IH.
Qed.

Lemma powers_from l : forall k, transforms_in s w c h k l -> powers_in k (map (fun xy => power_i prec xy n) l).
Proof.
induction l as [| [x y] r IH]; intros k H; cbn [map powers_in]; [easy |].
cbn [transforms_in] in H. destruct H as [H1 [H2 H3]]. split; [| now apply IH].
apply power_in. split; assumption.
Qed.

Lemma terms_last y count : forall k, terms_r y k (S count) = terms_r y k count + term_r y (k + count).
Proof.
induction count as [| m IH]; intros k.
- cbn [terms_r]. rewrite Nat.add_0_r. ring.
- change (terms_r y k (S (S m))) with (term_r y k + terms_r y (S k) (S m)). rewrite IH.
  cbn [terms_r]. replace (S k + m)%nat with (k + S m)%nat by lia. ring.
Qed.

Lemma nodes_terms y j : 0 < La -> nodes c La Xk Yk j N y = exp (c * y) * (term_r y 0 + 2 * terms_r y 1 j) / La.
Proof.
intros HL. induction j as [| j IH].
- cbn [nodes terms_r]. unfold node, wave, term_r. cbv zeta. field. lra.
- cbn [nodes]. rewrite IH, terms_last. change (1 + j)%nat with (S j).
  change (node c La Xk Yk (S j) N y) with (exp (c * y) * term_r y (S j)). field. lra.
Qed.

Theorem profile_in P y yi : prepare = (true, P) -> y in_ yi -> worth y in_ profile_i P yi.
Proof.
intros H Hy. unfold prepare in H. cbv zeta in H. injection H as H <-.
apply andb_prop in H; destruct H as [H H4]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
assert (Ok := ordered_params_ok H1). assert (Hs := ok_s Ok). assert (Hw := w_ok Ok). assert (Hc := ok_c Ok).
assert (HL := ok_La Ok). assert (Ha := ok_a Ok). assert (Hb := ok_b Ok). assert (Hm := ok_m Ok).
assert (NL := node_list_in Ok H2). assert (RI := right_in Ok H2). assert (LI := left_in Ok H2).
apply Nat.eqb_eq in H4. destruct (levels_in (levels pl) (level_from pl) 0 (zi 0) (I.fromZ_correct p_ 0) H3) as [V1 [V2
  V3]].
assert (Np := fun x => Rlt_le _ _ (normal_pos 0 s x Hs)).
assert (P1 : over_line (normal 0 s) 1) by exact (d_over _ _ (normal_cdf 0 s Hs)).
assert (Q1 : over_line (fun x => exp (loss s w x) * normal 0 s x) 1).
{ refine (over_ext _ _ _ _ (d_over _ _ (sampled_cdf _ _ _ _ (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) w))).
  intros x. now apply ratio_density. }
assert (Lc := low_c Ok c ltac:(lra)). assert (LA := low_c Ok a ltac:(lra)). assert (LB := low_b Ok).
assert (HX : forall k, over_line (fun x => exp (c * loss s w x) * cos (INR k * h * loss s w x) * normal 0 s x) (Xk k)).
{ intros k. exact (cos_over s w Hs Hw c 1 Lc (INR k * h)). }
assert (HY : forall k, over_line (fun x => exp (c * loss s w x) * sin (INR k * h * loss s w x) * normal 0 s x) (Yk k)).
{ intros k. exact (sin_over s w Hs Hw c 1 Lc (INR k * h)). }
assert (Plain : forall c' C', (forall x, exp (c' * loss s w x) <= C' + exp (c' * ((x - 1 / 2) / s ^ 2))) ->
  over_line (fun x => exp (c' * loss s w x) * normal 0 s x) (on_line (cos_part s w c' 0))).
{ intros c' C' Lw. refine (over_ext _ _ _ _ (cos_over s w Hs Hw c' C' Lw 0)). intros x. unfold cos_part.
rewrite Rmult_0_l, cos_0. ring. }
assert (HKa := Plain a 1 LA). assert (HKb := Plain (- b) _ LB).
assert (Hh := h_pos La HL).
assert (K0 : over_line (tilted s w c) (Xk 0)).
{ refine (over_ext _ _ _ _ (HX 0%nat)). intros x. unfold tilted. simpl INR. rewrite !Rmult_0_l, cos_0. ring. }
assert (U : forall k, (last_node pl < k)%nat -> 0 <= kappa /\ Xk k ^ 2 + Yk k ^ 2 <= kappa ^ 2).
{ intros k Hk. apply (uniform_bound (tilted s w c) (loss s w) (loss' s w) (tilted_cont s w Hs Hw c)
    (fun x => Rlt_le _ _ (tilted_pos s w Hs c x)) (loss_derive s w Hs Hw) (loss'_cont s w Hw)
    (level_list (levels pl)) (level_at (level_from pl)) (Xk 0) (Xk k) (Yk k) (INR k * h) (INR (S (last_node pl)) * h)).
  - split; [apply Rmult_lt_0_compat; [apply lt_0_INR; lia | easy] |]. apply Rmult_le_compat_r; [lra | apply le_INR;
      lia].
  - exact V1.
  - exact K0.
  - refine (over_ext _ _ _ _ (HX k)). intros x. unfold tilted. ring.
  - refine (over_ext _ _ _ _ (HY k)). intros x. unfold tilted. ring. }
assert (Pk : 0 <= kappa) by (apply (U (S (last_node pl))); lia).
assert (KI : kappa in_ kappa_i (first_of node_list) (snd (levels_i (level_from pl) (zi 0) (levels pl)))).
{ unfold kappa, kappa_i. apply add_in; [apply sub_in; [| exact V2] |].
  - assert (F := first_in c h _ NL). unfold Xk. simpl INR. rewrite Rmult_0_l. exact F.
  - apply div_in; [exact V3 |]. unfold beyond_from_i. apply mul_in; [| apply step_in]. rewrite INR_IZR_INZ.
    apply I.fromZ_correct. }
assert (Main := carried_series (normal 0 s) (loss s w) Np P1 Q1 c La a b Ka Kb Hc HL Ha Hb HKa HKb Xk Yk HX HY
  (last_node pl) kappa Hm Pk (fun k Hk => proj2 (U k Hk))
  (excess (normal 0 s) (sampled w (normal 0 s) (normal 1 s)) (loss s w))).
assert (Step := excess_step (normal 0 s) (sampled w (normal 0 s) (normal 1 s)) _ _ (loss s w) (/ s)
  (fun x => normal_pos 0 s x Hs) (sampled_pos s w Hs Hw) (normal_bound s Hs 0) (sampled_bound s w Hs Hw)
  (normal_cdf 0 s Hs) (sampled_cdf _ _ _ _ (normal_cdf 0 s Hs) (normal_cdf 1 s Hs) w) (ratio_density s w Hs Hw)
    (loss_mono s w Hs Hw)).
specialize (Main Step (excess_start _ _ _) N y). fold (worth y) in Main.
unfold profile_i. cbv zeta. cbn [node_powers right_power left_power beyond_power].
assert (PW := powers_from node_list 0 NL).
set (pws := map (fun xy => power_i prec xy n) node_list) in *.
assert (Len : length pws = S (last_node pl)) by (unfold pws; now rewrite map_length).
destruct pws as [| x0 r]; [discriminate |]. injection Len as Len. destruct PW as [W0 W1].
assert (C1 : (c - 1) in_ I.sub p_ (e_ (line pl)) (zi 1)) by (apply sub_in; [apply e_in | apply I.fromZ_correct]).
assert (Fr : exp (c * y) in_ I.exp p_ (I.mul p_ (e_ (line pl)) yi)) by exact (exp_in _ _ _ (mul_in _ _ _ _ _ (e_in
  (line pl)) Hy)).
assert (One : 1 in_ zi 1) by apply (I.fromZ_correct p_ 1).
apply (near_in (fine pl) _ _ _ _ _ Main).
- apply sub_in.
  + rewrite nodes_terms by exact HL. rewrite <- Len.
    exact (div_in _ _ _ _ _ (mul_in _ _ _ _ _ Fr (add_in _ _ _ _ _ (term_in y yi 0 x0 Hy W0)
      (mul_in _ _ _ _ _ (I.fromZ_correct p_ 2) (terms_in y yi r Hy 1 W1)))) (e_in (period pl))).
  + exact (sub_in _ _ _ _ _ (mul_in _ _ _ _ _ (sub_in _ _ _ _ _ (near_one_in _ _ C1) One) (exp_in _ _ _ Hy))
      (sub_in _ _ _ _ _ (near_one_in _ _ (e_in (line pl))) One)).
- apply add_in.
  + assert (CI := e_in (line pl)). assert (AI := e_in (right pl)). assert (BI := e_in (left pl)).
    assert (LaI := e_in (period pl)).
    exact (mul_in _ _ _ _ _ (near_one_in _ _ C1) (add_in _ _ _ _ _
      (mul_in _ _ _ _ _ (exp_in _ _ _ (neg_in _ _ (mul_in _ _ _ _ _ (sub_in _ _ _ _ _ AI CI) LaI)))
        (mul_in _ _ _ _ _ (exp_in _ _ _ (mul_in _ _ _ _ _ AI Hy)) (pow_in _ n _ _ RI)))
      (mul_in _ _ _ _ _ (exp_in _ _ _ (neg_in _ _ (mul_in _ _ _ _ _ (add_in _ _ _ _ _ CI BI) LaI)))
        (mul_in _ _ _ _ _ (exp_in _ _ _ (mul_in _ _ _ _ _ (neg_in _ _ BI) Hy)) (pow_in _ n _ _ LI))))).
  + assert (MI : INR (last_node pl) in_ zi (Z.of_nat (last_node pl))) by (rewrite INR_IZR_INZ; apply I.fromZ_correct).
    exact (mul_in _ _ _ _ _ (mul_in _ _ _ _ _ Fr (pow_in _ n _ _ KI))
      (div_in _ _ _ _ _ (div_in _ _ _ _ _ (I.fromZ_correct p_ 2)
        (mul_in _ _ _ _ _ (e_in (period pl)) (mul_in _ _ _ _ _ step_in step_in))) MI)).
Qed.

End Profile.
