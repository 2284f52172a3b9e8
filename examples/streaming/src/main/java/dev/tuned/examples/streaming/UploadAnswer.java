/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.streaming;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** The content of an upload. A field that was sent more than once has the list of its values. */
record UploadAnswer(Map<String, Object> fields, List<UploadedFile> files) {

    UploadAnswer() {
        this(new LinkedHashMap<>(), new ArrayList<>());
    }

    void addField(String name, String text) {
        fields.merge(name, text, UploadAnswer::both);
    }

    void addFile(String field, @Nullable String name, long size, String sha256) {
        files.add(new UploadedFile(field, name != null ? name : "", size, sha256));
    }

    private static Object both(Object earlier, Object later) {
        List<Object> values =
                earlier instanceof List<?> list ? new ArrayList<>(list) : new ArrayList<>(List.of(earlier));
        values.add(later);
        return values;
    }

    record UploadedFile(String field, String name, long size, String sha256) {}
}
