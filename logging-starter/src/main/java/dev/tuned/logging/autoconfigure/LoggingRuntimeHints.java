/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

import dev.tuned.logging.output.PrivateField;

/**
 * What a native image needs: the appender, which Logback makes and sets up by name, the properties, which are bound before there is a
 * context, and the private fields that are read or replaced.
 */
final class LoggingRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerType(
                        TypeReference.of("dev.tuned.logging.TunedAsyncAppender"),
                        MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS,
                        MemberCategory.INVOKE_PUBLIC_METHODS);
        for (PrivateField each : PrivateField.values()) {
            hints.reflection().registerTypeIfPresent(classLoader, each.type, type -> type.withField(each.field));
        }
        BindableRuntimeHintsRegistrar.forTypes(LoggingProperties.class).registerHints(hints, classLoader);
    }
}
