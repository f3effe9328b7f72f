//! Certified test vectors of differential-privacy accounting, from the table `all.tsv`. No dependencies.

const TABLE: &str = include_str!("../all.tsv");

/// The exact value lies between `lower` and `upper`, the doubles closest to it from outside that are known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vector {
    pub id: &'static str,
    /// Name, parameters (`sigma=1.0 p=0.01`) and steps of one mechanism run again and again; empty for products.
    pub name: &'static str,
    pub parameters: &'static str,
    pub steps: Option<u64>,
    /// The composition, exactly.
    pub mechanism: &'static str,
    /// `forward` (remove: the record is there, then removed) or `reverse` (add).
    pub direction: &'static str,
    pub quantity: &'static str,
    /// `None` for the total variation.
    pub argument: Option<f64>,
    pub lower: f64,
    pub upper: f64,
    /// `easy`, `hard` or `extreme`.
    pub tier: &'static str,
    flags: &'static str,
}

impl Vector {
    fn of(row: &'static str) -> Vector {
        let cells: Vec<&str> = row.split('\t').collect();
        let number = |i: usize| cells[i].parse::<f64>();
        Vector {
            id: cells[0],
            name: cells[1],
            parameters: cells[2],
            steps: cells[3].parse().ok(),
            mechanism: cells[4],
            direction: cells[5],
            quantity: cells[6],
            argument: number(7).ok(),
            lower: number(10).expect("a number"),
            upper: number(11).expect("a number"),
            tier: cells[12],
            flags: cells[13],
        }
    }

    /// The double of a parameter of a mechanism run again and again.
    pub fn parameter(&self, name: &str) -> Option<f64> {
        let of = |text: &'static str| text.split_once('=').filter(|(key, _)| *key == name);
        self.parameters.split(' ').find_map(of).and_then(|(_, value)| value.parse().ok())
    }

    /// Returns the purpose of the test.
    pub fn flags(&self) -> impl Iterator<Item = &'static str> {
        self.flags.split(' ').filter(|flag| !flag.is_empty())
    }

    /// Returns true if an upper bound is certainly too low (NaN is).
    pub fn too_low(&self, bound: f64) -> bool {
        !(bound >= self.lower)
    }

    /// Returns true if a lower bound is certainly too high (NaN is).
    pub fn too_high(&self, bound: f64) -> bool {
        !(bound <= self.upper)
    }
}

/// All vectors.
pub fn load() -> impl Iterator<Item = Vector> {
    TABLE.lines().skip(1).map(Vector::of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_read() {
        assert_eq!(load().count(), TABLE.lines().count() - 1);
        assert!(load().all(|v| v.lower <= v.upper && (v.argument.is_some() || v.quantity == "tv")));
        assert!(load().any(|v| v.flags().any(|flag| flag == "Asymmetric")));
    }

    #[test]
    fn total_variation_of_one_laplace_mechanism() {
        let one = |v: &Vector| v.name == "laplace" && v.steps == Some(1) && v.quantity == "tv";
        assert!(load().any(|v| one(&v)));
        for v in load().filter(one) {
            let tv = -(-1.0 / (2.0 * v.parameter("b").unwrap())).exp_m1();
            assert!(!v.too_low(tv * (1.0 + 1e-15)) && !v.too_high(tv * (1.0 - 1e-15)), "{v:?}");
            assert!(v.too_low(tv * (1.0 - 1e-12)) && v.too_high(tv * (1.0 + 1e-12)), "{v:?}");
        }
    }
}
