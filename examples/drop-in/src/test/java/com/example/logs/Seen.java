/* SPDX-License-Identifier: Apache-2.0 */
package com.example.logs;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import dev.tuned.examples.dropin.inside.Notes;

/** What the application's own logging components have seen, by component. Thread-safe. */
final class Seen {

    private static final Map<String, Seen> ALL = new TreeMap<>();

    private final StringBuilder events = new StringBuilder();
    private final Map<String, Object> values = new TreeMap<>();
    private final TreeSet<String> threads = new TreeSet<>();

    private Seen() {}

    private static Seen of(String component) {
        return ALL.computeIfAbsent(String.valueOf(component), c -> new Seen());
    }

    /** A component was called with an event. */
    static synchronized void event(String component, Object event) {
        Seen seen = of(component);
        seen.events.append(event).append('\n');
        seen.threads.add(Thread.currentThread().getName().replaceAll("\\d+", "N"));
    }

    static synchronized void value(String component, String name, Object value) {
        of(component).values.put(name, value);
    }

    static synchronized void count(String component, String name) {
        of(component).values.merge(name, 1, (before, one) -> (Integer) before + (Integer) one);
    }

    static synchronized void note(String component) {
        Seen seen = ALL.get(component);
        if (seen != null) {
            Notes.add(component, "calls", seen.events.toString().lines().count());
            Notes.add(component, "events", seen.events);
            Notes.add(component, "called by", seen.threads);
            seen.values.forEach((name, value) -> Notes.add(component, name, value));
        }
    }
}
