/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.util.unit.DataSize;

import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.output.PrivateField;

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
        assertThat(reflection().onMethodInvocation(async.getMethod("setQueueSize", DataSize.class)))
                .accepts(hints);
    }

    /** Fails when Logback renames one of them: all appenders would be synchronous. */
    @Test
    void theStreamOfAnAppenderCanBeReplaced() throws ReflectiveOperationException {
        for (PrivateField each : PrivateField.values()) {
            assertThat(each.isAccessible()).as(each.name()).isTrue();
            assertThat(reflection().onFieldAccess(Class.forName(each.type).getDeclaredField(each.field)))
                    .accepts(hints);
        }
    }
}
