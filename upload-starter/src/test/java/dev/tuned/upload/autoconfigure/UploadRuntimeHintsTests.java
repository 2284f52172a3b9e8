/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.apache.catalina.connector.Request;
import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import dev.tuned.upload.UploadLimits;

import static org.assertj.core.api.Assertions.assertThat;

class UploadRuntimeHintsTests {

    @Test
    void limitsOfHandlersAndTomcatsRequestCanBeReadInANativeImage() {
        RuntimeHints hints = new RuntimeHints();
        new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, UploadAutoConfiguration.class);
        assertThat(RuntimeHintsPredicates.reflection().onType(UploadLimits.class))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Request.class)).accepts(hints);
    }
}
