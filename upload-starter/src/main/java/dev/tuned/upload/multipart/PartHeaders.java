/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;

/** Headers of a part as they were sent, in two lists side by side: parts have one or two of them. */
public final class PartHeaders implements PartInfo {

    private final List<String> names = new ArrayList<>(2);

    private final List<String> values = new ArrayList<>(2);

    private String name = "";

    private @Nullable String submittedFileName;

    private boolean file;

    /** Headers of a section, each line with its end, the last one empty. */
    PartHeaders(String section) {
        int start = 0;
        int end = section.indexOf("\r\n");
        while (end > start) {
            int lineStart = start;
            StringBuilder folded = null;
            int lineEnd = end;
            start = end + 2;
            while (isBlank(section, start)) {
                int from = start;
                while (isBlank(section, from)) {
                    from++;
                }
                end = section.indexOf("\r\n", from);
                folded = (folded != null) ? folded : new StringBuilder(section.substring(lineStart, lineEnd));
                folded.append(' ').append(section, from, end);
                start = end + 2;
            }
            add((folded != null) ? folded.toString() : section.substring(lineStart, lineEnd));
            end = section.indexOf("\r\n", start);
        }
    }

    private static boolean isBlank(String text, int index) {
        return index < text.length() && (text.charAt(index) == ' ' || text.charAt(index) == '\t');
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
    void belongsTo(String field, @Nullable String fileName) {
        this.name = field;
        this.file = fileName != null;
        this.submittedFileName = (fileName == null) ? null : unescaped(fileName);
    }

    private static @Nullable String unescaped(String fileName) {
        if (fileName.indexOf('\\') < 0 || fileName.length() < 2) {
            return fileName;
        }
        int start = (fileName.charAt(0) == '"') ? 1 : 0;
        int end = fileName.length() - start;
        StringBuilder result = new StringBuilder(end);
        for (int i = start; i < end; i++) {
            if (fileName.charAt(i) == '\\' && ++i == end) {
                return null; // Nothing is escaped: for Tomcat a field.
            }
            result.append(fileName.charAt(i));
        }
        return result.toString();
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
