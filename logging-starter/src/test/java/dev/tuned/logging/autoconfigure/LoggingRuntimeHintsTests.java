/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.core.pattern.PatternLayoutBase;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.aot.AotServices;

import dev.tuned.logging.TunedAsyncAppender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

class LoggingRuntimeHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    LoggingRuntimeHintsTests() {
        new LoggingRuntimeHints().registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void isFoundBySpring() {
        assertThat(AotServices.factories().load(RuntimeHintsRegistrar.class))
                .hasAtLeastOneElementOfType(LoggingRuntimeHints.class);
    }

    @Test
    void aLogbackFileCanMakeAndSetUpTheAppender() throws NoSuchMethodException {
        assertThat(reflection().onConstructorInvocation(TunedAsyncAppender.class.getConstructor()))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(TunedAsyncAppender.class.getMethod("setOverflow", String.class)))
                .accepts(hints);
    }

    @Test
    void propertiesAreBoundBeforeThereIsAContext() throws NoSuchMethodException {
        Class<?> async = LoggingProperties.Async.class;
        assertThat(reflection().onConstructorInvocation(LoggingProperties.class.getDeclaredConstructor()))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(LoggingProperties.class.getMethod("getAsync")))
                .accepts(hints);
        assertThat(reflection().onConstructorInvocation(async.getDeclaredConstructor()))
                .accepts(hints);
        assertThat(reflection().onMethodInvocation(async.getMethod("setQueueSize", Integer.class)))
                .accepts(hints);
    }

    /** Fails when Logback or Spring Boot renames one of them, which would only cost time at run time. */
    @Test
    void whatAnEncoderPrintsIsFoundOut() throws ReflectiveOperationException {
        assertThat(reflection().onFieldAccess(PatternLayoutBase.class.getDeclaredField("head")))
                .accepts(hints);
        assertThat(reflection()
                        .onFieldAccess(Class.forName("org.springframework.boot.logging.logback.StructuredLogEncoder")
                                .getDeclaredField("formatter")))
                .accepts(hints);
    }
}
