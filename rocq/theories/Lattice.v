(* Compositions of a distribution whose ratios lie on a lattice: z_k = z zeta^k. Masses are integers over a power
   of two, rounded up (upper bound) or down (lower bound). The product of two distributions is one product of two
   large integers (Kronecker), so that the kernel can compose thousands of steps. *)
From Coq Require Import Reals Lra Lia ZArith NArith List Bool.
From Bignums Require Import BigN.
From Coquelicot Require Import Coquelicot.
From Plumbline Require Import Pairs Laws.
Import ListNotations.
Open Scope R_scope.
Notation "<| x |>" := (BigN.to_Z x).

(* The sum of the masses d times g. *)
Fixpoint T (d : list R) (g : nat -> R) : R :=
  match d with [] => 0 | x :: d' => x * g O + T d' (fun k => g (S k)) end.

(* The sum over n independent steps, whose indices add up. *)
Fixpoint Tn (d : list R) (n : nat) (g : nat -> R) : R :=
  match n with O => g O | S m => T d (fun k => Tn d m (fun j => g (k + j)%nat)) end.

Lemma part x y : 0 <= x -> 0 <= y <= 1 -> 0 <= x * y <= x.
Proof. intros; split; nra. Qed.

Lemma T_ext d : forall g h, (forall k, g k = h k) -> T d g = T d h.
Proof.
induction d as [| x d IH]; intros g h E; simpl; [easy |].
rewrite E. f_equal. apply IH. intros; apply E.
Qed.

Lemma T_le d : Forall (fun x => 0 <= x) d ->
  forall g h, (forall k, g k <= h k) -> T d g <= T d h.
Proof.
induction 1 as [| x d Hx _ IH]; intros g h E; simpl; [lra |].
apply Rplus_le_compat; [apply Rmult_le_compat_l; [easy | apply E] |]. apply IH; intros; apply E.
Qed.

Lemma T_scal d c : forall g, T d (fun k => c * g k) = c * T d g.
Proof.
induction d as [| x d IH]; intros g; simpl; [ring |]. rewrite (IH (fun k => g (S k))). ring.
Qed.

Lemma T_plus d : forall g h, T d (fun k => g k + h k) = T d g + T d h.
Proof.
induction d as [| x d IH]; intros g h; simpl; [ring |].
rewrite (IH (fun k => g (S k)) (fun k => h (S k))). simpl. ring.
Qed.

Lemma T_pos d g : Forall (fun x => 0 <= x) d -> (forall k, 0 <= g k) -> 0 <= T d g.
Proof.
intros Hd Hg. apply Rle_trans with (T d (fun _ => 0 * 0)).
- rewrite (T_scal d 0 (fun _ => 0)). lra.
- apply T_le; [easy |]. intros k. specialize (Hg k). lra.
Qed.

Lemma T_app d1 : forall d2 g, T (d1 ++ d2) g = T d1 g + T d2 (fun k => g (length d1 + k)%nat).
Proof.
induction d1 as [| x d1 IH]; intros d2 g; simpl; [change (fun k => g k) with g; ring |]. rewrite IH. simpl. ring.
Qed.

Definition total d := T d (fun _ => 1).
Definition masses d := Forall (fun x => 0 <= x) d /\ total d <= 1.

Lemma Tn_ext d n : forall g h, (forall k, g k = h k) -> Tn d n g = Tn d n h.
Proof.
induction n as [| n IH]; intros g h E; simpl; [apply E |].
apply T_ext; intros k. apply IH; intros j; apply E.
Qed.

Lemma Tn_le d n : masses d -> forall g h, (forall k, g k <= h k) -> Tn d n g <= Tn d n h.
Proof.
intros [Hd _]. induction n as [| n IH]; intros g h E; simpl; [apply E |].
apply T_le; [easy |]; intros k. apply IH; intros j; apply E.
Qed.

Lemma Tn_pos d n : masses d -> forall g, (forall k, 0 <= g k) -> 0 <= Tn d n g.
Proof.
intros [Hd _]. induction n as [| n IH]; intros g E; simpl; [apply E |].
apply T_pos; [easy |]; intros k. apply IH; intros j; apply E.
Qed.

Lemma Tn_1 d n : masses d -> forall g, (forall k, 0 <= g k <= 1) -> 0 <= Tn d n g <= 1.
Proof.
intros M g Hg. split; [apply Tn_pos; [easy | intros; apply Hg] |].
revert g Hg. induction n as [| n IH]; intros g Hg; simpl; [apply Hg |].
apply Rle_trans with (total d); [| apply M]. apply T_le; [apply M |].
intros k. apply IH. intros; apply Hg.
Qed.

Lemma Tn_scal d n c : forall g, Tn d n (fun k => c * g k) = c * Tn d n g.
Proof.
induction n as [| n IH]; intros g; simpl; [ring |]. rewrite <- T_scal.
apply T_ext; intros k. apply (IH (fun j => g (k + j)%nat)).
Qed.

Lemma Tn_add d n1 n2 : forall g,
  Tn d (n1 + n2) g = Tn d n1 (fun k => Tn d n2 (fun j => g (k + j)%nat)).
Proof.
induction n1 as [| n1 IH]; intros g; simpl; [easy |].
apply T_ext; intros k. rewrite IH. apply Tn_ext; intros j. apply Tn_ext; intros i.
f_equal; lia.
Qed.

(* The distribution of ratios, with mass m at infinite loss. *)
Fixpoint lat (z zeta : R) (d : list R) : flaw :=
  match d with [] => [] | x :: d' => (x, z) :: lat (z * zeta) zeta d' end.
Definition lattice_law (m z zeta : R) (d : list R) : flaw := (m, 0) :: lat z zeta d.

Lemma lat_ok z zeta d : 0 <= z -> 0 <= zeta -> Forall (fun x => 0 <= x) d -> flaw_ok (lat z zeta d).
Proof.
intros Hz Hzeta Hd. revert z Hz. induction Hd; intros z Hz; simpl; constructor; simpl; auto.
apply IHHd. now apply Rmult_le_pos.
Qed.

Lemma mix_lat d H zeta b : forall z a, mix (lat z zeta d) H a b = T d (fun k => H (a * (z * zeta ^ k)) b).
Proof.
induction d as [| x d IH]; intros z a; simpl; [easy |].
rewrite IH. f_equal; [do 2 f_equal; ring |]. apply T_ext; intros k. f_equal; ring.
Qed.

Theorem stick_lattice m z zeta d n a : total d = 1 - m ->
  stick (repeat (lattice_law m z zeta d) n) a 1 =
  Tn d n (fun k => Rmax 0 (1 - a * z ^ n * zeta ^ k)) + (1 - (1 - m) ^ n).
Proof.
intros Ht. revert a. induction n as [| n IH]; intros a; simpl.
- rewrite !Rmult_1_r. ring.
- rewrite mix_lat, IH, Rmult_0_r.
  assert (E0 : Tn d n (fun k => Rmax 0 (1 - 0 * z ^ n * zeta ^ k)) = (1 - m) ^ n).
  { rewrite <- Ht. clear. induction n as [| n IH]; simpl.
    - rewrite Rmax_right; lra.
    - rewrite (T_ext d _ (fun _ => total d ^ n * 1)).
      + rewrite (T_scal d (total d ^ n) (fun _ => 1)). unfold total; ring.
      + intros k. rewrite <- IH, Rmult_1_r. apply Tn_ext; intros j. f_equal. ring. }
  rewrite E0. rewrite (T_ext d _ (fun k =>
    Tn d n (fun j => Rmax 0 (1 - a * (z * z ^ n) * zeta ^ (k + j))) + (1 - (1 - m) ^ n) * 1)).
  + rewrite T_plus, (T_scal d (1 - (1 - m) ^ n) (fun _ => 1)). fold (total d). rewrite Ht. ring.
  + intros k. rewrite IH. rewrite Rmult_1_r. f_equal. apply Tn_ext; intros j.
    rewrite pow_add. f_equal. ring.
Qed.

(* Masses as integers. *)
Definition Rs (l : list Z) : list R := map IZR l.
Definition Zs (l : list BigN.t) : list Z := map BigN.to_Z l.
Definition eval (X : Z) (l : list Z) : Z := fold_right (fun x s => (x + X * s)%Z) 0%Z l.

Fixpoint addl (l1 l2 : list Z) : list Z :=
  match l1, l2 with
  | [], l => l
  | l, [] => l
  | x :: l1', y :: l2' => (x + y)%Z :: addl l1' l2'
  end.
Fixpoint conv (l1 l2 : list Z) : list Z :=
  match l1 with [] => [] | x :: l1' => addl (map (Z.mul x) l2) (0%Z :: conv l1' l2) end.

Lemma eval_cons X x l : eval X (x :: l) = (x + X * eval X l)%Z.
Proof. reflexivity. Qed.

Lemma eval_addl X l1 : forall l2, eval X (addl l1 l2) = (eval X l1 + eval X l2)%Z.
Proof.
induction l1 as [| x l1 IH]; intros [| y l2]; simpl; try lia. fold (eval X (addl l1 l2)).
rewrite IH. unfold eval. lia.
Qed.

Lemma eval_conv X l1 l2 : eval X (conv l1 l2) = (eval X l1 * eval X l2)%Z.
Proof.
induction l1 as [| x l1 IH]; [easy |]. simpl conv. rewrite eval_addl.
replace (eval X (map (Z.mul x) l2)) with (x * eval X l2)%Z.
- simpl. fold (eval X (conv l1 l2)). fold (eval X l1). rewrite IH. ring.
- clear. induction l2 as [| y l2 IH]; simpl; [lia |].
  fold (eval X l2). fold (eval X (map (Z.mul x) l2)). rewrite <- IH. ring.
Qed.

Lemma T_addl l1 : forall l2 g, T (Rs (addl l1 l2)) g = T (Rs l1) g + T (Rs l2) g.
Proof.
unfold Rs. induction l1 as [| x l1 IH]; intros [| y l2] g; simpl; try ring.
rewrite IH, plus_IZR. ring.
Qed.

Lemma T_conv l1 l2 : forall g,
  T (Rs (conv l1 l2)) g = T (Rs l1) (fun k => T (Rs l2) (fun j => g (k + j)%nat)).
Proof.
induction l1 as [| x l1 IH]; intros g; [easy |]. simpl conv. rewrite T_addl. unfold Rs in *. simpl.
rewrite IH. rewrite Rmult_0_l, Rplus_0_l. f_equal.
rewrite <- T_scal. clear. revert g. induction l2 as [| y l2 IH]; intros g; simpl; [easy |].
rewrite mult_IZR. f_equal; [ring | apply (IH (fun k => g (S k)))].
Qed.

Definition nonnegs (l : list Z) := Forall (fun x => (0 <= x)%Z) l.

Lemma addl_pos l1 l2 : nonnegs l1 -> nonnegs l2 -> nonnegs (addl l1 l2).
Proof.
intros H. revert l2. induction H as [| x l1 Hx _ IH]; intros l2 H2; [easy |].
destruct H2 as [| y l2 Hy H2]; simpl; [constructor; auto; clear -IH; specialize (IH [] ltac:(constructor)); destruct l1; easy |].
constructor; [lia | now apply IH].
Qed.

Lemma conv_pos l1 l2 : nonnegs l1 -> nonnegs l2 -> nonnegs (conv l1 l2).
Proof.
intros H1 H2. induction H1 as [| x l1 Hx _ IH]; simpl; [constructor |].
apply addl_pos; [| constructor; [lia | easy]].
clear -Hx H2. induction H2; simpl; constructor; [lia | easy].
Qed.

Lemma addl_length l1 : forall l2, length (addl l1 l2) = Nat.max (length l1) (length l2).
Proof. induction l1 as [| x l1 IH]; intros [| y l2]; simpl; auto. Qed.

Lemma conv_length l1 l2 : (length (conv l1 l2) <= length l1 + length l2)%nat.
Proof.
induction l1 as [| x l1 IH]; simpl; [lia |]. rewrite addl_length, map_length. simpl. lia.
Qed.

Lemma eval_1_pos X l : (0 <= X)%Z -> nonnegs l -> (0 <= eval X l)%Z.
Proof.
intros HX. induction 1; simpl; [lia |]. fold (eval X l). nia.
Qed.

Lemma entry_le_sum l : nonnegs l -> Forall (fun x => (x <= eval 1 l)%Z) l.
Proof.
induction 1 as [| x l Hx Hl IH]; constructor.
- change (eval 1 (x :: l)) with (x + 1 * eval 1 l)%Z. assert (0 <= eval 1 l)%Z by (apply eval_1_pos; [lia | easy]). lia.
- change (eval 1 (x :: l)) with (x + 1 * eval 1 l)%Z. eapply Forall_impl; [| exact IH]. intros y Hy. cbv beta in *. lia.
Qed.

Lemma eval_app X l1 : forall l2, eval X (l1 ++ l2) = (eval X l1 + X ^ Z.of_nat (length l1) * eval X l2)%Z.
Proof.
induction l1 as [| x l1 IH]; intros l2.
{ change (eval X []) with 0%Z. simpl (Z.of_nat _). rewrite Z.pow_0_r. simpl app. lia. }
simpl app. change (eval X (x :: l1 ++ l2)) with (x + X * eval X (l1 ++ l2))%Z. rewrite IH.
change (eval X (x :: l1)) with (x + X * eval X l1)%Z.
replace (Z.of_nat (length (x :: l1))) with (1 + Z.of_nat (length l1))%Z by (simpl length; lia).
rewrite Z.pow_add_r by lia. ring.
Qed.

Lemma eval_small X l : (0 < X)%Z -> Forall (fun x => (0 <= x < X)%Z) l ->
  (0 <= eval X l < X ^ Z.of_nat (length l))%Z.
Proof.
intros HX. induction 1 as [| x l Hx _ IH]; [simpl; lia |].
change (eval X (x :: l)) with (x + X * eval X l)%Z.
replace (Z.of_nat (length (x :: l))) with (1 + Z.of_nat (length l))%Z by (simpl length; lia).
rewrite Z.pow_add_r by lia. nia.
Qed.

(* Packing: joins neighbours, then neighbours of the results, ... *)
Fixpoint pairs_up (sh : BigN.t) (l : list BigN.t) : list BigN.t :=
  match l with
  | a :: b :: r => BigN.add a (BigN.shiftl b sh) :: pairs_up sh r
  | _ => l
  end.
Fixpoint pack (f : nat) (sh : BigN.t) (l : list BigN.t) : BigN.t :=
  match f with
  | O => match l with [] => BigN.zero | x :: _ => x end
  | S f' => pack f' (BigN.add sh sh) (pairs_up sh l)
  end.

Lemma list_ind2 {A} (Pr : list A -> Prop) : Pr [] -> (forall a, Pr (a :: [])) ->
  (forall a b l, Pr l -> Pr (a :: b :: l)) -> forall l, Pr l.
Proof.
intros H0 H1 H2. assert (forall l, Pr l /\ forall a, Pr (a :: l)).
{ induction l as [| x l [IH1 IH2]]; split; auto. }
intros l; apply H.
Qed.

Lemma pairs_up_eval sh l : eval (2 ^ (2 * <|sh|>))%Z (Zs (pairs_up sh l)) = eval (2 ^ <|sh|>) (Zs l).
Proof.
induction l as [| a | a b l IH] using list_ind2; [easy | simpl; lia |].
assert (0 <= <|sh|>)%Z by apply BigN.spec_pos.
change (Zs (pairs_up sh (a :: b :: l))) with (<| BigN.add a (BigN.shiftl b sh) |> :: Zs (pairs_up sh l)).
change (Zs (a :: b :: l)) with (<| a |> :: <| b |> :: Zs l). rewrite !eval_cons, IH.
rewrite BigN.spec_add, BigN.spec_shiftl, Z.shiftl_mul_pow2 by easy.
replace (2 * <|sh|>)%Z with (<|sh|> + <|sh|>)%Z by ring. rewrite Z.pow_add_r by easy. ring.
Qed.

Lemma pairs_up_length sh l f : (length l <= 2 ^ S f)%nat -> (length (pairs_up sh l) <= 2 ^ f)%nat.
Proof.
assert (forall l, 2 * length (pairs_up sh l) <= S (length l))%nat.
{ clear. induction l as [| a | a b l IH] using list_ind2; simpl in *; lia. }
specialize (H l). simpl. lia.
Qed.

Lemma pack_correct f : forall sh l, (length l <= 2 ^ f)%nat ->
  <|pack f sh l|> = eval (2 ^ <|sh|>) (Zs l).
Proof.
induction f as [| f IH]; intros sh l Hl.
- destruct l as [| x [| y l]]; simpl in *; try lia. exact BigN.spec_0.
- simpl pack. rewrite IH by now apply pairs_up_length.
  rewrite BigN.spec_add. replace (<|sh|> + <|sh|>)%Z with (2 * <|sh|>)%Z by ring.
  apply pairs_up_eval.
Qed.

(* Unpacking: splits a number into halves, then these into halves, ... [sh] is the width of a half. *)
Definition high (sh x : BigN.t) : BigN.t := BigN.shiftr x sh.
Definition low (sh x hi : BigN.t) : BigN.t := BigN.sub x (BigN.shiftl hi sh).
Fixpoint unpack_all (f : nat) (w x : BigN.t) : list BigN.t :=
  match f with
  | O => x :: []
  | S f' =>
      let sh := BigN.shiftl w (BigN.of_N (N.of_nat f')) in
      let hi := high sh x in
      unpack_all f' w (low sh x hi) ++ unpack_all f' w hi
  end.
Fixpoint unpack (f : nat) (w x : BigN.t) : list BigN.t :=
  match f with
  | O => x :: []
  | S f' =>
      let sh := BigN.shiftl w (BigN.of_N (N.of_nat f')) in
      let hi := high sh x in
      if BigN.eqb hi BigN.zero then unpack f' w x
      else unpack_all f' w (low sh x hi) ++ unpack f' w hi
  end.

Definition digits (X : Z) (l : list Z) := Forall (fun x => (0 <= x < X)%Z) l.

Lemma split_eval X l h : (0 < X)%Z -> digits X l -> (h <= length l)%nat ->
  (eval X l / X ^ Z.of_nat h = eval X (skipn h l))%Z /\
  (eval X l - X ^ Z.of_nat h * eval X (skipn h l) = eval X (firstn h l))%Z.
Proof.
intros HX Hl Hh. assert (E := eval_app X (firstn h l) (skipn h l)).
rewrite firstn_skipn, firstn_length_le in E by easy.
assert (S := eval_small X (firstn h l) HX).
assert (digits X (firstn h l)). { rewrite <- (firstn_skipn h l) in Hl. apply Forall_app in Hl. apply Hl. }
specialize (S H). rewrite firstn_length_le in S by easy. split; [| lia].
rewrite E. rewrite Z.add_comm, Z.mul_comm, Z.div_add_l by lia. rewrite Z.div_small by lia. lia.
Qed.

Lemma half_width f w : <|BigN.shiftl w (BigN.of_N (N.of_nat f))|> = (<|w|> * 2 ^ Z.of_nat f)%Z.
Proof.
rewrite BigN.spec_shiftl, Z.shiftl_mul_pow2; rewrite BigN.spec_of_N; [| lia].
now rewrite nat_N_Z.
Qed.

Lemma pow_width (w : BigN.t) f : (2 ^ (<|w|> * 2 ^ Z.of_nat f))%Z = ((2 ^ <|w|>) ^ Z.of_nat (2 ^ f))%Z.
Proof.
assert (0 <= <|w|>)%Z by apply BigN.spec_pos.
rewrite <- Z.pow_mul_r by lia. do 2 f_equal. rewrite Nat2Z.inj_pow. reflexivity.
Qed.

Lemma halves f w x l : (2 ^ f <= length l)%nat -> digits (2 ^ <|w|>) l ->
  <|x|> = eval (2 ^ <|w|>) l ->
  let sh := BigN.shiftl w (BigN.of_N (N.of_nat f)) in
  <|high sh x|> = eval (2 ^ <|w|>) (skipn (2 ^ f) l) /\
  <|low sh x (high sh x)|> = eval (2 ^ <|w|>) (firstn (2 ^ f) l).
Proof.
intros Hl Hd Hx sh. assert (0 <= <|w|>)%Z by apply BigN.spec_pos.
assert (HX : (0 < 2 ^ <|w|>)%Z) by (apply Z.pow_pos_nonneg; lia).
destruct (split_eval _ l (2 ^ f) HX Hd Hl) as [E1 E2].
assert (A : <|high sh x|> = eval (2 ^ <|w|>) (skipn (2 ^ f) l)).
{ unfold high. rewrite BigN.spec_shiftr, Z.shiftr_div_pow2 by apply BigN.spec_pos.
  unfold sh. now rewrite half_width, pow_width, Hx. }
split; [exact A |]. unfold low. rewrite BigN.spec_sub, BigN.spec_shiftl, Z.shiftl_mul_pow2 by apply BigN.spec_pos.
rewrite A. unfold sh. rewrite half_width, pow_width, Hx.
rewrite Z.mul_comm, E2. apply Z.max_r.
apply eval_1_pos; [lia |]. rewrite <- (firstn_skipn (2 ^ f) l) in Hd. apply Forall_app in Hd.
eapply Forall_impl; [| apply Hd]. intros y Hy; cbv beta in *; lia.
Qed.

Lemma digits_split X l h : digits X l -> digits X (firstn h l) /\ digits X (skipn h l).
Proof. intros H. rewrite <- (firstn_skipn h l) in H. now apply Forall_app in H. Qed.

Lemma unpack_all_correct f w : forall x l, length l = (2 ^ f)%nat -> digits (2 ^ <|w|>) l ->
  <|x|> = eval (2 ^ <|w|>) l -> Zs (unpack_all f w x) = l.
Proof.
induction f as [| f IH]; intros x l Hl Hd Hx.
- destruct l as [| y [| z l]]; simpl in *; try lia. f_equal. lia.
- assert (L : (2 ^ f <= length l)%nat) by (simpl in Hl; lia).
  destruct (halves f w x l L Hd Hx) as [A B]. destruct (digits_split _ _ (2 ^ f) Hd) as [D1 D2].
  simpl unpack_all. unfold Zs. rewrite map_app.
  fold (Zs (unpack_all f w (low (BigN.shiftl w (BigN.of_N (N.of_nat f))) x (high (BigN.shiftl w (BigN.of_N (N.of_nat f))) x)))).
  fold (Zs (unpack_all f w (high (BigN.shiftl w (BigN.of_N (N.of_nat f))) x))).
  rewrite (IH _ (firstn (2 ^ f) l)), (IH _ (skipn (2 ^ f) l)); auto.
  + apply firstn_skipn.
  + rewrite skipn_length. simpl in Hl. lia.
  + now apply firstn_length_le.
Qed.

Lemma T_zero l g X : (0 < X)%Z -> digits X l -> eval X l = 0%Z -> T (Rs l) g = 0.
Proof.
intros HX Hd. revert g. induction Hd as [| x l Hx Hl IH]; intros g E; [easy |].
change (eval X (x :: l)) with (x + X * eval X l)%Z in E.
assert (0 <= eval X l)%Z. { apply eval_1_pos; [lia |]. eapply Forall_impl; [| exact Hl]. intros y Hy; cbv beta in *; lia. }
assert (x = 0%Z) by nia. assert (eval X l = 0%Z) by nia. subst. simpl. unfold Rs in IH. rewrite IH by easy. ring.
Qed.

Lemma Rs_app l1 l2 : Rs (l1 ++ l2) = Rs l1 ++ Rs l2.
Proof. apply map_app. Qed.

Lemma unpack_correct f w : forall x l g, (length l <= 2 ^ f)%nat -> digits (2 ^ <|w|>) l ->
  <|x|> = eval (2 ^ <|w|>) l -> T (Rs (Zs (unpack f w x))) g = T (Rs l) g.
Proof.
assert (HX : (0 < 2 ^ <|w|>)%Z) by (apply Z.pow_pos_nonneg; [lia | apply BigN.spec_pos]).
induction f as [| f IH]; intros x l g Hl Hd Hx.
- destruct l as [| y [| z l]]; simpl in *; try lia; rewrite Hx; [simpl; ring | f_equal; f_equal; f_equal; lia].
- simpl unpack. set (sh := BigN.shiftl w (BigN.of_N (N.of_nat f))).
  destruct (le_lt_dec (length l) (2 ^ f)) as [S | L].
  + assert (Z0 : <|high sh x|> = 0%Z).
    { unfold high. rewrite BigN.spec_shiftr, Z.shiftr_div_pow2 by apply BigN.spec_pos.
      unfold sh. rewrite half_width, pow_width, Hx. apply Z.div_small.
      destruct (eval_small _ l HX Hd) as [E1 E2]. split; [easy |]. eapply Z.lt_le_trans; [exact E2 |].
      apply Z.pow_le_mono_r; lia. }
    assert (E : BigN.eqb (high sh x) BigN.zero = true).
    { rewrite BigN.spec_eqb, Z0, BigN.spec_0. easy. }
    rewrite E. now apply IH.
  + assert (L' : (2 ^ f <= length l)%nat) by lia.
    destruct (halves f w x l L' Hd Hx) as [A B]. fold sh in A, B.
    destruct (digits_split _ _ (2 ^ f) Hd) as [D1 D2].
    rewrite <- (firstn_skipn (2 ^ f) l) at 1. rewrite Rs_app, T_app.
    destruct (BigN.eqb (high sh x) BigN.zero) eqn:E.
    * rewrite BigN.spec_eqb, A, BigN.spec_0 in E. apply Z.eqb_eq in E.
      rewrite (T_zero (skipn (2 ^ f) l) _ _ HX D2 E), Rplus_0_r.
      apply IH; [rewrite firstn_length; lia | easy |].
      destruct (split_eval _ l (2 ^ f) HX Hd L') as [_ E2]. rewrite E in E2. lia.
    * unfold Zs. rewrite map_app. fold (Zs (unpack_all f w (low sh x (high sh x)))).
      fold (Zs (unpack f w (high sh x))). rewrite Rs_app, T_app.
      rewrite (unpack_all_correct f w _ (firstn (2 ^ f) l)); auto; [| now apply firstn_length_le].
      f_equal. rewrite (IH _ (skipn (2 ^ f) l)); auto.
      rewrite skipn_length. simpl in Hl. lia.
Qed.

(* The product of two lists of masses. *)
Definition sum (l : list BigN.t) : BigN.t := fold_right BigN.add BigN.zero l.
Lemma sum_correct l : <|sum l|> = eval 1 (Zs l).
Proof.
induction l as [| x l IH]; [exact BigN.spec_0 |].
change (sum (x :: l)) with (BigN.add x (sum l)). rewrite BigN.spec_add, IH.
change (Zs (x :: l)) with (<|x|> :: Zs l). change (eval 1 (<|x|> :: Zs l)) with (<|x|> + 1 * eval 1 (Zs l))%Z. lia.
Qed.

Lemma Zs_pos l : nonnegs (Zs l).
Proof. induction l; simpl; constructor; auto. apply BigN.spec_pos. Qed.

Definition product (l1 l2 : list BigN.t) : list BigN.t :=
  let f := S (Nat.log2 (length l1 + length l2)) in
  let w := BigN.succ (BigN.log2 (BigN.succ (BigN.mul (sum l1) (sum l2)))) in
  unpack f w (BigN.mul (pack f w l1) (pack f w l2)).

Lemma product_correct l1 l2 g : T (Rs (Zs (product l1 l2))) g = T (Rs (conv (Zs l1) (Zs l2))) g.
Proof.
unfold product. set (f := S (Nat.log2 (length l1 + length l2))).
set (s := BigN.succ (BigN.mul (sum l1) (sum l2))).
assert (Hf : (length l1 + length l2 <= 2 ^ f)%nat).
{ unfold f. destruct (length l1 + length l2)%nat as [| k] eqn:E; [simpl; lia |].
  assert (H := Nat.log2_spec (S k)). lia. }
set (w := BigN.succ (BigN.log2 s)).
assert (Hs : <|s|> = (1 + eval 1 (Zs l1) * eval 1 (Zs l2))%Z).
{ unfold s. rewrite BigN.spec_succ, BigN.spec_mul, !sum_correct. ring. }
assert (P1 := eval_1_pos 1 (Zs l1) ltac:(lia) (Zs_pos l1)).
assert (P2 := eval_1_pos 1 (Zs l2) ltac:(lia) (Zs_pos l2)).
assert (Hw : (<|s|> < 2 ^ <|w|>)%Z).
{ unfold w. rewrite BigN.spec_succ, BigN.spec_log2. rewrite Z.add_1_r. apply Z.log2_spec. nia. }
apply unpack_correct.
- assert (L := conv_length (Zs l1) (Zs l2)). unfold Zs in *. rewrite !map_length in L. lia.
- assert (C := conv_pos _ _ (Zs_pos l1) (Zs_pos l2)). assert (E := entry_le_sum _ C).
  rewrite eval_conv in E. unfold digits. apply Forall_forall. intros x Hx.
  unfold nonnegs in C. rewrite Forall_forall in C, E. specialize (C x Hx). specialize (E x Hx). cbv beta in *. lia.
- rewrite BigN.spec_mul, !pack_correct, eval_conv by lia. reflexivity.
Qed.

(* Distributions of n steps as integers over 2^B, with an offset and, for the upper bound, an excess. *)
Record approx := Approx { offset : N; entries : list BigN.t; excess : BigN.t }.

Section Powers.

Variable B : BigN.t. (* masses are integers over 2^B *)
Variable small : BigN.t. (* what may be dropped at either end of a product *)
Variable d : list R.
Hypothesis Md : masses d.

Definition scale : R := IZR (2 ^ <|B|>).
Lemma scale_pos : 0 < scale.
Proof. apply IZR_lt, Z.pow_pos_nonneg; [lia | apply BigN.spec_pos]. Qed.

Definition shifted (g : nat -> R) (o : N) : nat -> R := fun k => g (N.to_nat o + k)%nat.
Definition above (n : nat) (s : approx) : Prop := forall g, (forall k, 0 <= g k <= 1) ->
  scale * Tn d n g <= T (Rs (Zs (entries s))) (shifted g (offset s)) + IZR <|excess s|>.
Definition below (n : nat) (s : approx) : Prop := forall g, (forall k, 0 <= g k) ->
  T (Rs (Zs (entries s))) (shifted g (offset s)) <= scale * Tn d n g.

Fixpoint trim_front (acc : BigN.t) (o : N) (l : list BigN.t) : BigN.t * N * list BigN.t :=
  match l with
  | x :: l' =>
      let acc' := BigN.add acc x in
      if BigN.leb acc' small then trim_front acc' (N.succ o) l' else (acc, o, l)
  | [] => (acc, o, [])
  end.
(* Trims from the far end, and keeps the earlier entries. *)
Fixpoint trim_back (l : list BigN.t) : BigN.t * list BigN.t :=
  match l with
  | [] => (BigN.zero, [])
  | x :: l' =>
      let (acc, k) := trim_back l' in
      match k with
      | [] => let acc' := BigN.add acc x in if BigN.leb acc' small then (acc', []) else (acc, x :: [])
      | _ => (acc, x :: k)
      end
  end.

Lemma IZR_pos x : 0 <= IZR <|x|>.
Proof. apply IZR_le, BigN.spec_pos. Qed.

Lemma trim_front_above l : forall acc o g, (forall k, 0 <= g k <= 1) ->
  let '(acc', o', l') := trim_front acc o l in
  T (Rs (Zs l)) (shifted g o) + IZR <|acc|> <= T (Rs (Zs l')) (shifted g o') + IZR <|acc'|> /\
  T (Rs (Zs l')) (shifted g o') <= T (Rs (Zs l)) (shifted g o).
Proof.
induction l as [| x l IH]; intros acc o g Hg; simpl; [lra |].
destruct (BigN.leb (BigN.add acc x) small); [| simpl; lra].
specialize (IH (BigN.add acc x) (N.succ o) g Hg).
destruct (trim_front (BigN.add acc x) (N.succ o) l) as [[acc' o'] l'].
rewrite BigN.spec_add, plus_IZR in IH.
rewrite (T_ext _ (fun k => shifted g o (S k)) (shifted g (N.succ o)))
  by (intros k; unfold shifted; f_equal; lia).
change (shifted g o 0%nat) with (g (N.to_nat o + 0)%nat). specialize (Hg (N.to_nat o + 0)%nat). assert (P := IZR_pos x).
unfold Rs, Zs in *. assert (L := part _ _ P Hg). lra.
Qed.

Lemma trim_back_above l : forall g, (forall k, 0 <= g k <= 1) ->
  let '(acc, l') := trim_back l in
  T (Rs (Zs l)) g <= T (Rs (Zs l')) g + IZR <|acc|> /\ T (Rs (Zs l')) g <= T (Rs (Zs l)) g.
Proof.
induction l as [| x l IH]; intros g Hg; simpl; [split; try lra; change (0 <= 0 + 0); lra |].
specialize (IH (fun k => g (S k)) (fun k => Hg (S k))).
destruct (trim_back l) as [acc k]. assert (P := IZR_pos x). specialize (Hg O).
unfold Rs, Zs in *.
assert (L := part _ _ P Hg).
destruct k as [| y k]; [destruct (BigN.leb (BigN.add acc x) small) |]; simpl in *;
  rewrite ?BigN.spec_add, ?plus_IZR; lra.
Qed.

Definition ceil_ (x : BigN.t) : BigN.t :=
  BigN.shiftr (BigN.add x (BigN.pred (BigN.shiftl BigN.one B))) B.
Definition floor_ (x : BigN.t) : BigN.t := BigN.shiftr x B.

Lemma floor_correct x : scale * IZR <|floor_ x|> <= IZR <|x|>.
Proof.
unfold scale. rewrite <- mult_IZR. apply IZR_le. unfold floor_.
rewrite BigN.spec_shiftr, Z.shiftr_div_pow2 by apply BigN.spec_pos.
apply Z.mul_div_le. apply Z.pow_pos_nonneg; [lia | apply BigN.spec_pos].
Qed.

Lemma ceil_correct x : IZR <|x|> <= scale * IZR <|ceil_ x|>.
Proof.
unfold scale. rewrite <- mult_IZR. apply IZR_le. unfold ceil_.
rewrite BigN.spec_shiftr, Z.shiftr_div_pow2 by apply BigN.spec_pos.
rewrite BigN.spec_add, BigN.spec_pred, BigN.spec_shiftl, Z.shiftl_mul_pow2, BigN.spec_1 by apply BigN.spec_pos.
assert (H : (0 < 2 ^ <|B|>)%Z) by (apply Z.pow_pos_nonneg; [lia | apply BigN.spec_pos]).
set (m := (2 ^ <|B|>)%Z) in *. rewrite Z.max_r by lia.
assert (D := Z.div_mod (<|x|> + (1 * m - 1)) m). assert (M := Z.mod_pos_bound (<|x|> + (1 * m - 1)) m H).
replace (1 * m - 1)%Z with (m - 1)%Z by ring. replace (1 * m - 1)%Z with (m - 1)%Z in * by ring. lia.
Qed.

Definition mul_above (s t : approx) : approx :=
  let p := map ceil_ (product (entries s) (entries t)) in
  let '(a1, o, l) := trim_front BigN.zero (N.add (offset s) (offset t)) p in
  let '(a2, l') := trim_back l in
  Approx o l' (BigN.add (BigN.add a1 a2)
    (BigN.add (excess s) (ceil_ (BigN.mul (excess t) (sum (entries s)))))).
Definition mul_below (s t : approx) : approx :=
  let p := map floor_ (product (entries s) (entries t)) in
  let '(_, o, l) := trim_front BigN.zero (N.add (offset s) (offset t)) p in
  let '(_, l') := trim_back l in
  Approx o l' BigN.zero.

Lemma T_floor l : forall g, (forall k, 0 <= g k) ->
  scale * T (Rs (Zs (map floor_ l))) g <= T (Rs (Zs l)) g.
Proof.
induction l as [| x l IH]; intros g Hg; simpl; [lra |].
specialize (IH (fun k => g (S k)) (fun k => Hg (S k))). assert (F := floor_correct x). specialize (Hg O).
unfold Rs, Zs in *. assert (scale * IZR <|floor_ x|> * g O <= IZR <|x|> * g O) by (now apply Rmult_le_compat_r).
lra.
Qed.
Lemma T_ceil l : forall g, (forall k, 0 <= g k) ->
  T (Rs (Zs l)) g <= scale * T (Rs (Zs (map ceil_ l))) g.
Proof.
induction l as [| x l IH]; intros g Hg; simpl; [lra |].
specialize (IH (fun k => g (S k)) (fun k => Hg (S k))). assert (F := ceil_correct x). specialize (Hg O).
unfold Rs, Zs in *. assert (IZR <|x|> * g O <= scale * IZR <|ceil_ x|> * g O) by (now apply Rmult_le_compat_r).
lra.
Qed.

Lemma Rs_pos l : Forall (fun x => 0 <= x) (Rs (Zs l)).
Proof. induction l; simpl; constructor; auto using IZR_pos. Qed.

Lemma T_sum l : T (Rs (Zs l)) (fun _ => 1) = IZR <|sum l|>.
Proof.
rewrite sum_correct. induction l as [| x l IH]; [easy |].
change (Zs (x :: l)) with (<|x|> :: Zs l). change (eval 1 (<|x|> :: Zs l)) with (<|x|> + 1 * eval 1 (Zs l))%Z.
change (T (Rs (<| x |> :: Zs l)) (fun _ => 1)) with (IZR <| x |> * 1 + T (Rs (Zs l)) (fun _ => 1)).
rewrite IH, plus_IZR, Z.mul_1_l. ring.
Qed.

Lemma mul_above_correct m n s t : above m s -> above n t -> above (m + n) (mul_above s t).
Proof.
intros Hs Ht g Hg. assert (Sp := scale_pos). rewrite Tn_add.
set (G := fun k => Tn d n (fun j => g (k + j)%nat)).
assert (HG : forall k, 0 <= G k <= 1) by (intros k; apply Tn_1; auto).
specialize (Hs G HG).
assert (K : scale * T (Rs (Zs (entries s))) (shifted G (offset s)) <=
  T (Rs (Zs (product (entries s) (entries t)))) (shifted g (offset s + offset t)%N)
  + IZR <|BigN.mul (excess t) (sum (entries s))|>).
{ rewrite product_correct, T_conv, BigN.spec_mul, mult_IZR, <- T_sum, <- !T_scal, <- T_plus.
  apply T_le; [apply Rs_pos |]. intros k. unfold shifted at 1. rewrite Rmult_1_r.
  specialize (Ht (fun j => g (N.to_nat (offset s) + k + j)%nat) (fun j => Hg _)).
  eapply Rle_trans; [exact Ht |]. right. f_equal. apply T_ext. intros j. unfold shifted. f_equal. lia. }
assert (Q := T_ceil (product (entries s) (entries t)) (shifted g (offset s + offset t)%N) (fun k => proj1 (Hg _))).
assert (C := ceil_correct (BigN.mul (excess t) (sum (entries s)))).
unfold mul_above.
set (p := map ceil_ (product (entries s) (entries t))) in *.
assert (F := trim_front_above p BigN.zero (offset s + offset t)%N g Hg).
destruct (trim_front BigN.zero (offset s + offset t)%N p) as [[a1 o] l].
assert (Bk := trim_back_above l (shifted g o) (fun k => Hg _)).
destruct (trim_back l) as [a2 l']. cbn [entries excess offset]. rewrite !BigN.spec_add, !plus_IZR.
rewrite BigN.spec_0 in F. destruct F as [F _], Bk as [Bk _].
assert (scale * T (Rs (Zs (entries s))) (shifted G (offset s)) <=
  scale * (T (Rs (Zs p)) (shifted g (offset s + offset t)%N) + IZR <|ceil_ (BigN.mul (excess t) (sum (entries s)))|>)) by lra.
apply Rmult_le_reg_l in H; [| easy]. lra.
Qed.

Lemma shift_trim l : forall acc o g, (forall k, 0 <= g k) ->
  let '(_, o', l') := trim_front acc o l in
  T (Rs (Zs l')) (shifted g o') <= T (Rs (Zs l)) (shifted g o).
Proof.
induction l as [| x l IH]; intros acc o g Hg; simpl; [lra |].
destruct (BigN.leb (BigN.add acc x) small); [| simpl; lra].
specialize (IH (BigN.add acc x) (N.succ o) g Hg).
destruct (trim_front (BigN.add acc x) (N.succ o) l) as [[acc' o'] l'].
rewrite (T_ext _ (fun k => shifted g o (S k)) (shifted g (N.succ o)))
  by (intros k; unfold shifted; f_equal; lia).
change (shifted g o 0%nat) with (g (N.to_nat o + 0)%nat). specialize (Hg (N.to_nat o + 0)%nat). assert (P := IZR_pos x).
unfold Rs, Zs in *. assert (0 <= IZR <|x|> * g (N.to_nat o + 0)%nat) by (now apply Rmult_le_pos). lra.
Qed.

Lemma back_trim l : forall g, (forall k, 0 <= g k) ->
  let '(_, l') := trim_back l in T (Rs (Zs l')) g <= T (Rs (Zs l)) g.
Proof.
induction l as [| x l IH]; intros g Hg; simpl; [lra |].
specialize (IH (fun k => g (S k)) (fun k => Hg (S k))).
destruct (trim_back l) as [acc k]. assert (P := IZR_pos x). specialize (Hg O).
unfold Rs, Zs in *. assert (0 <= IZR <|x|> * g O) by (now apply Rmult_le_pos).
destruct k as [| y k]; [destruct (BigN.leb (BigN.add acc x) small) |]; simpl in *; lra.
Qed.

Lemma mul_below_correct m n s t : below m s -> below n t -> below (m + n) (mul_below s t).
Proof.
intros Hs Ht g Hg. assert (Sp := scale_pos). rewrite Tn_add.
set (G := fun k => Tn d n (fun j => g (k + j)%nat)).
assert (HG : forall k, 0 <= G k) by (intros k; apply Tn_pos; auto).
specialize (Hs G HG).
assert (K : T (Rs (Zs (product (entries s) (entries t)))) (shifted g (offset s + offset t)%N)
  <= scale * T (Rs (Zs (entries s))) (shifted G (offset s))).
{ rewrite product_correct, T_conv, <- T_scal.
  apply T_le; [apply Rs_pos |]. intros k. unfold shifted at 2.
  specialize (Ht (fun j => g (N.to_nat (offset s) + k + j)%nat) (fun j => Hg _)).
  eapply Rle_trans; [| exact Ht]. right. apply T_ext. intros j. unfold shifted. f_equal. lia. }
assert (Q := T_floor (product (entries s) (entries t)) (shifted g (offset s + offset t)%N) (fun k => Hg _)).
unfold mul_below.
set (p := map floor_ (product (entries s) (entries t))) in *.
assert (F := shift_trim p BigN.zero (offset s + offset t)%N g Hg).
destruct (trim_front BigN.zero (offset s + offset t)%N p) as [[a1 o] l].
assert (Bk := back_trim l (shifted g o) (fun k => Hg _)).
destruct (trim_back l) as [a2 l']. cbn [entries excess offset].
assert (scale * T (Rs (Zs l')) (shifted g o) <= scale * (scale * Tn d m G)).
{ apply Rle_trans with (scale * T (Rs (Zs p)) (shifted g (offset s + offset t)%N)).
  - apply Rmult_le_compat_l; lra.
  - eapply Rle_trans; [exact Q |]. eapply Rle_trans; [exact K |]. apply Rmult_le_compat_l; lra. }
apply Rmult_le_reg_l in H; [| easy]. exact H.
Qed.

Fixpoint power_above (s : approx) (n : positive) : approx :=
  match n with
  | xH => s
  | xO m => let r := power_above s m in mul_above r r
  | xI m => let r := power_above s m in mul_above (mul_above r r) s
  end.
Fixpoint power_below (s : approx) (n : positive) : approx :=
  match n with
  | xH => s
  | xO m => let r := power_below s m in mul_below r r
  | xI m => let r := power_below s m in mul_below (mul_below r r) s
  end.

Lemma power_above_correct s n : above 1 s -> above (Pos.to_nat n) (power_above s n).
Proof.
intros H. induction n as [n IH | n IH |]; cbn [power_above].
- replace (Pos.to_nat n~1) with (Pos.to_nat n + Pos.to_nat n + 1)%nat by lia.
  now repeat apply mul_above_correct.
- replace (Pos.to_nat n~0) with (Pos.to_nat n + Pos.to_nat n)%nat by lia. now apply mul_above_correct.
- exact H.
Qed.
Lemma power_below_correct s n : below 1 s -> below (Pos.to_nat n) (power_below s n).
Proof.
intros H. induction n as [n IH | n IH |]; cbn [power_below].
- replace (Pos.to_nat n~1) with (Pos.to_nat n + Pos.to_nat n + 1)%nat by lia.
  now repeat apply mul_below_correct.
- replace (Pos.to_nat n~0) with (Pos.to_nat n + Pos.to_nat n)%nat by lia. now apply mul_below_correct.
- exact H.
Qed.

(* One step: each mass is bounded by its integer. *)
Lemma start_above l : Forall2 (fun x y => scale * x <= IZR <|y|>) d l -> above 1 (Approx 0 l BigN.zero).
Proof.
intros H g Hg. cbn [entries offset excess]. rewrite BigN.spec_0, Rplus_0_r. clear Md. unfold shifted; simpl.
revert g Hg. induction H as [| x y d' l Hxy _ IH]; intros g Hg; simpl; [lra |].
specialize (IH (fun k => g (S k)) (fun k => Hg (S k))). specialize (Hg O). unfold Rs, Zs in *. simpl in IH.
assert (scale * x * g O <= IZR <|y|> * g O) by (apply Rmult_le_compat_r; lra). simpl. lra.
Qed.
Lemma start_below l : Forall2 (fun x y => IZR <|y|> <= scale * x) d l -> below 1 (Approx 0 l BigN.zero).
Proof.
intros H g Hg. cbn [entries offset excess]. clear Md. unfold shifted; simpl.
revert g Hg. induction H as [| x y d' l Hxy _ IH]; intros g Hg; simpl; [lra |].
specialize (IH (fun k => g (S k)) (fun k => Hg (S k))). specialize (Hg O). unfold Rs, Zs in *. simpl in IH.
assert (IZR <|y|> * g O <= scale * x * g O) by (apply Rmult_le_compat_r; lra). simpl. lra.
Qed.

(* The sum of masses times max(0, 1 - y zeta^k); y and zeta are known as integers over 2^W. *)
Variable W : BigN.t.
Definition wscale : R := IZR (2 ^ <|W|>).
Lemma wscale_pos : 0 < wscale.
Proof. apply IZR_lt, Z.pow_pos_nonneg; [lia | apply BigN.spec_pos]. Qed.
Definition wone : BigN.t := BigN.shiftl BigN.one W.
Lemma wone_correct : IZR <|wone|> = wscale.
Proof.
unfold wone, wscale. rewrite BigN.spec_shiftl, Z.shiftl_mul_pow2, BigN.spec_1 by apply BigN.spec_pos.
now rewrite Z.mul_1_l.
Qed.
Definition down (x y : BigN.t) : BigN.t := BigN.shiftr (BigN.mul x y) W.
Definition up (x y : BigN.t) : BigN.t := BigN.succ (BigN.shiftr (BigN.mul x y) W).

Fixpoint weigh_above (zeta y acc : BigN.t) (l : list BigN.t) : BigN.t :=
  match l with
  | [] => acc
  | x :: l' => weigh_above zeta (down y zeta) (BigN.add acc (BigN.mul x (BigN.sub wone y))) l'
  end.
Fixpoint weigh_below (zeta y acc : BigN.t) (l : list BigN.t) : BigN.t :=
  match l with
  | [] => acc
  | x :: l' => weigh_below zeta (up y zeta) (BigN.add acc (BigN.mul x (BigN.sub wone y))) l'
  end.

Lemma down_correct x y : wscale * IZR <|down x y|> <= IZR <|x|> * IZR <|y|>.
Proof.
unfold down, wscale. rewrite <- !mult_IZR, BigN.spec_shiftr, Z.shiftr_div_pow2, BigN.spec_mul by apply BigN.spec_pos.
apply IZR_le, Z.mul_div_le. apply Z.pow_pos_nonneg; [lia | apply BigN.spec_pos].
Qed.
Lemma up_correct x y : IZR <|x|> * IZR <|y|> <= wscale * IZR <|up x y|>.
Proof.
unfold up, wscale. rewrite <- !mult_IZR, BigN.spec_succ, BigN.spec_shiftr, Z.shiftr_div_pow2, BigN.spec_mul by apply BigN.spec_pos.
apply IZR_le. assert (0 < 2 ^ <|W|>)%Z by (apply Z.pow_pos_nonneg; [lia | apply BigN.spec_pos]).
assert (M := Z.mul_succ_div_gt (<|x|> * <|y|>) (2 ^ <|W|>) H). lia.
Qed.
Lemma sub_correct y : IZR <|BigN.sub wone y|> = Rmax 0 (wscale - IZR <|y|>).
Proof.
rewrite BigN.spec_sub. rewrite <- wone_correct, <- minus_IZR.
unfold Z.max. destruct (Z.compare_spec 0 (<|wone|> - <|y|>)) as [E | L | G].
- rewrite <- E. rewrite Rmax_left; lra.
- apply IZR_lt in L. rewrite Rmax_right; lra.
- apply IZR_lt in G. rewrite Rmax_left; lra.
Qed.

Lemma weigh_above_correct zeta Zt l : IZR <|Zt|> <= wscale * zeta ->
  forall y Y acc, IZR <|Y|> <= wscale * y ->
  wscale * T (Rs (Zs l)) (fun k => Rmax 0 (1 - y * zeta ^ k)) + IZR <|acc|> <=
  IZR <|weigh_above Zt Y acc l|>.
Proof.
intros HZ. assert (Wp := wscale_pos). induction l as [| x l IH]; intros y Y acc HY; simpl; [lra |].
assert (ZP := IZR_pos Zt). assert (YP := IZR_pos Y). assert (XP := IZR_pos x).
assert (D : IZR <|down Y Zt|> <= wscale * (y * zeta)).
{ assert (D := down_correct Y Zt). apply Rmult_le_reg_l with wscale; [easy |].
  eapply Rle_trans; [exact D |].
  replace (wscale * (wscale * (y * zeta))) with ((wscale * y) * (wscale * zeta)) by ring.
  apply Rmult_le_compat; lra. }
specialize (IH (y * zeta) (down Y Zt) (BigN.add acc (BigN.mul x (BigN.sub wone Y))) D).
rewrite BigN.spec_add, BigN.spec_mul, plus_IZR, mult_IZR, sub_correct in IH.
rewrite (T_ext _ (fun k => Rmax 0 (1 - y * (zeta * zeta ^ k))) (fun k => Rmax 0 (1 - y * zeta * zeta ^ k)))
  by (intros k; f_equal; ring).
assert (wscale * Rmax 0 (1 - y * 1) <= Rmax 0 (wscale - IZR <|Y|>)).
{ rewrite <- RmaxRmult by lra. rewrite Rmult_0_r. apply Rle_max_compat_l. lra. }
assert (IZR <|x|> * (wscale * Rmax 0 (1 - y * 1)) <= IZR <|x|> * Rmax 0 (wscale - IZR <|Y|>))
  by (now apply Rmult_le_compat_l).
unfold Rs, Zs in *. lra.
Qed.

Lemma weigh_below_correct zeta Zt l : 0 <= zeta -> wscale * zeta <= IZR <|Zt|> ->
  forall y Y acc, 0 <= y -> wscale * y <= IZR <|Y|> ->
  IZR <|weigh_below Zt Y acc l|> <=
  wscale * T (Rs (Zs l)) (fun k => Rmax 0 (1 - y * zeta ^ k)) + IZR <|acc|>.
Proof.
intros H0 HZ. assert (Wp := wscale_pos). induction l as [| x l IH]; intros y Y acc Hy HY; simpl; [lra |].
assert (ZP := IZR_pos Zt). assert (YP := IZR_pos Y). assert (XP := IZR_pos x).
assert (D : wscale * (y * zeta) <= IZR <|up Y Zt|>).
{ assert (D := up_correct Y Zt). apply Rmult_le_reg_l with wscale; [easy |].
  eapply Rle_trans; [| exact D].
  replace (wscale * (wscale * (y * zeta))) with ((wscale * y) * (wscale * zeta)) by ring.
  apply Rmult_le_compat; try lra; apply Rmult_le_pos; lra. }
specialize (IH (y * zeta) (up Y Zt) (BigN.add acc (BigN.mul x (BigN.sub wone Y))) (Rmult_le_pos _ _ Hy H0) D).
rewrite BigN.spec_add, BigN.spec_mul, plus_IZR, mult_IZR, sub_correct in IH.
rewrite (T_ext _ (fun k => Rmax 0 (1 - y * (zeta * zeta ^ k))) (fun k => Rmax 0 (1 - y * zeta * zeta ^ k)))
  by (intros k; f_equal; ring).
assert (Rmax 0 (wscale - IZR <|Y|>) <= wscale * Rmax 0 (1 - y * 1)).
{ rewrite <- RmaxRmult by lra. rewrite Rmult_0_r. apply Rle_max_compat_l. lra. }
assert (IZR <|x|> * Rmax 0 (wscale - IZR <|Y|>) <= IZR <|x|> * (wscale * Rmax 0 (1 - y * 1)))
  by (now apply Rmult_le_compat_l).
unfold Rs, Zs in *. lra.
Qed.

End Powers.
