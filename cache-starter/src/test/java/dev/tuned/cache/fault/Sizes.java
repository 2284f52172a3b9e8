/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.fault;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadPoolExecutor;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ReflectionUtils;

/** How much something of the starter holds: the elements of its collections, and those of the parts of the starter that it is made of. */
final class Sizes {

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    private Sizes() {}

    static long of(Object owner) {
        return new Sizes().count(owner);
    }

    private long count(@Nullable Object value) {
        if (value == null || !seen.add(value)) {
            return 0;
        }
        if (value instanceof Map<?, ?> map) {
            return map.size();
        }
        if (value instanceof Collection<?> collection) {
            return collection.size();
        }
        if (value instanceof ThreadPoolExecutor pool) {
            return pool.getQueue().size();
        }
        long count = 0;
        if (value.getClass().getName().startsWith("dev.tuned.")) {
            for (Field field : value.getClass().getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    ReflectionUtils.makeAccessible(field);
                    count += count(ReflectionUtils.getField(field, value));
                }
            }
        }
        return count;
    }
}
