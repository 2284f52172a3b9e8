/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Headers of a part as they were sent, in two lists side by side: parts have one or two of them. */
final class PartHeaders implements PartInfo {

    private final List<String> names = new ArrayList<>(2);

    private final List<String> values = new ArrayList<>(2);

    private @Nullable String name;

    private @Nullable String submittedFileName;

    private @Nullable String servletFileName;

    void add(String headerName, String value) {
        names.add(headerName);
        values.add(value);
    }

    /** Adds to the last value what a continuation line holds. */
    void continueLast(String more) {
        int last = values.size() - 1;
        values.set(last, values.get(last) + " " + more);
    }

    void disposition(@Nullable String name, @Nullable String submittedFileName, @Nullable String servletFileName) {
        this.name = name;
        this.submittedFileName = submittedFileName;
        this.servletFileName = servletFileName;
    }

    /** Whether there is a name: a part without one is no part of a form. */
    boolean hasName() {
        return name != null;
    }

    @Override
    public String name() {
        if (name == null) {
            throw new IllegalStateException("The part has no name");
        }
        return name;
    }

    @Override
    public @Nullable String submittedFileName() {
        return submittedFileName;
    }

    /**
     * File name as {@code Part.getSubmittedFileName} of Tomcat gives it: other than the {@link #submittedFileName} only
     * where the client escaped or encoded it. Null for a text field.
     */
    @Nullable
    String servletFileName() {
        return servletFileName;
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
