/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.lang.reflect.Field;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.util.ReflectionUtils;

/** Without it, keys of several arguments would be L1 only in a native image: Spring's key shows them to nobody. */
final class CacheRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Field params = ReflectionUtils.findField(SimpleKey.class, "params");
        if (params != null) {
            hints.reflection().registerField(params);
        }
    }
}
