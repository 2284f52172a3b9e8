/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What was seen of one application: per case its aspects (status, body, log …), each a text. Thread-safe. */
public final class Recording {

    private final Map<String, Map<String, String>> cases = new TreeMap<>();

    public synchronized void add(String name, String aspect, Object seen) {
        Map<String, String> aspects = cases.computeIfAbsent(name, n -> new LinkedHashMap<>());
        aspects.merge(aspect, String.valueOf(seen), (before, now) -> before + "\n" + now);
    }

    synchronized Map<String, Map<String, String>> cases() {
        return new TreeMap<>(cases);
    }
}
