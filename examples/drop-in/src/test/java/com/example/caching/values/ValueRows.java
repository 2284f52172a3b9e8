/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.values;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import com.example.caching.Watch;
import com.example.caching.values.Shapes.Described;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.context.ApplicationContext;

import dev.tuned.examples.dropin.inside.Notes;

import static com.example.caching.Watch.trying;

/** One instance caches a value, and it and another one read it several times, also after a reader changed what it got. */
class ValueRows {

    private final ApplicationContext first;
    private final ApplicationContext second;

    ValueRows(ApplicationContext first, ApplicationContext second) {
        this.first = first;
        this.second = second;
    }

    void run() throws Exception {
        for (Field field : Shapes.fields()) {
            String row = "value: " + field.getName();
            Notes.outcome(row, () -> {
                // Unlike a put, which stock does not wait for.
                cache(first, Shapes.region(field)).putIfAbsent("key", field.get(new Shapes()));
                return described(cache(second, Shapes.region(field)).get("key", () -> "another call"));
            });
            Notes.add(row, "again", again(Shapes.region(field)));
        }
        annotated("a record", "saved", Catalogue::saved);
        annotated("a set", "names", Catalogue::names);
        annotated("an interface", "shape", Catalogue::shape);
        changes();
    }

    private String again(String name) {
        return Watch.all(Stream.of(second, second, first)
                .map(context -> trying(() -> described(cache(context, name).get("key", Object.class))))
                .toArray());
    }

    /** What one instance changes the other one reads a little later, and itself at once. */
    private void changes() throws Exception {
        Cache one = cache(first, "changes");
        Cache other = cache(second, "changes");
        one.put("a", "1");
        Notes.add("put", "on the other", Watch.isSoon(() -> "1".equals(other.get("a", String.class))));
        // Which of two puts within two seconds is newer a near cache does not know: it may have forgotten both.
        other.put("a", "2");
        Notes.add("put again", "on the one", Watch.isSoon(() -> !"1".equals(one.get("a", String.class))));
        TimeUnit.MILLISECONDS.sleep(2_500);
        other.put("a", "3");
        Notes.add("put later", "on the one", Watch.isSoon(() -> "3".equals(one.get("a", String.class))));
        Notes.add("put later", "on the other", Watch.isSoon(() -> "3".equals(other.get("a", String.class))));
        one.evict("a");
        Notes.add("evict", "on the other", Watch.isSoon(() -> other.get("a") == null));
        Notes.add("put if absent", "the first", trying(() -> one.putIfAbsent("b", "1")));
        Notes.add(
                "put if absent",
                "the second",
                trying(() -> other.putIfAbsent("b", "2").get()));
        one.put("c", null);
        Notes.add("null", "on the other", Watch.isSoon(() -> {
            Cache.ValueWrapper wrapper = other.get("c");
            return wrapper != null && wrapper.get() == null;
        }));
        one.clear();
        Notes.add("clear", "on the other", Watch.isSoon(() -> other.get("b") == null && other.get("c") == null));
        one.putIfAbsent("d", new ArrayList<>(List.of("x")));
        Notes.outcome("a reader changes its value", () -> {
            @SuppressWarnings("unchecked")
            List<Object> read = one.get("d", List.class);
            read.add("y");
            return one.get("d", List.class);
        });
        Notes.outcome("evict if present", () -> one.evictIfPresent("d") + " " + one.evictIfPresent("d"));
    }

    private static Cache cache(ApplicationContext context, String name) {
        return context.getBean(CacheManager.class).getCache(name);
    }

    private void annotated(String what, String cache, BiFunction<Catalogue, String, Object> call) throws Exception {
        String key = "b";
        String row = "annotated: " + what;
        Notes.outcome(row, () -> described(call.apply(first.getBean(Catalogue.class), key)));
        Watch.isSoon(() -> cache(second, cache).get(key) != null);
        Catalogue catalogue = second.getBean(Catalogue.class);
        for (int i = 0; i < 3; i++) {
            Notes.add(row, "read " + i, trying(() -> described(call.apply(catalogue, key))));
        }
        Notes.add(row, "calls of the other", catalogue.calls());
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
            // Files are absolute in JSON.
            return string.replace(System.getProperty("user.dir"), "here")
                    .chars()
                    .boxed()
                    .map(Integer::toHexString)
                    .toList()
                    .toString();
        }
        // So that a time or an identifier in it is not taken for one of the run.
        return value.toString().replace(':', '.').replace('-', '_');
    }
}
