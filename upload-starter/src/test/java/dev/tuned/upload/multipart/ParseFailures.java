/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;

import static java.nio.charset.StandardCharsets.UTF_8;

/** What a body fails with, as text: {@code none}, or the reason, followed by limit, actual and property where there are. */
final class ParseFailures {

    private ParseFailures() {}

    static String failure(String boundary, String body) {
        return failure(boundary, body, ParsedPart.NO_LIMITS);
    }

    static String failure(String boundary, String body, ParserLimits limits) {
        byte[] bytes = body.getBytes(UTF_8);
        return failure(boundary, () -> Trickle.splitAt(bytes, bytes.length), limits);
    }

    static String failure(String boundary, Supplier<InputStream> body, ParserLimits limits) {
        return of(() -> ParsedPart.parse(boundary, body.get(), 16 * 1024, limits));
    }

    static String of(Reading reading) {
        try {
            reading.read();
            return "none";
        } catch (BodyException failure) {
            String limit = " " + failure.limit() + " " + failure.actual() + " " + failure.property();
            return failure.reason() + (failure.limit() < 0 ? "" : limit);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    interface Reading {

        void read() throws IOException;
    }
}
