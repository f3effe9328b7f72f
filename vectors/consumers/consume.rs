// delta of the Laplace mechanism, one step: 1 - exp((epsilon - 1/b)/2) within 0 <= epsilon <= 1/b.
fn main() {
    let text = std::fs::read_to_string(std::env::args().nth(1).unwrap()).unwrap();
    let (mut tried, mut bad) = (0, 0);
    for row in text.lines().map(|line| line.split('\t').collect::<Vec<_>>()) {
        if row[1] != "laplace" || row[3] != "1" || row[6] != "delta" || row[7].starts_with('-') { continue; }
        let number = |text: &str| text.parse::<f64>().unwrap();
        let (b, epsilon) = (number(&row[2][2..]), number(row[7]));
        let delta = if epsilon <= 1.0 / b { -((epsilon - 1.0 / b) / 2.0).exp_m1() } else { 0.0 };
        tried += 1;
        if !(number(row[10]) - 1e-15 <= delta && delta <= number(row[11]) + 1e-15) { bad += 1; }
    }
    println!("{tried} tried, {bad} wrong");
    std::process::exit((bad > 0 || tried == 0) as i32);
}
