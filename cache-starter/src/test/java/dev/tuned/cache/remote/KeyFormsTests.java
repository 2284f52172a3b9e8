/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.remote;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.cache.interceptor.SimpleKey;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

/** Keys that are not equal have different documents, whatever is in them. */
class KeyFormsTests {

    /** Characters that mean something in a form, and some that are hard to write. */
    private static final List<String> PIECES = List.of(
            "~",
            ":",
            "%",
            "a",
            "1",
            "g",
            "v",
            "l",
            "lease",
            "generation",
            "inv",
            "~i",
            "~n",
            "~~",
            "~h",
            "~X",
            "~x",
            "d800",
            "\ud800",
            "\udc00",
            "\ud83d\ude00",
            "\ufffd",
            "?",
            "\u0000",
            "\n",
            "\u001f",
            "\u007f",
            " ",
            ", ",
            "[",
            "]",
            "SimpleKey [",
            "\u00e4",
            "a\u0308",
            "\u20ac",
            "\ufeff",
            "%25",
            "%3A");

    private final Random random = new Random(20261121);

    @Test
    void keysThatAreNotEqualNeverMeetInOneDocument() {
        Map<String, List<Object>> seen = new HashMap<>();
        List<String> regions = List.of("a", "a:v1", "a%3Av1", "~lease", "v1", "generation", "~h" + "0".repeat(64));
        for (int i = 0; i < 50_000; i++) {
            String region = regions.get(random.nextInt(regions.size()));
            long generation = random.nextInt(3);
            Object key = key(3);
            DocumentIds ids = new DocumentIds("cache", region);
            String id = ids.of(generation, requireNonNull(KeyCodec.encode(key)));
            meet(seen, id, List.of("value", region, generation, key));
            meet(seen, ids.generation(), List.of("generation", region));
        }
        assertThat(seen).hasSizeGreaterThan(5_000);
    }

    private static void meet(Map<String, List<Object>> seen, String id, List<Object> owner) {
        assertThat(id.getBytes(StandardCharsets.UTF_8).length).isBetween(1, DocumentIds.MAX_BYTES);
        List<Object> before = seen.putIfAbsent(id, owner);
        if (before != null) {
            assertThat(owner).as(id).isEqualTo(before);
        }
    }

    @Test
    void everyStringHasAFormThatUtf8CanCarry() {
        for (int i = 0; i < 50_000; i++) {
            String form = requireNonNull(KeyCodec.encode(string()));
            assertThat(new String(form.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
                    .isEqualTo(form);
        }
        assertThat(KeyCodec.encode("")).isEmpty();
    }

    @Test
    void keyOfAnyLengthHasADocumentOfItsOwn() {
        DocumentIds ids = new DocumentIds("cache", "products");
        Map<String, List<Object>> seen = new HashMap<>();
        for (int length = 0; length < 1000; length++) {
            meet(seen, ids.of(0, "k".repeat(length)), List.of(length));
            meet(seen, ids.of(0, "\u20ac".repeat(length + 1)), List.of("\u20ac", length));
        }
        meet(seen, ids.of(0, "k".repeat(10_000_000)), List.of(10_000_000));
        assertThat(seen).hasSize(2001);
    }

    private Object key(int depth) {
        return switch (random.nextInt((depth > 0) ? 14 : 12)) {
            case 0 -> random.nextInt(3);
            case 1 -> (long) random.nextInt(3);
            case 2 -> (short) random.nextInt(3);
            case 3 -> random.nextBoolean();
            case 4 -> (char) (random.nextBoolean() ? 0xd800 + random.nextInt(3) : '0' + random.nextInt(3));
            case 5 -> random.nextInt(3) / 2.0;
            case 6 -> BigInteger.valueOf(random.nextInt(3));
            case 7 -> new BigDecimal(random.nextBoolean() ? "1.0" : "1.00");
            case 8 -> new UUID(random.nextInt(2), random.nextInt(2));
            case 9 -> random.nextBoolean() ? DayOfWeek.MONDAY : Month.MAY;
            case 10 -> random.nextBoolean() ? LocalDate.EPOCH : Instant.EPOCH;
            case 12 -> elements(depth);
            case 13 -> new SimpleKey(elements(depth).toArray());
            default -> string();
        };
    }

    private List<Object> elements(int depth) {
        List<Object> result = new ArrayList<>();
        for (int size = random.nextInt(4); size > 0; size--) {
            result.add(key(depth - 1));
        }
        return result;
    }

    private String string() {
        StringBuilder result = new StringBuilder();
        for (int size = random.nextInt(random.nextInt(20) == 0 ? 200 : 5); size > 0; size--) {
            result.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return result.toString();
    }
}
