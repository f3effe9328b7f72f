"""The quantities of a mechanism, by name: one method for each quantity of the program.

For a number the result is an `Enclosure`; for a list, an array, a Series or a DataFrame it is an `EnclosureArray` of
the same shape. All methods have the same options:

- `direction`: "worst" (add_remove, the default), "forward" (remove) or "reverse" (add);
- `digits`: the requested number of relative digits; an enclosure with fewer digits is still correct;
- `engine`: "auto", or one of `engines()`;
- `progress`: a callback that is called during the work; if it returns True, the work ends. A callback with arguments
  is called at most ten times a second with the seconds since the start, the limit in seconds (None without `timeout`)
  and a text such as "1.2 s of 60 s"; a callback without arguments is called more often;
- `timeout`: the time limit in seconds; by default there is no limit. After the limit the answer is the best enclosure
  so far (`.reached` is False); if nothing is known yet, `OutOfTime` is raised. The limit is checked between parts of
  the work, which may take tens of seconds for hard queries. For an array, the limit applies to all elements together.
"""

from __future__ import annotations

from typing import Any, Unpack, overload

from .arguments import Array, Scalar
from .enclosure import Enclosure
from .enclosure_array import EnclosureArray
from .how import How, shows_options


class Mechanism:
    """The quantities of a mechanism. This class has the name of the public class, because messages of type checkers
    contain the name.
    """

    def ask(self, quantity: str, at: Any = None, **how: Unpack[How]) -> Any:
        """Returns a quantity of `quantities()` at its argument, or at each argument of a list or array.

        Args:
            quantity: One of the names of `quantities()`.
            at: The argument of the quantity, or a list, an array or a table of arguments.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            UnknownName: There is no such quantity.
            BadInput: The number is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        raise NotImplementedError

    def _values(self, quantity: str, at: Any, how: How) -> Enclosure | EnclosureArray:
        found: Enclosure | EnclosureArray = self.ask(quantity, at, **how)
        return found

    def _number(self, quantity: str, how: How) -> Enclosure:
        found: Enclosure = self.ask(quantity, **how)
        return found

    @overload
    def delta(self, epsilon: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def delta(self, epsilon: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def delta(self, epsilon: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the privacy profile at epsilon: the smallest delta.

        Args:
            epsilon: The epsilon, a real number, or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The epsilon is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.

        >>> from plumbline import Mechanism
        >>> Mechanism("gaussian(sigma=1)").delta(1, digits=8)  # doctest: +ELLIPSIS
        Enclosure('0.126936737...', '0.126936737...', digits=..., engine='closed_form')
        """
        return self._values("delta", epsilon, how)

    @overload
    def epsilon(self, delta: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def epsilon(self, delta: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def epsilon(self, delta: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the smallest epsilon with delta(epsilon) <= delta; infinite if none exists. The result is negative
        if delta is larger than the total variation delta(0); then (0, delta)-DP holds, and reports should state
        epsilon = 0.

        Args:
            delta: The delta, in [0, 1), or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The delta is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("epsilon", delta, how)

    @overload
    def tradeoff(self, alpha: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def tradeoff(self, alpha: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def tradeoff(self, alpha: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the trade-off function f(alpha): the smallest type II error at type I error alpha.

        Args:
            alpha: The type I error, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The alpha is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("tradeoff", alpha, how)

    @overload
    def tradeoff_inverse(self, beta: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def tradeoff_inverse(self, beta: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def tradeoff_inverse(self, beta: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the smallest type I error at type II error beta.

        Args:
            beta: The type II error, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The beta is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("tradeoff_inverse", beta, how)

    @overload
    def power(self, alpha: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def power(self, alpha: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def power(self, alpha: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the largest power 1 - f(alpha) of a test at level alpha.

        Args:
            alpha: The level, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The alpha is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("power", alpha, how)

    @overload
    def tpr(self, fpr: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def tpr(self, fpr: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def tpr(self, fpr: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the largest true positive rate of a membership attack at a false positive rate (the quantity
        `power`).

        Args:
            fpr: The false positive rate, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The fpr is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("tpr", fpr, how)

    @overload
    def rero(self, kappa: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def rero(self, kappa: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def rero(self, kappa: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns gamma(kappa) of the forward pair: an upper bound on the success probability of reconstruction
        attacks.

        Args:
            kappa: The success probability of blind guessing, in [0, 1], or a list, an array or a table of such
                numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The kappa is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("rero", kappa, how)

    @overload
    def bayes(self, prior: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def bayes(self, prior: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def bayes(self, prior: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the minimum Bayes error at a prior probability of H0.

        Args:
            prior: The prior of H0, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The prior is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("bayes", prior, how)

    @overload
    def posterior(self, prior: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def posterior(self, prior: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def posterior(self, prior: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the success probability 1 - R(prior) of the Bayes-optimal membership decision.

        Args:
            prior: The prior of H0, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The prior is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("posterior", prior, how)

    @overload
    def posterior_belief(self, prior: Array, **how: Unpack[How]) -> EnclosureArray: ...
    @overload
    def posterior_belief(self, prior: Scalar, **how: Unpack[How]) -> Enclosure: ...
    @shows_options
    def posterior_belief(self, prior: Array | Scalar, **how: Unpack[How]) -> Enclosure | EnclosureArray:
        """Returns the largest posterior probability of membership over all outputs.

        Args:
            prior: The prior of membership, in [0, 1], or a list, an array or a table of such numbers.
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`; for a list, an array or a table, an `EnclosureArray` of its shape.

        Raises:
            BadInput: The prior is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._values("posterior_belief", prior, how)

    @shows_options
    def tv(self, **how: Unpack[How]) -> Enclosure:
        """Returns the total variation, delta(0).

        Args:
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: An option is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._number("tv", how)

    @shows_options
    def advantage(self, **how: Unpack[How]) -> Enclosure:
        """Returns the membership advantage, max TPR - FPR, which equals the total variation.

        Args:
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: An option is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._number("advantage", how)

    @shows_options
    def minimax(self, **how: Unpack[How]) -> Enclosure:
        """Returns the minimax Bayes error R*: the maximum of the Bayes error over all priors.

        Args:
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: An option is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._number("minimax", how)

    @shows_options
    def minimax_prior(self, **how: Unpack[How]) -> Enclosure:
        """Returns a prior at which the Bayes error is largest.

        Args:
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: An option is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._number("minimax_prior", how)

    @shows_options
    def fixed_point(self, **how: Unpack[How]) -> Enclosure:
        """Returns the fixed point a* = f(a*) of the trade-off function.

        Args:
            **how: `direction`, `digits`, `engine`, `progress` and `timeout` (see `plumbline.questions`).

        Returns:
            An `Enclosure`.

        Raises:
            BadInput: An option is invalid or out of its range.
            Stopped: `progress` or `timeout` ended the work before any result was known.

        Source:
            docs/quantities of the project.
        """
        return self._number("fixed_point", how)
