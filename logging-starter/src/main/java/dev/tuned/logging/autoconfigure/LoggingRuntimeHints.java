/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/**
 * What a native image needs: the appender, which Logback makes and sets up by name, the properties, which are bound before there is a
 * context, the two fields that have what an encoder prints, and the two of a logger's list of appenders.
 */
final class LoggingRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.reflection()
                .registerType(
                        TypeReference.of("dev.tuned.logging.TunedAsyncAppender"),
                        MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS,
                        MemberCategory.INVOKE_PUBLIC_METHODS)
                .registerType(
                        TypeReference.of("dev.tuned.logging.AppenderWithSettings"),
                        MemberCategory.INVOKE_PUBLIC_METHODS)
                .registerTypeIfPresent(classLoader, "ch.qos.logback.classic.Logger", type -> type.withField("aai"))
                .registerTypeIfPresent(
                        classLoader,
                        "ch.qos.logback.core.spi.AppenderAttachableImpl",
                        type -> type.withField("appenderList"))
                .registerTypeIfPresent(
                        classLoader, "ch.qos.logback.core.pattern.PatternLayoutBase", type -> type.withField("head"))
                .registerTypeIfPresent(
                        classLoader,
                        "org.springframework.boot.logging.logback.StructuredLogEncoder",
                        type -> type.withField("formatter"));
        BindableRuntimeHintsRegistrar.forTypes(LoggingProperties.class).registerHints(hints, classLoader);
    }
}
