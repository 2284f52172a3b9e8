/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

class PinnedPlacesTests {

    private final PinnedPlaces places = new PinnedPlaces();

    @Test
    void countsByPlaceAndReasonAndKeepsTheLongest() {
        add("a", 30);
        add("a", 50);
        add("a", 40);
        this.places.add(new Pin(Duration.ofMillis(20), PinnedReason.NATIVE, "native", new Place("a", List.of())));
        assertThat(this.places.top(10))
                .extracting(PinnedPlace::reason, PinnedPlace::count, PinnedPlace::longest)
                .containsExactly(
                        tuple(PinnedReason.CLASS_INITIALIZER, 3L, Duration.ofMillis(50)),
                        tuple(PinnedReason.NATIVE, 1L, Duration.ofMillis(20)));
    }

    @Test
    void keepsThePlacesLastSeenAndCountsTheOthers() {
        add("first", 30);
        add("second", 30);
        add("second", 30);
        IntStream.range(0, PinnedPlaces.MAX_PLACES - 1).forEach(i -> {
            add("first", 30);
            add("place " + i, 30);
        });
        assertThat(this.places.top(1000))
                .hasSize(PinnedPlaces.MAX_PLACES)
                .extracting(PinnedPlace::place)
                .startsWith("first")
                .doesNotContain("second");
        assertThat(this.places.forgotten()).isEqualTo(2);
    }

    private void add(String place, int millis) {
        this.places.add(new Pin(
                Duration.ofMillis(millis), PinnedReason.CLASS_INITIALIZER, "", new Place(place, List.of("frame"))));
    }
}
