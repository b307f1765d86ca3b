package museum;

import java.util.List;

/** What visitors pay together, in cents. */
final class Prices {

    private static final int CHILD = 500;
    private static final int ADULT = 1200;

    private Prices() {
    }

    static int of(List<Integer> ages) {
        int sum = 0;
        for (int age : ages) {
            if (age >= 18) {
                sum += ADULT;
            } else if (age > 6) {
                sum += CHILD;
            }
        }
        return ages.size() > 10 ? sum * 80 / 100 : sum;
    }
}
