/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadFailure.Reason;

/** Headers of a part as they were sent, in two lists side by side: parts have one or two of them. */
public class PartHeaders implements PartInfo {

    private static final byte[] END = {'\r', '\n', '\r', '\n'};

    /** Where a header goes on in the next line, not behind an empty one. */
    private static final Pattern FOLD = Pattern.compile("(?<!\r\n)\r\n[ \t]+");

    private final List<String> names;

    private final List<String> values;

    private String name = "";

    private @Nullable String submittedFileName;

    private boolean file;

    /**
     * Reads the headers of a part, up to its content.
     *
     * @param maxSize bytes that they may have
     * @param search finds the delimiter, which has no place here
     */
    static PartHeaders read(BodyBuffer body, Limit maxSize, Charset charset, DelimiterSearch search)
            throws IOException {
        int size = size(body, maxSize);
        int start = body.position();
        byte[] bytes = body.bytes();
        if (bytes[start] == '\r' && bytes[start + 1] == '\n') {
            throw new BodyException(Reason.MALFORMED, "A part of the multipart body has no headers", null);
        }
        if (search.isIn(bytes, start, start + size)) {
            throw new BodyException(Reason.MALFORMED, "A part's headers hold a delimiter", null);
        }
        body.advanceTo(start + size);
        return new PartHeaders(new String(bytes, start, size, charset));
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
                if (maxSize.isExceededBy(size)) {
                    String message = "Header section has more than %s bytes (maybe it is not properly terminated)";
                    throw new BodyException(Reason.HEADER_TOO_LARGE, message.formatted(maxSize.value()), maxSize, size);
                }
                matched = (next == END[matched]) ? matched + 1 : 0;
                if (matched == END.length) {
                    return size;
                }
            }
            body.more();
        }
    }

    /**
     * Headers of a section, each line with its end, the last one empty.
     *
     * @throws BodyException if it has no lines, as in another charset than the client's
     */
    private PartHeaders(String section) throws BodyException {
        names = new ArrayList<>(2);
        values = new ArrayList<>(2);
        // Hardly any client folds headers, and that is told by less than a regular expression takes.
        boolean folded = section.contains("\r\n ") || section.contains("\r\n\t");
        String unfolded = folded ? FOLD.matcher(section).replaceAll(" ") : section;
        int start = 0;
        int end = unfolded.indexOf("\r\n");
        while (end > start) {
            String line = unfolded.substring(start, end);
            int colon = line.indexOf(':');
            if (colon >= 0) { // A line without one is skipped, as by Tomcat.
                names.add(line.substring(0, colon).trim());
                values.add(line.substring(colon + 1).trim());
            }
            start = end + 2;
            end = unfolded.indexOf("\r\n", start);
        }
        if (end < 0) {
            throw new BodyException(Reason.MALFORMED, "Expected headers to be terminated by an empty line.", null);
        }
    }

    /** The same headers. */
    protected PartHeaders(PartHeaders other) {
        names = other.names;
        values = other.values;
        name = other.name;
        submittedFileName = other.submittedFileName;
        file = other.file;
    }

    /** Sets what the disposition says of a part that belongs to a form. */
    void setDisposition(String field, @Nullable String fileName, HeaderParameters parameters) {
        name = field;
        file = fileName != null;
        String disposition = header("content-disposition");
        submittedFileName = (fileName != null && disposition != null && fileName.indexOf('\\') >= 0)
                ? parameters.submittedFileName(disposition)
                : fileName;
    }

    /** Whether the disposition has a file name, be it one that cannot be read. */
    @Override
    public boolean isFile() {
        return file;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public @Nullable String submittedFileName() {
        return submittedFileName;
    }

    @Override
    public @Nullable String contentType() {
        return header("content-type");
    }

    @Override
    public @Nullable String header(String headerName) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(headerName)) {
                return values.get(i);
            }
        }
        return null;
    }

    @Override
    public List<String> headers(String headerName) {
        List<String> found = new ArrayList<>(1);
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(headerName)) {
                found.add(values.get(i));
            }
        }
        return found;
    }

    @Override
    public List<String> headerNames() {
        return names.stream()
                .map(each -> each.toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }
}
