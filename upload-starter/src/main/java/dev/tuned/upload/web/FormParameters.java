/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges text fields with other parameters, in an order that cannot be changed. */
final class FormParameters {

    private FormParameters() {}

    /**
     * Merges them as the container does.
     *
     * @param query parameters of the query string
     * @param current the same with those that a forward or an include added, which come first among the values of a name
     */
    static Map<String, String[]> merged(
            List<FormPart> fields, boolean fieldsFirst, Map<String, String[]> query, Map<String, String[]> current) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        if (fieldsFirst) {
            add(fields, values);
        }
        query.forEach((name, more) -> valuesOf(name, values).addAll(Arrays.asList(more)));
        if (!fieldsFirst) {
            add(fields, values);
        }
        current.forEach((name, more) -> {
            int added = Math.max(0, more.length - query.getOrDefault(name, new String[0]).length);
            valuesOf(name, values).addAll(0, Arrays.asList(more).subList(0, added));
        });
        Map<String, String[]> result = new LinkedHashMap<>(2 * values.size());
        values.forEach((name, all) -> result.put(name, all.toArray(new String[0])));
        return Collections.unmodifiableMap(result);
    }

    private static void add(List<FormPart> fields, Map<String, List<String>> values) {
        for (FormPart field : fields) {
            valuesOf(field.getName(), values).add(field.text());
        }
    }

    private static List<String> valuesOf(String name, Map<String, List<String>> values) {
        return values.computeIfAbsent(name, key -> new ArrayList<>(1));
    }
}
