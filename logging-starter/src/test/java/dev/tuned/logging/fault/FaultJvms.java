/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A JVM for each JDK that the faults of a class have one after the other, each with a configuration of its own: for faults that
 * do not end it. None follows a fault that failed.
 */
final class FaultJvms implements AfterEachCallback, AfterAllCallback {

    private final String[] options;
    private final Map<Jdk, FaultJvm> jvms = new HashMap<>();

    FaultJvms(String... options) {
        this.options = options;
    }

    /** With Logback alone, as {@link FaultJvm#plain} has it. */
    FaultJvm plain(Jdk jdk, Path directory, String settings, String behind) throws IOException {
        FaultJvm running = jvms.get(jdk);
        if (running == null) {
            running = FaultJvm.plain(jdk, directory, settings, behind, options);
            jvms.put(jdk, running);
        } else {
            running.configure(directory, settings, behind);
        }
        return running;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            end();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        try {
            for (FaultJvm jvm : jvms.values()) {
                assertThat(jvm.exit()).isZero();
            }
        } finally {
            end();
        }
    }

    private void end() {
        jvms.values().forEach(FaultJvm::close);
        jvms.clear();
    }
}
