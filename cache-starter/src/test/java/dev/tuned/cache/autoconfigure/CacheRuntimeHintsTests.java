/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.cache.interceptor.SimpleKey;

import static org.assertj.core.api.Assertions.assertThat;

class CacheRuntimeHintsTests {

    @Test
    void argumentsOfSpringsKeyCanBeReadInANativeImage() {
        RuntimeHints hints = new RuntimeHints();
        new CacheRuntimeHints().registerHints(hints, getClass().getClassLoader());
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(SimpleKey.class, "params"))
                .accepts(hints);
    }
}
