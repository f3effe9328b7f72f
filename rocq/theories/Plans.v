(* Many digits of compositions of sampled Gaussian and Laplace noise, decided by one computation: the definitions that
   the generated files use.

   A plan proposes numbers: the line c of the transform, the period La, two orders a and -b for the aliases, and
   the last node. For each piece of the composition it proposes the cells of the integrals, and the cells and
   levels that bound the transform beyond the last node. The plan is not trusted. The check computes the
   transforms, raises them to their powers, multiplies them and compares. *)
From Coq Require Import Reals Lra Lia ZArith List Bool.
From Coquelicot Require Import Coquelicot.
From Interval Require Import Real.Xreal Interval.Interval.
From Plumbline Require Import Pairs Normal Numbers Density Rays Gaussian Steps Payoff Events Transform Truncation Nodes Pieces.
Import ListNotations.
Open Scope R_scope.
Notation Forall := List.Forall.

(* Products over lists that consist of repeated steps. *)
Section Products.

Variable A : Type.
Variables K X Y : A -> R.

Lemma prod_of_app (l l' : list A) : prod_of K (l ++ l') = prod_of K l * prod_of K l'.
Proof. induction l as [| t l IH]; cbn [app prod_of]; [ring |]. rewrite IH. ring. Qed.
Lemma prod_of_repeat t n : prod_of K (repeat t n) = K t ^ n.
Proof. induction n as [| n IH]; [easy |]. cbn [repeat prod_of]. now rewrite IH. Qed.

Lemma prod_app (l l' : list A) :
  prod_re X Y (l ++ l') = prod_re X Y l * prod_re X Y l' - prod_im X Y l * prod_im X Y l' /\
  prod_im X Y (l ++ l') = prod_im X Y l * prod_re X Y l' + prod_re X Y l * prod_im X Y l'.
Proof.
induction l as [| t l [I1 I2]]; cbn [app prod_re prod_im]; [split; ring |]. rewrite I1, I2. split; ring.
Qed.

End Products.

(* Powers by repeated squaring. *)
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

Variable A : Type.
Variables X Y : A -> R.

Lemma product_in (l l' : list A) a b : both_in (prod_re X Y l) (prod_im X Y l) a -> both_in (prod_re X Y l') (prod_im X Y l') b ->
  both_in (prod_re X Y (l ++ l')) (prod_im X Y (l ++ l')) (times_i a b).
Proof. intros H H'. destruct (prod_app A X Y l l') as [-> ->]. now apply times_in. Qed.

Lemma power_in t a n : both_in (X t) (Y t) a ->
  both_in (prod_re X Y (repeat t (Pos.to_nat n))) (prod_im X Y (repeat t (Pos.to_nat n))) (power_i a n).
Proof.
intros H.
assert (One : both_in (prod_re X Y (repeat t 1)) (prod_im X Y (repeat t 1)) a).
{ cbn [repeat prod_re prod_im]. replace (X t * 1 - Y t * 0) with (X t) by ring.
  replace (Y t * 1 + X t * 0) with (Y t) by ring. exact H. }
induction n as [n IH | n IH |]; cbn [power_i].
- rewrite Pos2Nat.inj_xI. replace (S (2 * Pos.to_nat n)) with (1 + (Pos.to_nat n + Pos.to_nat n))%nat by lia.
  rewrite !repeat_app. now apply product_in; [| apply product_in].
- rewrite Pos2Nat.inj_xO. replace (2 * Pos.to_nat n)%nat with (Pos.to_nat n + Pos.to_nat n)%nat by lia.
  rewrite repeat_app. now apply product_in.
- exact One.
Qed.

End Powers.

Local Opaque I.add I.sub I.mul I.div I.exp I.ln I.cos I.sin I.sqrt I.pi I.fromZ I.neg I.abs I.join I.convert enc
  step_transforms levels_i power_i pow_enc nonneg positive_.

(* A plan: proposed numbers. *)
Record plan := Plan {
  plan_bits : positive;
  line : expr; period : expr; right : expr; left : expr; (* c, La, a, b *)
  last_node : nat;
  pieces : list piece }.

(* The mechanism of a plan: independent steps, piece after piece. *)
Definition steps_of (pcs : list piece) : list piece := flat_map (fun pc => repeat pc (Pos.to_nat (times pc))) pcs.
Definition pair_of (pc : piece) : pair := density_pair (step_p pc) (step_q pc).
Fixpoint pairs_of (pcs : list piece) : list pair :=
  match pcs with
  | [] => []
  | pc :: r =>
      let first := repeat (pair_of pc) (Pos.to_nat (times pc)) in
      match r with [] => first | _ :: _ => first ++ pairs_of r end
  end.

Lemma pairs_of_steps pcs : pairs_of pcs = map pair_of (steps_of pcs).
Proof.
assert (R : forall n (pc : piece), map pair_of (repeat pc n) = repeat (pair_of pc) n).
{ intros n pc. induction n as [| n IH]; cbn [repeat map]; [easy | now rewrite IH]. }
induction pcs as [| pc r IH]; [easy |]. unfold steps_of. cbn [flat_map pairs_of]. fold (steps_of r).
rewrite map_app, R, <- IH. destruct r; [cbn [pairs_of]; now rewrite app_nil_r | easy].
Qed.

Section Profile.

Variable pl : plan.
Notation prec := (plan_bits pl).
Notation p_ := (bits (plan_bits pl)).
Notation zi := (z_ (plan_bits pl)).
Notation c := (number (line pl)).
Notation La := (number (period pl)).
Notation a := (number (right pl)).
Notation b := (number (left pl)).
Notation h := (step_of La).
Notation all_steps := (steps_of (pieces pl)).

Definition e_ (e : expr) : I.type := enc p_ 0 [] e.
Lemma e_in e : number e in_ e_ e.
Proof. apply enc_correct. constructor. Qed.

Definition step_i : I.type := I.div p_ (I.mul p_ (zi 2) (I.pi p_)) (e_ (period pl)).
Lemma step_in : h in_ step_i.
Proof.
unfold step_of. apply div_in; [apply mul_in; [apply I.fromZ_correct | apply I.pi_correct] | apply e_in].
Qed.

(* The conditions on the parameters. *)
Definition ordered_piece (pc : piece) : bool :=
  positive_ (e_ (scale pc)) && positive_ (e_ (rate pc)) &&
  (whole_rate (rate pc) || positive_ (I.sub p_ (zi 1) (e_ (rate pc)))).
Definition ordered_params : bool :=
  forallb ordered_piece (pieces pl) && positive_ (I.sub p_ (e_ (line pl)) (zi 1)) &&
  positive_ (e_ (period pl)) && nonneg (I.sub p_ (e_ (right pl)) (e_ (line pl))) && nonneg (e_ (left pl)) &&
  Nat.ltb 0 (last_node pl).

Record params_ok : Prop := Params {
  ok_pieces : forall pc, In pc (pieces pl) -> piece_ok pc; ok_c : 1 < c; ok_La : 0 < La; ok_a : c <= a; ok_b : 0 <= b;
    ok_m : (0 < last_node pl)%nat }.

Lemma ordered_piece_ok pc : ordered_piece pc = true -> piece_ok pc.
Proof.
unfold ordered_piece. intros H. apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
apply (positive_correct _ _ (e_in _)) in H1. apply (positive_correct _ _ (e_in _)) in H2.
apply orb_prop in H3. destruct H3 as [W | W].
- assert (E := whole_rate_ok _ W). split; [exact H1 | lra | intros F; now rewrite W in F].
- apply (positive_correct (1 - number (rate pc))) in W; [| apply sub_in; [apply I.fromZ_correct | apply e_in]].
  split; [exact H1 | lra | intros _; lra].
Qed.

Lemma ordered_params_ok : ordered_params = true -> params_ok.
Proof.
unfold ordered_params. intros H.
apply andb_prop in H; destruct H as [H H6]. apply andb_prop in H; destruct H as [H H5].
apply andb_prop in H; destruct H as [H H4]. apply andb_prop in H; destruct H as [H H3].
apply andb_prop in H; destruct H as [H1 H2].
rewrite forallb_forall in H1.
apply (positive_correct (c - 1)) in H2; [| apply sub_in; [apply e_in | apply I.fromZ_correct]].
apply (positive_correct _ _ (e_in _)) in H3.
apply (nonneg_correct (a - c)) in H4; [| apply sub_in; apply e_in].
apply (nonneg_correct _ _ (e_in _)) in H5. apply Nat.ltb_lt in H6.
split; try assumption; try lra. intros pc Hpc. now apply ordered_piece_ok, H1.
Qed.

(* The transforms of a piece at the nodes, and at a and -b. *)
Definition Xk (k : nat) (pc : piece) : R := step_on pc cos c (INR k * h).
Definition Yk (k : nat) (pc : piece) : R := step_on pc sin c (INR k * h).
Definition Ka (pc : piece) : R := step_on pc cos a 0.
Definition Kb (pc : piece) : R := step_on pc cos (- b) 0.

Definition first_of (l : list (I.type * I.type)) : I.type := match l with (x, _) :: _ => x | [] => I.nai end.
Definition node_list (pc : piece) : list (I.type * I.type) :=
  step_transforms pc (fine pc) true (e_ (line pl)) step_i (last_node pl).
Definition right_i (pc : piece) : I.type := first_of (step_transforms pc (coarse pc) true (e_ (right pl)) (zi 0) 0).
Definition left_i (pc : piece) : I.type :=
  first_of (step_transforms pc (coarse pc) false (I.neg (e_ (left pl))) (zi 0) 0).
Definition grids_ok (pc : piece) : bool :=
  step_grid_ok pc (fine pc) (e_ (line pl)) && step_grid_ok pc (coarse pc) (e_ (right pl)) &&
  step_grid_ok pc (coarse pc) (I.neg (e_ (left pl))).

(* The bound of a piece's transform beyond the last node. *)
Definition beyond_from : R := INR (S (last_node pl)) * h.
Definition beyond_from_i : I.type := I.mul p_ (zi (Z.of_nat (S (last_node pl)))) step_i.
Definition levels_of (pc : piece) : bool * (I.type * I.type) := levels_i prec (line pl) pc (level_from pc) (zi 0) (levels pc).
Definition kappa_i (K : I.type) (l : I.type * I.type) : I.type :=
  I.add p_ (I.sub p_ K (fst l)) (I.div p_ (snd l) beyond_from_i).
Definition kappa_of (pc : piece) : R := kappa (line pl) pc beyond_from.

Section Piece.

Hypothesis Ok : params_ok.
Variable pc : piece.
Hypothesis Pc : piece_ok pc.

Lemma first_in (X Y : nat -> R) l : transforms_in X Y 0 l -> X 0%nat in_ first_of l.
Proof.
destruct l as [| [x y] l]; cbn [first_of transforms_in]; intros H; [| now destruct H].
rewrite I.nai_correct. exact Logic.I.
Qed.

Lemma node_list_in : grids_ok pc = true -> transforms_in (fun k => Xk k pc) (fun k => Yk k pc) 0 (node_list pc).
Proof.
unfold grids_ok. intros H. apply andb_prop in H; destruct H as [H _]. apply andb_prop in H; destruct H as [H _].
assert (C0 : sign_of true c) by (assert (C1 := ok_c Ok); unfold sign_of; lra).
exact (step_transforms_ok pc Pc (fine pc) true c h _ _ (e_in (line pl)) step_in C0 (last_node pl) H).
Qed.
Lemma first_at_0 g up x xi : sign_of up x -> x in_ xi -> step_grid_ok pc g xi = true ->
  step_on pc cos x 0 in_ first_of (step_transforms pc g up xi (zi 0) 0).
Proof.
intros S Hx H.
assert (F := first_in _ _ _ (step_transforms_ok pc Pc g up x 0 _ _ Hx (I.fromZ_correct p_ 0) S 0 H)).
cbv beta in F. now rewrite Rmult_0_r in F.
Qed.
Lemma right_in : grids_ok pc = true -> Ka pc in_ right_i pc.
Proof.
unfold grids_ok. intros H. apply andb_prop in H; destruct H as [H _]. apply andb_prop in H; destruct H as [_ H].
assert (S : sign_of true a) by (assert (C1 := ok_c Ok); assert (A := ok_a Ok); unfold sign_of; lra).
exact (first_at_0 (coarse pc) true a (e_ (right pl)) S (e_in (right pl)) H).
Qed.
Lemma left_in : grids_ok pc = true -> Kb pc in_ left_i pc.
Proof.
unfold grids_ok. intros H. apply andb_prop in H; destruct H as [_ H].
assert (S : sign_of false (- b)) by (assert (B := ok_b Ok); unfold sign_of; lra).
exact (first_at_0 (coarse pc) false (- b) (I.neg (e_ (left pl))) S (neg_in _ _ (e_in (left pl))) H).
Qed.

Lemma kappa_in : grids_ok pc = true -> fst (levels_of pc) = true ->
  kappa_of pc in_ kappa_i (first_of (node_list pc)) (snd (levels_of pc)).
Proof.
intros H V. destruct (levels_in prec (line pl) pc (levels pc) (level_from pc) 0 (zi 0) (I.fromZ_correct p_ 0) V) as [_ [V2 V3]].
unfold kappa_of, kappa, kappa_i. apply add_in; [apply sub_in; [| exact V2] |].
- assert (F := first_in _ _ _ (node_list_in H)). cbv beta in F. unfold Xk in F. simpl INR in F. now rewrite Rmult_0_l in F.
- apply div_in; [exact V3 |]. unfold beyond_from, beyond_from_i. apply mul_in; [| apply step_in]. rewrite INR_IZR_INZ.
  apply I.fromZ_correct.
Qed.

Lemma kappa_ok k : level_range_ok pc = true -> fst (levels_of pc) = true -> (last_node pl < k)%nat ->
  0 <= kappa_of pc /\ Xk k pc ^ 2 + Yk k pc ^ 2 <= kappa_of pc ^ 2.
Proof.
intros R V Hk. assert (Hh := h_pos La (ok_La Ok)).
apply (kappa_bound prec (line pl) pc Pc (INR k * h) beyond_from); [| exact R | exact V].
unfold beyond_from. split; [apply Rmult_lt_0_compat; [apply lt_0_INR; lia | easy] |].
apply Rmult_le_compat_r; [lra | apply le_INR; lia].
Qed.

End Piece.

(* The sum over nodes at y, for known powers; c y is in the factor of the sum. *)
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

(* The data that do not depend on y: the products of the powers of the nodes, of K(a), of K(-b) and of the bounds
   beyond the last node. *)
Record prepared := Prepared { node_powers : list (I.type * I.type); right_power : I.type; left_power : I.type;
  beyond_power : I.type }.
Fixpoint multiplied (l l' : list (I.type * I.type)) : list (I.type * I.type) :=
  match l, l' with x :: r, x' :: r' => times_i prec x x' :: multiplied r r' | _, _ => [] end.
Definition none_prepared : prepared :=
  Prepared (repeat (zi 1, zi 0) (S (last_node pl))) (zi 1) (zi 1) (zi 1).
Definition piece_prepared (pc : piece) (P : prepared) : bool * prepared :=
  let l := node_list pc in
  let lv := levels_of pc in
  let n := times pc in
  (grids_ok pc && level_range_ok pc && fst lv,
   Prepared (multiplied (map (fun xy => power_i prec xy n) l) (node_powers P))
     (I.mul p_ (pow_enc p_ (right_i pc) n) (right_power P)) (I.mul p_ (pow_enc p_ (left_i pc) n) (left_power P))
     (I.mul p_ (pow_enc p_ (kappa_i (first_of l) (snd lv)) n) (beyond_power P))).
Fixpoint all_prepared (pcs : list piece) : bool * prepared :=
  match pcs with
  | [] => (true, none_prepared)
  | pc :: r => let q := all_prepared r in let o := piece_prepared pc (snd q) in (fst q && fst o, snd o)
  end.
Definition prepare : bool * prepared :=
  let q := all_prepared (pieces pl) in
  (ordered_params && fst q && Nat.eqb (length (node_powers (snd q))) (S (last_node pl)), snd q).

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
  I.add p_ (I.sub p_ sum known) (spread prec (I.add p_ al be)).

Definition worth (y : R) : R := excess piece step_p step_q step_loss all_steps y.

Lemma near_one_in x xi : x in_ xi -> near_one x La in_ near_one_i xi.
Proof.
intros H. apply div_in; [apply I.fromZ_correct |]. apply sub_in; [apply I.fromZ_correct |].
apply exp_in, neg_in, mul_in; [easy | apply e_in].
Qed.

(* One node without its factor e^(c y). *)
Definition term_r (y : R) (k : nat) : R :=
  let wk := INR k * h in
  coef_cos c wk * (cos (wk * y) * prod_re (Xk k) (Yk k) all_steps - sin (wk * y) * prod_im (Xk k) (Yk k) all_steps) +
  coef_sin c wk * (sin (wk * y) * prod_re (Xk k) (Yk k) all_steps + cos (wk * y) * prod_im (Xk k) (Yk k) all_steps).

Lemma term_in y yi k xy : y in_ yi -> both_in (prod_re (Xk k) (Yk k) all_steps) (prod_im (Xk k) (Yk k) all_steps) xy ->
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
- exact (sub_in _ _ _ _ _ (mul_in _ _ _ _ _ (cos_in _ _ _ T) X1) (mul_in _ _ _ _ _ (sin_in _ _ _ T) X2)).
- exact (sub_in _ _ _ _ _ (div_in _ _ _ _ _ W D1) (div_in _ _ _ _ _ W D0)).
- exact (add_in _ _ _ _ _ (mul_in _ _ _ _ _ (sin_in _ _ _ T) X1) (mul_in _ _ _ _ _ (cos_in _ _ _ T) X2)).
Qed.

(* Sums of [count] nodes, from the node k on. *)
Fixpoint terms_r (y : R) (k count : nat) : R := match count with O => 0 | S m => term_r y k + terms_r y (S k) m end.

Fixpoint powers_in (steps : list piece) (k : nat) (l : list (I.type * I.type)) : Prop :=
  match l with
  | [] => True
  | xy :: r => both_in (prod_re (Xk k) (Yk k) steps) (prod_im (Xk k) (Yk k) steps) xy /\ powers_in steps (S k) r
  end.

Lemma none_powers n : forall k, powers_in [] k (repeat (zi 1, zi 0) n).
Proof.
induction n as [| n IH]; intros k; cbn [repeat powers_in]; [easy |].
split; [split; cbn [prod_re prod_im fst snd]; apply I.fromZ_correct | apply IH].
Qed.

Lemma multiplied_in steps steps' l : forall l' k, powers_in steps k l -> powers_in steps' k l' ->
  powers_in (steps ++ steps') k (multiplied l l').
Proof.
induction l as [| x r IH]; intros [| x' r'] k H H'; cbn [multiplied powers_in] in *; try easy.
destruct H as [H1 H2], H' as [K1 K2]. split; [now apply product_in | now apply IH].
Qed.

Lemma powers_from pc l : forall k, transforms_in (fun k => Xk k pc) (fun k => Yk k pc) k l ->
  powers_in (repeat pc (Pos.to_nat (times pc))) k (map (fun xy => power_i prec xy (times pc)) l).
Proof.
induction l as [| [x y] r IH]; intros k H; cbn [map powers_in]; [easy |].
cbn [transforms_in] in H. destruct H as [H1 [H2 H3]]. split; [| now apply IH].
apply power_in. split; assumption.
Qed.

Record prepared_in (pcs : list piece) (P : prepared) : Prop := PreparedIn {
  in_nodes : powers_in (steps_of pcs) 0 (node_powers P);
  in_right : prod_of Ka (steps_of pcs) in_ right_power P;
  in_left : prod_of Kb (steps_of pcs) in_ left_power P;
  in_beyond : prod_of kappa_of (steps_of pcs) in_ beyond_power P;
  in_bound : forall pc, In pc pcs -> forall k, (last_node pl < k)%nat ->
    0 <= kappa_of pc /\ Xk k pc ^ 2 + Yk k pc ^ 2 <= kappa_of pc ^ 2 }.

Lemma power_times K pc r i p : K pc in_ i -> prod_of K (steps_of r) in_ p ->
  prod_of K (steps_of (pc :: r)) in_ I.mul p_ (pow_enc p_ i (times pc)) p.
Proof.
intros H H'. unfold steps_of. cbn [flat_map]. fold (steps_of r). rewrite prod_of_app, prod_of_repeat.
apply mul_in; [now apply pow_in | exact H'].
Qed.

Lemma all_prepared_in : params_ok -> forall pcs, (forall pc, In pc pcs -> piece_ok pc) -> fst (all_prepared pcs) = true ->
  prepared_in pcs (snd (all_prepared pcs)).
Proof.
intros Ok. induction pcs as [| pc r IH]; intros Hp H.
- split; cbn [all_prepared snd none_prepared node_powers right_power left_power beyond_power steps_of flat_map prod_of];
    try apply (I.fromZ_correct p_ 1); [apply none_powers | easy].
- cbn [all_prepared] in *. cbv zeta in *. cbn [fst snd] in *. apply andb_prop in H; destruct H as [H1 H2].
  specialize (IH (fun q Hq => Hp q (or_intror Hq)) H1). assert (Pc := Hp pc (or_introl eq_refl)).
  destruct IH as [B1 B2 B3 B4 B5]. set (P := snd (all_prepared r)) in *.
  unfold piece_prepared in *. cbv zeta in *. cbn [fst snd] in *.
  apply andb_prop in H2; destruct H2 as [H2 V]. apply andb_prop in H2; destruct H2 as [H2 R].
  split; cbn [node_powers right_power left_power beyond_power].
  + unfold steps_of. cbn [flat_map]. fold (steps_of r). apply multiplied_in; [| exact B1].
    now apply powers_from, node_list_in.
  + now apply power_times; [apply right_in |].
  + now apply power_times; [apply left_in |].
  + now apply power_times; [apply kappa_in |].
  + intros q [<- | Hq]; [intros k Hk; now apply kappa_ok | now apply B5].
Qed.

Lemma terms_in y yi l : y in_ yi -> forall k, powers_in all_steps k l -> terms_r y k (length l) in_ terms_i yi (Z.of_nat k) l.
Proof.
intros Hy. induction l as [| xy r IH]; intros k H; cbn [terms_r terms_i length].
- apply (I.fromZ_correct p_ 0).
- destruct H as [H1 H2]. apply add_in; [now apply term_in |].
  replace (Z.of_nat k + 1)%Z with (Z.of_nat (S k)) by lia. now apply IH.
Qed.

Lemma terms_last y count : forall k, terms_r y k (S count) = terms_r y k count + term_r y (k + count).
Proof.
induction count as [| m IH]; intros k.
- cbn [terms_r]. rewrite Nat.add_0_r. ring.
- change (terms_r y k (S (S m))) with (term_r y k + terms_r y (S k) (S m)). rewrite IH.
  cbn [terms_r]. replace (S k + m)%nat with (k + S m)%nat by lia. ring.
Qed.

Lemma nodes_terms y j : 0 < La -> nodes piece c La Xk Yk j all_steps y = exp (c * y) * (term_r y 0 + 2 * terms_r y 1 j) / La.
Proof.
intros HL. induction j as [| j IH].
- cbn [nodes terms_r]. unfold node, wave, term_r. cbv zeta. field. lra.
- cbn [nodes]. rewrite IH, terms_last. change (1 + j)%nat with (S j).
  change (node piece c La Xk Yk (S j) all_steps y) with (exp (c * y) * term_r y (S j)). field. lra.
Qed.

Lemma steps_ok : params_ok -> Forall (fun pc => In pc (pieces pl)) all_steps.
Proof.
intros _. apply Forall_forall. intros pc H. unfold steps_of in H. apply in_flat_map in H. destruct H as [q [Hq H]].
apply repeat_spec in H. now subst.
Qed.

Theorem profile_in P y yi : prepare = (true, P) -> y in_ yi -> worth y in_ profile_i P yi.
Proof.
intros H Hy. unfold prepare in H. cbv zeta in H. injection H as H EP.
apply andb_prop in H; destruct H as [H H3]. apply andb_prop in H; destruct H as [H1 H2].
assert (Ok := ordered_params_ok H1). assert (Hc := ok_c Ok).
assert (HL := ok_La Ok). assert (Ha := ok_a Ok). assert (Hb := ok_b Ok). assert (Hm := ok_m Ok).
assert (In_ := all_prepared_in Ok (pieces pl) (ok_pieces Ok) H2). rewrite EP in In_, H3. clear EP H2.
destruct In_ as [PW RI LI KI U]. apply Nat.eqb_eq in H3.
set (ok := fun pc => In pc (pieces pl)). assert (Ps : forall pc, ok pc -> piece_ok pc) by exact (ok_pieces Ok).
assert (P1 : forall pc, ok pc -> over_line (step_p pc) 1) by (intros pc Hp; exact (d_over _ _ (step_F_ok pc (Ps pc Hp)))).
assert (Q1 : forall pc, ok pc -> over_line (fun x => exp (step_loss pc x) * step_p pc x) 1).
{ intros pc Hp. refine (over_ext _ _ _ _ (d_over _ _ (step_G_ok pc (Ps pc Hp)))). intros x. now apply step_ratio, Ps. }
assert (Plain : forall x pc, ok pc -> over_line (fun z => exp (x * step_loss pc z) * step_p pc z) (step_on pc cos x 0)).
{ intros x pc Hp. refine (over_ext _ _ _ _ (step_cos_over pc (Ps pc Hp) x 0)). intros z. rewrite Rmult_0_l, cos_0. ring. }
assert (Main := carried_series piece step_p step_loss ok (fun pc Hp x => Rlt_le _ _ (step_p_pos pc (Ps pc Hp) x)) P1 Q1
  c La a b Ka Kb Hc HL Ha Hb (Plain a) (Plain (- b)) Xk Yk
  (fun k pc Hp => step_cos_over pc (Ps pc Hp) c (INR k * h)) (fun k pc Hp => step_sin_over pc (Ps pc Hp) c (INR k * h))
  (last_node pl) kappa_of Hm (fun k pc Hp Hk => U pc Hp k Hk) (excess piece step_p step_q step_loss)).
assert (Step : carried piece step_p step_loss ok (excess piece step_p step_q step_loss)).
{ intros pc l z Hp Hl.
  exact (excess_step piece step_p step_q step_F step_G step_loss step_bound ok
    (fun q Hq => step_p_pos q (Ps q Hq)) (fun q Hq => step_q_pos q (Ps q Hq)) (fun q Hq => step_p_bound q (Ps q Hq))
    (fun q Hq => step_q_bound q (Ps q Hq)) (fun q Hq => step_F_ok q (Ps q Hq)) (fun q Hq => step_G_ok q (Ps q Hq))
    (fun q Hq => step_ratio q (Ps q Hq)) (fun q Hq => step_mono q (Ps q Hq)) pc l z Hp Hl). }
specialize (Main Step (excess_start _ _ _ _) all_steps (steps_ok Ok) y). fold (worth y) in Main.
unfold profile_i. cbv zeta.
destruct (node_powers P) as [| x0 r]; [discriminate |]. injection H3 as Len. destruct PW as [W0 W1].
assert (C1 : (c - 1) in_ I.sub p_ (e_ (line pl)) (zi 1)) by (apply sub_in; [apply e_in | apply I.fromZ_correct]).
assert (Fr : exp (c * y) in_ I.exp p_ (I.mul p_ (e_ (line pl)) yi)) by exact (exp_in _ _ _ (mul_in _ _ _ _ _ (e_in
  (line pl)) Hy)).
assert (One : 1 in_ zi 1) by apply (I.fromZ_correct p_ 1).
apply (near_in prec _ _ _ _ _ Main).
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
        (mul_in _ _ _ _ _ (exp_in _ _ _ (mul_in _ _ _ _ _ AI Hy)) RI))
      (mul_in _ _ _ _ _ (exp_in _ _ _ (neg_in _ _ (mul_in _ _ _ _ _ (add_in _ _ _ _ _ CI BI) LaI)))
        (mul_in _ _ _ _ _ (exp_in _ _ _ (mul_in _ _ _ _ _ (neg_in _ _ BI) Hy)) LI)))).
  + assert (MI : INR (last_node pl) in_ zi (Z.of_nat (last_node pl))) by (rewrite INR_IZR_INZ; apply I.fromZ_correct).
    exact (mul_in _ _ _ _ _ (mul_in _ _ _ _ _ Fr KI)
      (div_in _ _ _ _ _ (div_in _ _ _ _ _ (I.fromZ_correct p_ 2)
        (mul_in _ _ _ _ _ (e_in (period pl)) (mul_in _ _ _ _ _ step_in step_in))) MI)).
Qed.

End Profile.
