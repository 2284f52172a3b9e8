/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.result.Secrets;

/**
 * A request of a file.
 *
 * @param place where it stands, such as {@code shop.http:7}
 * @param method the HTTP method in capitals
 * @param target the path with its query, such as {@code /products/1?full=true}
 * @param headers the headers in their order, without those that say how the body is sent and who is asked
 * @param body the body; empty for none
 * @param weight how often it is sent in relation to the others, at least 1
 * @param expectedStatus the status that its answer has to have, or {@code null} for that of the first answer
 * @param login whether it is sent once, before the others, which get its cookies and may use its answer
 * @param values the variables of its text that have another value in each request
 */
public record FileRequest(
        String place,
        String method,
        String target,
        Map<String, String> headers,
        Body body,
        int weight,
        @Nullable Integer expectedStatus,
        boolean login,
        Map<String, Values> values) {

    /** What the name of a variable begins with that takes its value from the answer to a login. */
    public static final String LOGIN = "login.";

    /** Such as {@code GET /products/1}, without the value of what is named like a password. */
    public String name() {
        return Secrets.concealed(method + " " + target);
    }

    /**
     * The request with values in place of variables.
     *
     * @param known the value of a variable, or {@code null} if it is to stay
     */
    public FileRequest with(Function<String, @Nullable String> known) {
        Map<String, String> filled = new LinkedHashMap<>();
        headers.forEach((name, value) -> filled.put(name, Placeholders.filled(value, known)));
        return new FileRequest(
                place,
                method,
                Placeholders.filled(target, name -> encoded(known.apply(name))),
                filled,
                body.with(known),
                weight,
                expectedStatus,
                login,
                values);
    }

    /** The request with the values of one that is sent before the load. */
    public FileRequest withFirstValues() {
        return withValues(Values::first);
    }

    /** The request with values that are chosen by chance; a variable has the same value wherever it stands. */
    public FileRequest withAnyValues(RandomGenerator random) {
        return withValues(each -> each.any(random));
    }

    private FileRequest withValues(Function<Values, String> choice) {
        Map<String, String> chosen = new HashMap<>();
        return with(name -> {
            Values all = values.get(name);
            return all == null ? null : chosen.computeIfAbsent(name, ignored -> choice.apply(all));
        });
    }

    /** Whether a variable stands in it that has another value in each request. */
    public boolean varies() {
        return names().anyMatch(values::containsKey);
    }

    /** Whether a variable stands in it whose name begins so. */
    public boolean uses(String prefix) {
        return names().anyMatch(name -> name.startsWith(prefix));
    }

    private Stream<String> names() {
        return Stream.of(Stream.of(target), headers.values().stream(), Stream.of(body.text()))
                .flatMap(texts -> texts)
                .flatMap(Placeholders::names);
    }

    /** The request as it is sent to a host. */
    public LoadRequest load(String host, Expectation expectation) {
        return LoadRequest.of(method, target, host, headers, body.bytes(), expectation);
    }

    private static @Nullable String encoded(@Nullable String value) {
        return value == null
                ? null
                : URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** The request with another header. */
    public FileRequest with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        String same = headers.keySet().stream()
                .filter(header::equalsIgnoreCase)
                .findFirst()
                .orElse(header);
        more.merge(same, value, (own, other) -> own + "; " + other);
        return new FileRequest(place, method, target, more, body, weight, expectedStatus, login, values);
    }

    /** The bytes of a body. */
    public static final class Body {

        private final byte[] bytes;

        Body(byte[] bytes) {
            this.bytes = bytes;
        }

        /** The bytes, a copy. */
        public byte[] bytes() {
            return bytes.clone();
        }

        /** In this charset every byte is a character, and names of variables are in ASCII. */
        private String text() {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }

        private Body with(Function<String, @Nullable String> known) {
            String filled = Placeholders.filled(text(), name -> asBytes(known.apply(name)));
            return new Body(filled.getBytes(StandardCharsets.ISO_8859_1));
        }

        private static @Nullable String asBytes(@Nullable String value) {
            return value == null
                    ? null
                    : new String(value.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        }
    }
}
