"""What can be asked of a mechanism, by name: one method for each quantity of the program.

A number gives an `Enclosure`; a list, an array, a Series or a DataFrame gives an `EnclosureArray` of the same
shape. All methods take the same options:

- `direction`: "worst" (add_remove, the default), "forward" (remove) or "reverse" (add);
- `digits`: how many relative digits are wanted; where they are not reached the enclosure is still correct;
- `engine`: "auto", or one of `engines()`;
- `progress`: called now and then; where it returns True the work ends;
- `timeout`: seconds, after which the best enclosure so far is the answer (`.reached` is False), or `OutOfTime`
  is raised where nothing is known yet.
"""

from __future__ import annotations

from typing import Any, overload

from .arguments import Array, Progress, Scalar
from .enclosure import Enclosure, EnclosureArray


class Questions:
    """The quantities of a mechanism."""

    def ask(
        self,
        quantity: str,
        at: Any = None,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Any:
        """A quantity of `quantities()` at its argument, or at each of a list or array of them."""
        raise NotImplementedError

    @overload
    def delta(
        self, epsilon: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def delta(
        self, epsilon: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def delta(
        self,
        epsilon: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The privacy profile: the smallest delta at epsilon.

        >>> from plumbline import Mechanism
        >>> Mechanism("gaussian(sigma=1)").delta(1, digits=8)  # doctest: +ELLIPSIS
        Enclosure('0.126936737...', '0.126936737...', digits=..., engine='closed_form')
        """
        found: Enclosure | EnclosureArray = self.ask(
            "delta", epsilon, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def epsilon(
        self, delta: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def epsilon(
        self, delta: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def epsilon(
        self,
        delta: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The smallest epsilon with delta(epsilon) <= delta; infinite where there is none."""
        found: Enclosure | EnclosureArray = self.ask(
            "epsilon", delta, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def tradeoff(
        self, alpha: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def tradeoff(
        self, alpha: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def tradeoff(
        self,
        alpha: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The trade-off function f(alpha): the smallest type II error at type I error alpha."""
        found: Enclosure | EnclosureArray = self.ask(
            "tradeoff", alpha, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def tradeoff_inverse(
        self, beta: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def tradeoff_inverse(
        self, beta: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def tradeoff_inverse(
        self,
        beta: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The smallest type I error at type II error beta."""
        found: Enclosure | EnclosureArray = self.ask(
            "tradeoff_inverse", beta, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def power(
        self, alpha: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def power(
        self, alpha: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def power(
        self,
        alpha: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The largest power 1 - f(alpha) of a test at level alpha."""
        found: Enclosure | EnclosureArray = self.ask(
            "power", alpha, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def tpr(
        self, fpr: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def tpr(
        self, fpr: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def tpr(
        self,
        fpr: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The largest true positive rate of a membership attack at a false positive rate: `power`."""
        found: Enclosure | EnclosureArray = self.ask(
            "power", fpr, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def rero(
        self, kappa: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def rero(
        self, kappa: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def rero(
        self,
        kappa: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The reconstruction robustness bound gamma(kappa), of the forward pair."""
        found: Enclosure | EnclosureArray = self.ask(
            "rero", kappa, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def bayes(
        self, prior: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def bayes(
        self, prior: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def bayes(
        self,
        prior: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The minimum Bayes error at a prior (of H0)."""
        found: Enclosure | EnclosureArray = self.ask(
            "bayes", prior, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def posterior(
        self, prior: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def posterior(
        self, prior: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def posterior(
        self,
        prior: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The success 1 - R(prior) of the Bayes-optimal membership decision."""
        found: Enclosure | EnclosureArray = self.ask(
            "posterior", prior, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    @overload
    def posterior_belief(
        self, prior: Array, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> EnclosureArray: ...
    @overload
    def posterior_belief(
        self, prior: Scalar, *, direction: str = ..., digits: int = ..., engine: str = ...,
        progress: Progress | None = ..., timeout: float | None = ...,
    ) -> Enclosure: ...
    def posterior_belief(
        self,
        prior: Array | Scalar,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure | EnclosureArray:
        """The largest posterior probability of membership over all outputs."""
        found: Enclosure | EnclosureArray = self.ask(
            "posterior_belief", prior, direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    def tv(
        self,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure:
        """The total variation, delta(0)."""
        found: Enclosure = self.ask(
            "tv", direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    def advantage(
        self,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure:
        """The membership advantage, max TPR - FPR: the total variation."""
        found: Enclosure = self.ask(
            "advantage", direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    def minimax(
        self,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure:
        """The minimax Bayes error R*, the largest over priors."""
        found: Enclosure = self.ask(
            "minimax", direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    def minimax_prior(
        self,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure:
        """A prior at which the Bayes error is largest."""
        found: Enclosure = self.ask(
            "minimax_prior", direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found

    def fixed_point(
        self,
        *,
        direction: str = "worst",
        digits: int = 15,
        engine: str = "auto",
        progress: Progress | None = None,
        timeout: float | None = None,
    ) -> Enclosure:
        """The fixed point a* = f(a*) of the trade-off function."""
        found: Enclosure = self.ask(
            "fixed_point", direction=direction, digits=digits, engine=engine, progress=progress,
            timeout=timeout
        )
        return found
