/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.apache.tomcat.util.threads.ResizableExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What Tomcat's meters of threads read. Tomcat registers them once per JVM or never, so that the drop-in suite has the meters
 * themselves.
 */
class TomcatMetersTests {

    private static final String METERS = "server.tomcat.mbeanregistry.enabled=true";

    @ParameterizedTest
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads")
    @ValueSource(strings = {"tuned.threads.web.mode=virtual", "spring.threads.virtual.enabled=true"})
    void virtualThreadsAreCountedWhileTheyServeARequest(String mode) {
        try (WebApp app = WebApp.start(METERS, mode)) {
            for (int request = 0; request < 3; request++) {
                app.getLater("/gate");
            }
            await().until(() -> app.gate().arrived.availablePermits() == 3);
            ResizableExecutor threads = (ResizableExecutor) app.protocol().getExecutor();
            assertThat(threads.getActiveCount()).isEqualTo(3);
            assertThat(threads.getPoolSize()).isEqualTo(3);

            app.gate().open();

            await().until(() -> threads.getActiveCount() == 0);
        }
    }

    @Test
    void platformThreadsAreTomcatsOwn() {
        try (WebApp app = WebApp.start(METERS, "tuned.threads.web.mode=platform")) {
            assertThat(app.protocol().getExecutor().getClass().getName()).startsWith("org.apache.tomcat.");
        }
    }
}
