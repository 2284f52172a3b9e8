/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Merges text fields with the parameters of the query string, in an order that cannot be changed. */
final class FormParameters {

    private final Map<String, List<String>> values = new LinkedHashMap<>();

    private final List<FormPart> fields;

    FormParameters(List<FormPart> fields) {
        this.fields = fields;
    }

    /** The fields behind the other parameters. */
    Map<String, String[]> after(Map<String, String[]> others) {
        others.forEach((name, more) -> valuesOf(name).addAll(Arrays.asList(more)));
        addFields();
        return result();
    }

    /**
     * The fields before the other parameters, except for those that a forward or an include added at the front.
     *
     * @param original the parameters without them
     */
    Map<String, String[]> before(Map<String, String[]> others, Map<String, String[]> original) {
        addFields();
        others.forEach((name, more) -> {
            String[] last = original.get(name);
            int added = (last == null) ? more.length : more.length - last.length;
            List<String> all = valuesOf(name);
            for (int i = 0; i < more.length; i++) {
                all.add((i < added) ? i : all.size(), more[i]);
            }
        });
        return result();
    }

    private void addFields() {
        for (FormPart field : fields) {
            valuesOf(field.getName()).add(field.text());
        }
    }

    private List<String> valuesOf(String name) {
        return values.computeIfAbsent(name, key -> new ArrayList<>(1));
    }

    private Map<String, String[]> result() {
        Map<String, String[]> result = new LinkedHashMap<>(2 * values.size());
        values.forEach((name, all) -> result.put(name, all.toArray(new String[0])));
        return Collections.unmodifiableMap(result);
    }
}
