/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.example.caching.values.Shapes.Described;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

/** One instance caches a value, the other one asks for it. */
class ValueRows {

    private final CacheManager first;
    private final CacheManager second;
    private final Catalogue firstCatalogue;
    private final Catalogue secondCatalogue;

    ValueRows(ApplicationContext first, ApplicationContext second) {
        this.first = first.getBean(CacheManager.class);
        this.second = second.getBean(CacheManager.class);
        this.firstCatalogue = first.getBean(Catalogue.class);
        this.secondCatalogue = second.getBean(Catalogue.class);
    }

    void run() throws Exception {
        Notes.outcome("put: the same object for a while", this::isSameForAWhile);
        for (Field field : Shapes.fields()) {
            Object value = field.get(new Shapes());
            Notes.outcome("value: " + field.getName(), () -> {
                cache(first, field).put("key", value);
                return described(cache(second, field).get("key", () -> field.get(new Shapes())));
            });
        }
        Notes.outcome("annotated: a record", () -> {
            firstCatalogue.saved("a", "one");
            return secondCatalogue.saved("a", "one");
        });
        Notes.outcome("annotated: a list", () -> {
            firstCatalogue.list("b");
            return described(secondCatalogue.list("b"));
        });
        Notes.outcome("annotated: a subclass", () -> {
            firstCatalogue.shape("c");
            return described(secondCatalogue.shape("c"));
        });
        Notes.outcome("other instance: its own calls", () -> {
            firstCatalogue.counted("d");
            firstCatalogue.stored();
            return secondCatalogue.counted("d");
        });
    }

    private static Cache cache(CacheManager manager, Field field) {
        return manager.getCache(Shapes.region(field));
    }

    /** Whether what was put stays the same object. */
    private boolean isSameForAWhile() throws InterruptedException {
        Object[] values = {new Shapes.Point(1, 2), new Shapes.Point(3, 4)};
        Cache cache = first.getCache("point");
        for (int i = 0; i < values.length; i++) {
            cache.put("early " + i, values[i]);
        }
        boolean same = true;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(3);
        while (same && System.nanoTime() < end) {
            for (int i = 0; i < values.length; i++) {
                same &= cache.get("early " + i, Object.class) == values[i];
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return same;
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
        return value.toString();
    }
}
