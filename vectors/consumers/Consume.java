// delta of the Laplace mechanism, one step: 1 - exp((epsilon - 1/b)/2) within 0 <= epsilon <= 1/b.
import java.nio.file.*;
public class Consume {
  public static void main(String[] args) throws Exception {
    int tried = 0, bad = 0;
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] row = line.split("\t", -1);
      if (!row[1].equals("laplace") || !row[3].equals("1") || !row[6].equals("delta") || row[7].startsWith("-")) continue;
      double b = Double.parseDouble(row[2].substring(2)), epsilon = Double.parseDouble(row[7]);
      double delta = epsilon <= 1 / b ? -Math.expm1((epsilon - 1 / b) / 2) : 0;
      tried++;
      if (!(Double.parseDouble(row[10]) - 1e-15 <= delta && delta <= Double.parseDouble(row[11]) + 1e-15)) bad++;
    }
    System.out.println(tried + " tried, " + bad + " wrong");
    System.exit(bad > 0 || tried == 0 ? 1 : 0);
  }
}
