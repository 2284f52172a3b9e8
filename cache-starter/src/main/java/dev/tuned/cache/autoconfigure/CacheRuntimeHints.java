/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Field;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * What a native image needs: the parameters of Spring's key for several arguments, which it shows to nobody, and the
 * invalidation log's documents as JSON.
 */
final class CacheRuntimeHints implements RuntimeHintsRegistrar {

    private static final String BATCH = "dev.tuned.cache.invalidation.Batch";

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Field params = ReflectionUtils.findField(SimpleKey.class, "params");
        if (params != null) {
            hints.reflection().registerField(params);
        }
        new BindingReflectionHintsRegistrar()
                .registerReflectionHints(hints.reflection(), ClassUtils.resolveClassName(BATCH, classLoader));
    }
}
