/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.nio.CharBuffer;
import java.util.List;

import ch.qos.logback.classic.spi.LoggingEvent;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.event.KeyValuePair;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class EventSizeTests {

    static List<Object> large() {
        return List.of(
                "x".repeat(5000),
                new StringBuilder("x".repeat(5000)),
                CharBuffer.wrap("x".repeat(5000)),
                new byte[5000],
                new char[2500],
                new int[1250],
                new double[625]);
    }

    @ParameterizedTest
    @MethodSource("large")
    void textsAndPrimitiveArraysCountByLength(Object argument) {
        assertThat(EventSize.ofLarge(event(argument))).isBetween(5000, 5200);
    }

    @Test
    void valuesOfPairsCountToo() {
        LoggingEvent event = event("short");
        event.addKeyValuePair(new KeyValuePair("body", "x".repeat(5000)));
        assertThat(EventSize.ofLarge(event)).isBetween(5000, 5200);
    }

    @Test
    void smallEventsAndOtherObjectsCountAsNothing() {
        assertThat(EventSize.ofLarge(event("short"))).isZero();
        assertThat(EventSize.ofLarge(event(List.of("x".repeat(5000))))).isZero();
        assertThat(EventSize.ofLarge(event(null))).isZero();
    }

    @Test
    void aSequenceOfTheUsersThatThrowsCountsAsNothing() {
        CharSequence failing = new CharSequence() {
            @Override
            public int length() {
                throw new IllegalStateException("broken");
            }

            @Override
            public char charAt(int index) {
                return 'x';
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                return this;
            }
        };
        assertThat(EventSize.ofLarge(event(failing))).isZero();
    }

    private static LoggingEvent event(Object argument) {
        LoggingEvent event = new LoggingEvent();
        event.setMessage("message");
        event.setArgumentArray(new Object[] {argument});
        return event;
    }
}
