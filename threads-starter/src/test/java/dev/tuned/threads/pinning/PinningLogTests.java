/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class PinningLogTests {

    private final PinnedPlaces places = new PinnedPlaces();

    private long nanos = 5;

    private final PinningLog log = new PinningLog(Duration.ofSeconds(60), () -> this.nanos);

    @Test
    void tellsWhereAndWhyAndTheFrames(CapturedOutput output) {
        log("com.example.Prices.load:42");
        assertThat(output)
                .contains(
                        "tuned threads: a virtual thread kept its carrier thread for 30 ms at com.example.Prices.load:42"
                                + " (native: Native or VM frame on stack, Object.wait)" + System.lineSeparator()
                                + "\tat java.lang.Thread.sleep:1" + System.lineSeparator()
                                + "\tat com.example.Prices.load:42");
    }

    @Test
    void theSamePlaceOnceInAnInterval(CapturedOutput output) {
        log("a");
        this.nanos += Duration.ofSeconds(60).toNanos() - 1;
        log("a");
        assertThat(lines(output)).hasSize(1);
        this.nanos++;
        log("a");
        assertThat(lines(output)).hasSize(2).last().asString().endsWith(", 3 times so far, 30 ms the longest");
    }

    @Test
    void theSamePlaceOnceForEver(CapturedOutput output) {
        PinningLog once = new PinningLog(Duration.ofSeconds(Long.MAX_VALUE), () -> this.nanos);
        log(once, "a");
        this.nanos += Long.MAX_VALUE / 2;
        log(once, "a");
        assertThat(lines(output)).hasSize(1);
    }

    @Test
    void anotherPlaceAtOnce(CapturedOutput output) {
        log("a");
        log("b");
        assertThat(lines(output)).hasSize(2);
    }

    @Test
    void noMoreThanAHandfulOfPlacesInAnInterval(CapturedOutput output) {
        IntStream.range(0, 1000).forEach(i -> log("place " + i));
        assertThat(lines(output)).hasSize(PinningLog.MAX_LINES);
        this.nanos += Duration.ofSeconds(60).toNanos();
        log("one more");
        assertThat(lines(output)).hasSize(PinningLog.MAX_LINES + 1);
    }

    private void log(String place) {
        log(this.log, place);
    }

    private void log(PinningLog to, String place) {
        Pin pin = new Pin(
                Duration.ofMillis(30),
                PinnedReason.NATIVE,
                "Native or VM frame on stack, Object.wait",
                new Place(place, List.of("java.lang.Thread.sleep:1", place)));
        to.log(pin, this.places.add(pin));
    }

    private static List<String> lines(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains("tuned threads: "))
                .toList();
    }
}
