/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.tomcat.TomcatHeaders;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/** What a parser made of a part, its content as ISO-8859-1. */
record ParsedPart(
        String name, @Nullable String fileName, @Nullable String contentType, String content) {

    static final ParserLimits NO_LIMITS = limits(-1, -1, -1);

    static ParserLimits limits(long part, long parts, long partHeader) {
        Limit none = new Limit(-1, "none");
        return new ParserLimits(
                new Limit(part, "part"),
                none,
                none,
                new Limit(parts, "parts"),
                none,
                none,
                new Limit(partHeader, "part-header"));
    }

    static List<ParsedPart> parse(String boundary, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        return parse(boundary, Trickle.splitAt(bytes, bytes.length), 1024, NO_LIMITS);
    }

    static List<ParsedPart> parse(String boundary, InputStream body, int bufferSize, ParserLimits limits)
            throws IOException {
        List<ParsedPart> parts = new ArrayList<>();
        parse(boundary, body, bufferSize, limits, parts);
        return parts;
    }

    /** Adds the parts one by one, so that those before a failure are there. */
    static void parse(String boundary, InputStream body, int bufferSize, ParserLimits limits, List<ParsedPart> parts)
            throws IOException {
        try (MultipartParser parser = parser(body, boundary, limits, new BufferPool(bufferSize, 1 << 20))) {
            for (PartHeaders part = parser.nextPart(); part != null; part = parser.nextPart()) {
                ByteArrayOutputStream content = new ByteArrayOutputStream();
                while (parser.nextSlice()) {
                    content.write(parser.array(), parser.offset(), parser.length());
                }
                parts.add(new ParsedPart(
                        part.name(), part.submittedFileName(), part.contentType(), content.toString(ISO_8859_1)));
            }
        }
    }

    static MultipartParser parser(InputStream body, String boundary, ParserLimits limits, BufferPool pool) {
        return new MultipartParser(body, boundary.getBytes(ISO_8859_1), limits, pool, UTF_8, TomcatHeaders.INSTANCE);
    }
}
