/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;

import com.example.caching.Watch;
import com.example.caching.values.Shapes.Described;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;
import org.springframework.core.task.TaskDecorator;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.trying;

/** One instance caches a value, and another one reads it if the two share what they cache, else the same one does. */
class ValueRows {

    private static final Map<String, TaskDecorator> BAD_DECORATORS = new TreeMap<>(Map.of(
            "throws",
            task -> {
                throw new IllegalStateException("no room for another task");
            },
            "throws an error",
            task -> {
                throw new NoClassDefFoundError("Context");
            },
            "makes a task that throws",
            task -> () -> {
                throw new IllegalStateException("the context is gone");
            }));

    private final ApplicationContext first;
    private final ApplicationContext reader;

    ValueRows(ApplicationContext first, ApplicationContext second) throws InterruptedException {
        this.first = first;
        this.reader = areShared(first, second) ? second : first;
    }

    private static boolean areShared(ApplicationContext first, ApplicationContext second) throws InterruptedException {
        cache(first, "text").put("probe", "is there");
        return Watch.isSoon(() -> cache(second, "text").get("probe") != null);
    }

    void run() throws Exception {
        for (Field field : Shapes.fields()) {
            Object value = field.get(new Shapes());
            AtomicBoolean called = new AtomicBoolean();
            String row = "value: " + field.getName();
            Notes.outcome(row, () -> {
                cache(first, Shapes.region(field)).put("key", value);
                return described(cache(reader, Shapes.region(field)).get("key", () -> {
                    called.set(true);
                    return field.get(new Shapes());
                }));
            });
            addSource(row, called.get());
        }
        annotated("a record", "saved", Catalogue::saved);
        annotated("a set", "names", Catalogue::names);
        annotated("an interface", "shape", Catalogue::shape);
        BAD_DECORATORS.forEach(this::decorated);
        Notes.add("cached before Couchbase answered", "is kept", isKept());
    }

    private static Cache cache(ApplicationContext context, String name) {
        return context.getBean(CacheManager.class).getCache(name);
    }

    private static void addSource(String row, boolean called) {
        Notes.add(row, "comes from", called ? "another call" : "a cache");
    }

    /** What a method returned may reach the other instance a little later. */
    private void annotated(String what, String cache, BiFunction<Catalogue, String, Object> call) throws Exception {
        String key = "b";
        var unused = call.apply(first.getBean(Catalogue.class), key);
        Watch.isSoon(() -> cache(reader, cache).get(key) != null);
        Catalogue catalogue = reader.getBean(Catalogue.class);
        int before = catalogue.calls();
        String row = "annotated: " + what;
        Notes.outcome(row, () -> described(call.apply(catalogue, key)));
        addSource(row, catalogue.calls() > before);
    }

    /** A call during that time may fail; a later one must not. */
    private void decorated(String what, TaskDecorator decorator) {
        Catalogue catalogue = first.getBean(Catalogue.class);
        ValuesApplication.decorator = decorator;
        String row = "a task decorator that " + what;
        Notes.add(row, "answer", trying(() -> Watch.within(() -> Watch.finished(catalogue.priceLater(what)))));
        ValuesApplication.decorator = ValuesApplication.NONE;
        Notes.add(row, "answer to a later call", trying(() -> Watch.within(() -> catalogue.price(what))));
    }

    /** Whether what was cached at the start is there still when Couchbase has had the time to answer. */
    private boolean isKept() throws InterruptedException {
        Catalogue catalogue = first.getBean(Catalogue.class);
        int before = catalogue.calls();
        return !Watch.isSoon(() -> {
            var unused = catalogue.early("a");
            return catalogue.calls() > before;
        });
    }

    /** Its class and content, as far as a caller can tell. */
    static String described(Object value) {
        if (value == null) {
            return "null";
        }
        return value.getClass().getName() + " " + content(value);
    }

    private static String content(Object value) {
        if (value.getClass().isArray()) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < Array.getLength(value); i++) {
                text.append(described(Array.get(value, i))).append(", ");
            }
            return text.toString();
        }
        if (value instanceof Described described) {
            return Arrays.stream(described.parts())
                    .map(ValueRows::described)
                    .toList()
                    .toString();
        }
        if (value instanceof Collection<?> collection) {
            return collection.stream().map(ValueRows::described).toList().toString();
        }
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> described(entry.getKey()) + "=" + described(entry.getValue()))
                    .toList()
                    .toString();
        }
        if (value instanceof Optional<?> optional) {
            return described(optional.orElse(null));
        }
        if (value instanceof String string) {
            return string.chars().boxed().map(Integer::toHexString).toList().toString();
        }
        // So that a time or an identifier in it is not taken for one of the run.
        return value.toString().replace(':', '.').replace('-', '_');
    }
}
