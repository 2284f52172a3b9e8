/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;

class KeyEncodingTests {

    @Test
    void formIsStable() {
        assertThat(KeyCodec.encode("a:b c")).isEqualTo("a:b c");
        assertThat(KeyCodec.encode("~i1")).isEqualTo("~~i1");
        assertThat(KeyCodec.encode("a\ud800")).isEqualTo("~X0061d800");
        assertThat(KeyCodec.encode('\ud800')).isEqualTo("~xd800");
        assertThat(KeyCodec.encode(1)).isEqualTo("~i1");
        assertThat(KeyCodec.encode(1L)).isEqualTo("~l1");
        assertThat(KeyCodec.encode(new UUID(1, 2))).isEqualTo("~u00000000-0000-0001-0000-000000000002");
        assertThat(KeyCodec.encode(DayOfWeek.MONDAY)).isEqualTo("~Ejava.time.DayOfWeek.MONDAY");
        assertThat(KeyCodec.encode(LocalDate.of(2026, 11, 21))).isEqualTo("~TLocalDate 2026-11-21");
        assertThat(KeyCodec.encode(SimpleKey.EMPTY)).isEqualTo("~K");
        assertThat(KeyCodec.encode(new SimpleKey("a", 1, null))).isEqualTo("~K1:a3:~i12:~n");
        assertThat(KeyCodec.encode(List.of("a", new SimpleKey("b")))).isEqualTo("~L1:a5:~K1:b");
    }

    @Test
    void keysThatAreNotEqualHaveDifferentForms() {
        List<Object> keys = new ArrayList<>(List.of(
                "", "1", "~i1", "~~i1", "~", "~~", "true", "null", "~n", "a, b", "SimpleKey [a, b]", "~K1:a1:b"));
        keys.addAll(List.of(1, 1L, (short) 1, (byte) 1, '1', 1.0, 1.0f, -0.0, 0.0, true, false));
        keys.addAll(List.of(BigInteger.ONE, BigDecimal.ONE, new BigDecimal("1.0"), Instant.EPOCH));
        keys.addAll(List.of(DayOfWeek.MONDAY, DayOfWeek.SUNDAY, new UUID(0, 0)));
        keys.addAll(List.of(
                SimpleKey.EMPTY,
                new SimpleKey("a", "b"),
                new SimpleKey("a, b"),
                new SimpleKey("ab"),
                new SimpleKey("a1:b"),
                new SimpleKey(new SimpleKey("a"), "b"),
                new SimpleKey(new SimpleKey("a", "b")),
                new SimpleKey((Object) null),
                new SimpleKey("null"),
                List.of("a", "b"),
                List.of()));
        List<String> forms = keys.stream().map(KeyCodec::encode).toList();
        assertThat(forms).doesNotContainNull().doesNotHaveDuplicates();
    }

    @Test
    void keyWithoutAStableFormHasNone() {
        record Compound(String tenant, long id) {}
        assertThat(KeyCodec.encode(new Object())).isNull();
        assertThat(KeyCodec.encode(new Compound("a", 1))).isNull();
        assertThat(KeyCodec.encode(new int[] {1})).isNull();
        assertThat(KeyCodec.encode(new SimpleKey("a", new Object()))).isNull();
        assertThat(KeyCodec.encode(Arrays.asList("a", new Object()))).isNull();
    }
}
