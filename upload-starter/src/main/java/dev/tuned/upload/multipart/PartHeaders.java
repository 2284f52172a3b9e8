/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadFailure.Reason;

/**
 * Headers of a part as they were sent.
 *
 * @param values by names in lower case, both in the order sent
 * @param rawFileName name of the file before its escapes are resolved; null if the part is a text field
 */
public record PartHeaders(
        Map<String, List<String>> values,
        String name,
        @Nullable String submittedFileName,
        @Nullable String rawFileName) implements PartInfo {

    private static final byte[] END = {'\r', '\n', '\r', '\n'};

    private static final String TOO_LARGE =
            "Header section has more than %2$s bytes (maybe it is not properly terminated)";

    /** Line break within a header, which is not behind an empty line. */
    private static final Pattern FOLD = Pattern.compile("(?<!\r\n)\r\n[ \t]+");

    /**
     * Reads the headers of a part, up to its content.
     *
     * @param maxSize bytes of the headers
     */
    static PartHeaders read(BodyBuffer body, Limit maxSize, Charset charset) throws IOException {
        int size = size(body, maxSize);
        int start = body.position();
        body.advanceTo(start + size);
        return new PartHeaders(parse(new String(body.bytes(), start, size, charset)), "", null, null);
    }

    /** Reads until an empty line is there, found as Tomcat finds it. */
    private static int size(BodyBuffer body, Limit maxSize) throws IOException {
        int size = 0;
        int matched = 0;
        while (true) {
            byte[] bytes = body.bytes();
            int start = body.position();
            while (start + size < body.end()) {
                byte next = bytes[start + size++];
                maxSize.check(size, Reason.HEADER_TOO_LARGE, TOO_LARGE);
                matched = (next == END[matched]) ? matched + 1 : 0;
                if (matched == END.length) {
                    return size;
                }
            }
            body.more();
        }
    }

    /**
     * Splits a section whose lines have their ends, the last one empty.
     *
     * @throws BodyException if it has no line ends, as in another charset than the client's
     */
    private static Map<String, List<String>> parse(String section) throws BodyException {
        Map<String, List<String>> values = new LinkedHashMap<>();
        // Hardly any client folds headers, and a search costs less than a regular expression.
        boolean folded = section.contains("\r\n ") || section.contains("\r\n\t");
        String unfolded = folded ? FOLD.matcher(section).replaceAll(" ") : section;
        int start = 0;
        int end = unfolded.indexOf("\r\n");
        while (end > start) {
            String line = unfolded.substring(start, end);
            int colon = line.indexOf(':');
            if (colon >= 0) { // A line without one is skipped, as by Tomcat.
                String name = line.substring(0, colon).trim().toLowerCase(Locale.ROOT);
                values.computeIfAbsent(name, unused -> new ArrayList<>(1))
                        .add(line.substring(colon + 1).trim());
            }
            start = end + 2;
            end = unfolded.indexOf("\r\n", start);
        }
        if (end < 0) {
            String message = "Expected headers to be terminated by an empty line.";
            throw new BodyException(Reason.MALFORMED, message, new IllegalStateException(message));
        }
        return values;
    }

    /** The same headers, for a part of a form with the name of its field, and with those of its file. */
    PartHeaders inForm(String field, Disposition disposition) {
        return new PartHeaders(values, field, disposition.submittedFileName(), disposition.rawFileName());
    }

    /** Whether the disposition has a file name, possibly one that cannot be read. */
    @Override
    public boolean isFile() {
        return rawFileName != null;
    }

    @Override
    public List<String> headers(String headerName) {
        return List.copyOf(values.getOrDefault(headerName.toLowerCase(Locale.ROOT), List.of()));
    }

    @Override
    public List<String> headerNames() {
        return List.copyOf(values.keySet());
    }
}
