package museum;

import static org.junit.Assert.assertEquals;

import java.util.Collections;
import java.util.List;
import org.junit.Test;

public class PricesTest {

    @Test
    public void adultsPayTheFullPrice() {
        assertEquals(1200, Prices.of(List.of(40)));
    }

    @Test
    public void childrenPayLess() {
        assertEquals(500, Prices.of(List.of(12)));
    }

    @Test
    public void smallChildrenPayNothing() {
        assertEquals(0, Prices.of(List.of(3)));
    }

    @Test
    public void groupsPayAFifthLess() {
        assertEquals(28_800, Prices.of(Collections.nCopies(30, 40)));
    }

    @Test
    public void aChildOfSixPays() {
        assertEquals(500, Prices.of(List.of(6)));
    }

    @Test
    public void aChildOfFiveDoesNot() {
        assertEquals(0, Prices.of(List.of(5)));
    }

    @Test
    public void tenAreAGroup() {
        assertEquals(9_600, Prices.of(Collections.nCopies(10, 40)));
    }

    @Test
    public void nineAreNot() {
        assertEquals(10_800, Prices.of(Collections.nCopies(9, 40)));
    }
}
