/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PlaceFinderTests {

    private static final List<Frame> STACK = Stream.of(
                    "java.lang.VirtualThread",
                    "java.lang.Thread",
                    "org.apache.http.Pool",
                    "com.vendor.Driver",
                    "com.example.Prices",
                    "org.springframework.web.Dispatcher",
                    "com.example.Filter",
                    "java.lang.Thread")
            .map(PlaceFinderTests::frame)
            .toList();

    @Test
    void theFirstFrameOfTheApplicationsPackagesNamesThePlace() {
        Place place = new PlaceFinder(List.of("com.example"), 8).find(STACK);
        assertThat(place.name()).isEqualTo("com.example.Prices.run:7");
    }

    @Test
    void aPackageThatOnlyBeginsAlikeIsNotTheApplications() {
        Place place = new PlaceFinder(List.of("com.ex"), 8).find(STACK);
        assertThat(place.name()).isEqualTo("com.vendor.Driver.run:7");
    }

    @Test
    void withoutOneTheFirstThatIsNeitherJavaNorAFramework() {
        Place place = new PlaceFinder(List.of(), 8).find(STACK);
        assertThat(place.name()).isEqualTo("com.vendor.Driver.run:7");
    }

    @Test
    void withoutThatTheFirstThatIsNotJava() {
        Place place = new PlaceFinder(List.of(), 8).find(STACK.subList(0, 3));
        assertThat(place.name()).isEqualTo("org.apache.http.Pool.run:7");
    }

    @Test
    void javaAloneIsNamedByItsTop() {
        Place place = new PlaceFinder(List.of(), 8).find(STACK.subList(0, 2));
        assertThat(place.name()).isEqualTo("java.lang.VirtualThread.run:7");
    }

    @Test
    void framesBeginWithTheOneThatBlockedAndAreLimited() {
        Place place = new PlaceFinder(List.of("com.example"), 3).find(STACK);
        assertThat(place.frames())
                .containsExactly("java.lang.Thread.run:7", "org.apache.http.Pool.run:7", "com.vendor.Driver.run:7");
    }

    @Test
    void withoutAStackThePlaceIsUnknown() {
        assertThat(new PlaceFinder(List.of(), 8).find(List.of())).isEqualTo(new Place("an unknown place", List.of()));
    }

    private static Frame frame(String type) {
        return new Frame(type, "run", 7, false);
    }
}
