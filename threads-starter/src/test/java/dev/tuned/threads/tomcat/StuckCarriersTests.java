/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Looks at one request, whose stack the test says. */
class StuckCarriersTests {

    private final Thread request = new Thread(() -> {});

    private int line;

    private double used;

    private final StuckCarriers carriers = new StuckCarriers(this::stacks, () -> () -> used);

    @Test
    void requestThatStandsAtOneNativeCallIsStuck() {
        assertThat(looks(StuckCarriers.MIN_LOOKS - 1, 0)).allMatch(Optional::isEmpty);
        assertThat(carriers.look(false, true).orElseThrow())
                .contains("Reader.read0(Native Method)", "Reader.read(Reader.java:0)");
    }

    @Test
    void requestThatGoesOnFromOneNativeCallToTheNextIsNot() {
        assertThat(looks(StuckCarriers.MAX_LOOKS - 1, 1)).allMatch(Optional::isEmpty);
    }

    @Test
    void nothingStartsForLongWithoutASignOfWhy() {
        looks(StuckCarriers.MAX_LOOKS - 1, 1);
        assertThat(carriers.look(false, true).orElseThrow()).isEqualTo("none");
    }

    @Test
    void threadThatStartsBeginsItAnew() {
        looks(StuckCarriers.MIN_LOOKS - 1, 0);
        assertThat(carriers.look(true, true)).isEmpty();
        assertThat(looks(StuckCarriers.MIN_LOOKS - 1, 0)).allMatch(Optional::isEmpty);
    }

    @Test
    void looksInWhichNothingWaitsDoNotCount() {
        looks(StuckCarriers.MIN_LOOKS - 1, 0);
        assertThat(carriers.look(false, false)).isEmpty();
        assertThat(carriers.look(false, true)).isPresent();
    }

    @Test
    void busyProcessorsAreAReason() {
        used = PoolWatcher.MAX_CPU;
        assertThat(looks(StuckCarriers.MAX_LOOKS, 0)).allMatch(Optional::isEmpty);
    }

    private List<Optional<String>> looks(int looks, int step) {
        List<Optional<String>> said = new ArrayList<>();
        for (int look = 0; look < looks; look++) {
            said.add(carriers.look(false, true));
            line += step;
        }
        return said;
    }

    private Map<Thread, List<StackTraceElement>> stacks() {
        Map<Thread, List<StackTraceElement>> stacks = new HashMap<>();
        stacks.put(
                request,
                List.of(
                        new StackTraceElement("Reader", "read0", "Reader.java", -2),
                        new StackTraceElement("Reader", "read", "Reader.java", line)));
        return stacks;
    }
}
