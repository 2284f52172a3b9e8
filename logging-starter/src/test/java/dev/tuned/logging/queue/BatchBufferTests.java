/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

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
        assertThat(text(batch.remaining())).isEqualTo(line.substring(0, 16 * 1024));
        batch.clear();
        assertThat(batch.isEmpty()).isTrue();
        assertThat(batch.reserve(1)).hasSize(before);
    }

    @Test
    void takesBackTheBytesOfAnEventThatFailed() {
        add("one");
        batch.beginEvent();
        append("half");
        batch.truncateToMark();
        add("two");
        assertThat(batch.events()).isEqualTo(2);
        assertThat(text(batch.remaining())).isEqualTo("onetwo");
    }

    @Test
    void goesOnAtTheByteAfterTheLastThatWasWritten() {
        add("one");
        add("two");
        batch.written(4);
        assertThat(text(batch.remaining())).isEqualTo("wo");
        assertThat(batch.wholeEvents()).isEqualTo(1);
        batch.rewindToWholeEvent();
        assertThat(text(batch.remaining())).isEqualTo("two");
    }

    @Test
    void goesBackToTheBeginningIfNoEventWasWrittenWhole() {
        add("one");
        batch.written(2);
        batch.rewindToWholeEvent();
        assertThat(text(batch.remaining())).isEqualTo("one");
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
