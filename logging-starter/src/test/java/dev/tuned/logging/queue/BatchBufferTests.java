/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatchBufferTests {

    private final BatchBuffer batch = new BatchBuffer(16);

    @Test
    void takesALineThatIsLongerThanItselfAndReturnsToItsSize() {
        int before = batch.reserve(1).length;
        String line = "x".repeat(2 * before);
        add(line);
        assertThat(batch.isFull()).isTrue();
        assertThat(batch.remainingBytes()).isEqualTo(line.length());
        assertThat(text(batch.remaining(1000))).isEqualTo(line);
        batch.clear();
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.reserve(1)).hasSize(before);
    }

    @Test
    void takesBackTheBytesOfAnEventThatFailed() {
        add("one");
        batch.beginEvent();
        append("half");
        assertThat(text(batch.remaining(1000))).isEqualTo("one");
        add("two");
        assertThat(batch.events()).isEqualTo(2);
        assertThat(text(batch.remaining(1000))).isEqualTo("onetwo");
    }

    @Test
    void goesOnAtTheByteAfterTheLastThatWasWritten() {
        add("one");
        add("two");
        batch.written(4);
        assertThat(text(batch.remaining(1000))).isEqualTo("wo");
        assertThat(batch.wholeEvents()).isEqualTo(1);
        batch.rewindToWholeEvent();
        assertThat(text(batch.remaining(1000))).isEqualTo("two");
    }

    @Test
    void goesBackToTheBeginningIfNoEventWasWrittenWhole() {
        add("one");
        batch.written(2);
        batch.rewindToWholeEvent();
        assertThat(text(batch.remaining(1000))).isEqualTo("one");
    }

    @Test
    void givesWholeEventsUpToSoManyBytesAndAtLeastOne() {
        add("one");
        add("two");
        add("three");
        assertThat(text(batch.remaining(7))).isEqualTo("onetwo");
        batch.written(6);
        assertThat(text(batch.remaining(2))).isEqualTo("three");
    }

    @Test
    void writesTheLinesOfALongerEventSeparately() throws IOException {
        add("x\n");
        add("one\ntwo\nthree\n");
        add("last\n");
        assertThat(writes(8)).containsExactly("x\n", "one\ntwo\n", "three\n", "last\n");
        assertThat(batch.shortWrites()).isZero();
    }

    @Test
    void writesALineThatIsLongerWhole() throws IOException {
        add("longer than that\nshort\n");
        add("no end of line");
        assertThat(writes(8)).containsExactly("longer than that\n", "short\n", "no end of line");
    }

    private List<String> writes(int maxBytes) throws IOException {
        List<String> writes = new ArrayList<>();
        while (batch.hasRemaining()) {
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            batch.writeTo(one, maxBytes);
            writes.add(one.toString(StandardCharsets.US_ASCII));
        }
        return writes;
    }

    @Test
    void countsWritesThatTookLess() {
        add("one");
        batch.remaining(1000);
        batch.written(1);
        batch.remaining(1000);
        batch.written(2);
        assertThat(batch.writes()).isEqualTo(2);
        assertThat(batch.shortWrites()).isEqualTo(1);
    }

    /** Nothing that comes between begin and end of an event can leave half of it. */
    @Test
    void writesNothingOfAnEventThatHasNotEnded() {
        add("one");
        batch.beginEvent();
        append("half");
        assertThat(text(batch.remaining(1000))).isEqualTo("one");
        add("two");
        assertThat(text(batch.remaining(1000))).isEqualTo("onetwo");
    }

    @Test
    void countsEventsWithoutBytesAndKeepsAllLevels() {
        for (int i = 0; i < 1000; i++) {
            batch.beginEvent();
            batch.endEvent(i % 2 == 0 ? Level.INFO : Level.WARN);
        }
        assertThat(batch.events()).isEqualTo(1000);
        assertThat(batch.isFull()).isFalse();
        assertThat(batch.isEmpty()).isFalse();
        assertThat(batch.level(999)).isEqualTo(Level.WARN);
        assertThat(batch.wholeEvents()).isEqualTo(1000);
    }

    private void add(String line) {
        batch.beginEvent();
        append(line);
        batch.endEvent(Level.INFO);
    }

    private void append(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        batch.append(bytes);
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.US_ASCII.decode(bytes).toString();
    }
}
