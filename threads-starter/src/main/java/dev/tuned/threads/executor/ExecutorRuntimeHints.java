/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.executor;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;

/** What is bound without a bean of configuration properties. */
final class ExecutorRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        BindableRuntimeHintsRegistrar.forTypes(ExecutorsProperties.class, ExecutorProperties.class)
                .registerHints(hints);
    }
}
