/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.queue;

import java.nio.CharBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
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
        assertThat(EventSize.ofLarge(event(new Own("x".repeat(5000))))).isZero();
        assertThat(EventSize.ofLarge(event(Collections.unmodifiableList(new ArrayList<>(List.of("x".repeat(5000)))))))
                .isZero();
        assertThat(EventSize.ofLarge(event(null))).isZero();
    }

    private record Own(String text) {}

    static List<Object> collections() {
        String half = "x".repeat(2500);
        return List.of(
                new ArrayList<>(List.of(half, half)),
                Arrays.asList(half, half),
                List.of(half, half),
                List.of(half, half, "", List.of("")),
                Map.of(half, half),
                Map.of("", half, "a", List.of(half)),
                new LinkedHashMap<>(Map.of(half, half)),
                new HashSet<>(Set.of(half, half + "x")));
    }

    @ParameterizedTest
    @MethodSource("collections")
    void elementsOfCollectionsCount(Object collection) {
        LoggingEvent event = event("short");
        event.addKeyValuePair(new KeyValuePair("body", collection));
        assertThat(EventSize.ofLarge(event)).isBetween(5000, 5400);
        assertThat(EventSize.ofLarge(event(collection))).isBetween(5000, 5400);
    }

    @Test
    void aListThatHasItselfDoesNotGoOnForEver() {
        List<Object> list = new ArrayList<>(List.of("x".repeat(5000)));
        list.add(list);
        LoggingEvent event = event("short");
        event.addKeyValuePair(new KeyValuePair("body", list));
        assertThat(EventSize.ofLarge(event)).isBetween(5000, 30_000);
    }

    @Test
    void elementsOfArraysCountAndAnArrayInItselfDoesNotGoOnForEver() {
        Object[] array = {"x".repeat(2500), new Object[] {"x".repeat(2500)}, null};
        array[2] = array;
        assertThat(EventSize.ofLarge(event(array))).isBetween(5000, 20_000);
    }

    @Test
    void messagesOfExceptionsTheirCausesAndSuppressedOnesCount() {
        Exception cause = new IllegalStateException("x".repeat(2000));
        cause.addSuppressed(new IllegalStateException("x".repeat(2000)));
        Exception thrown = new IllegalStateException("x".repeat(1000), cause);
        thrown.setStackTrace(new StackTraceElement[0]);
        LoggingEvent event = event("short");
        event.setThrowableProxy(new ThrowableProxy(thrown));
        assertThat(EventSize.ofLarge(event)).isGreaterThan(5000);
    }

    @Test
    void framesOfAStackTraceCount() {
        Exception thrown = new IllegalStateException("short");
        StackTraceElement[] frames = new StackTraceElement[100];
        Arrays.fill(frames, new StackTraceElement("Some", "method", "Some.java", 1));
        thrown.setStackTrace(frames);
        LoggingEvent event = event("short");
        event.setThrowableProxy(new ThrowableProxy(thrown));
        assertThat(EventSize.ofLarge(event)).isBetween(5000, 10_000);
    }

    @Test
    void exceptionsThatCauseEachOtherAreLookedAtOnce() {
        Exception one = new IllegalStateException("x".repeat(2500));
        one.initCause(new IllegalStateException("x".repeat(2500), one));
        LoggingEvent event = event("short");
        event.setThrowableProxy(new ThrowableProxy(one));
        assertThat(EventSize.ofLarge(event)).isBetween(5000, 30_000);
    }

    @Test
    void theMdcCountsByKeysAndValues() {
        LoggingEvent event = new LoggingEvent();
        event.setMessage("message");
        event.setMDCPropertyMap(Map.of("x".repeat(2500), "x".repeat(2500)));
        assertThat(EventSize.ofLarge(event)).isBetween(5000, 5200);
    }

    @Test
    void aSequenceOfTheUsersIsNotAsked() {
        CharSequence failing = new CharSequence() {
            @Override
            public int length() {
                throw new AssertionError("asked");
            }

            @Override
            public char charAt(int index) {
                throw new AssertionError("asked");
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                throw new AssertionError("asked");
            }

            @Override
            public String toString() {
                return "formatted";
            }
        };
        assertThat(EventSize.ofLarge(event(failing))).isZero();
    }

    private static LoggingEvent event(Object argument) {
        LoggingEvent event = new LoggingEvent();
        event.setMessage("message");
        event.setMDCPropertyMap(Map.of());
        event.setArgumentArray(new Object[] {argument});
        return event;
    }
}
