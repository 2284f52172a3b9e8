/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadFailure.Reason;

/** Headers of a part as they were sent, in two lists side by side: parts have one or two of them. */
public class PartHeaders implements PartInfo {

    /** Where a header goes on in the next line, not behind an empty one. */
    private static final Pattern FOLD = Pattern.compile("(?<!\r\n)\r\n[ \t]+");

    private final List<String> names;

    private final List<String> values;

    private String name = "";

    private @Nullable String submittedFileName;

    private boolean file;

    /**
     * Headers of a section, each line with its end, the last one empty.
     *
     * @throws BodyException if it has no lines, as in another charset than the client's
     */
    PartHeaders(String section) throws BodyException {
        names = new ArrayList<>(2);
        values = new ArrayList<>(2);
        String unfolded = isFolded(section) ? FOLD.matcher(section).replaceAll(" ") : section;
        int start = 0;
        int end = unfolded.indexOf("\r\n");
        while (end > start) {
            add(unfolded.substring(start, end));
            start = end + 2;
            end = unfolded.indexOf("\r\n", start);
        }
        if (end < 0) {
            String message = "Expected headers to be terminated by an empty line.";
            throw new BodyException(Reason.MALFORMED, message, null);
        }
    }

    /** Whether it may be, told apart by less than a regular expression takes: hardly any client folds headers. */
    private static boolean isFolded(String section) {
        return section.contains("\r\n ") || section.contains("\r\n\t");
    }

    /** The same headers. */
    protected PartHeaders(PartHeaders other) {
        names = other.names;
        values = other.values;
        name = other.name;
        submittedFileName = other.submittedFileName;
        file = other.file;
    }

    /** Adds what is a header: a line without a colon is skipped, as by Tomcat. */
    private void add(String line) {
        int colon = line.indexOf(':');
        if (colon >= 0) {
            names.add(line.substring(0, colon).trim());
            values.add(line.substring(colon + 1).trim());
        }
    }

    /** Sets what the disposition says of a part that belongs to a form. */
    void setDisposition(String field, @Nullable String fileName, HeaderParameters parameters) {
        this.name = field;
        this.file = fileName != null;
        String disposition = header("content-disposition");
        this.submittedFileName = (fileName != null && disposition != null && fileName.indexOf('\\') >= 0)
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
