/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;

import javax.management.JMException;
import javax.management.ObjectName;

import org.apache.tomcat.util.threads.ResizableExecutor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

import dev.tuned.threads.support.NioClient;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What 400 requests allocate that are held at once, by what all threads of the JVM have allocated, the client's among them. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "virtual threads that do not pin")
class AllocationPerRequestIT {

    private static final int WAVE = 400;

    private static final int WARM_UP = 3;

    private static final int MEASURED = 3;

    @Test
    void isFarLessWithTheProcessorCache() throws Exception {
        long without = bytesPerRequest("server.tomcat.processor-cache=200");
        long with = bytesPerRequest("none=");
        assertThat((double) without / with)
                .as("%d bytes a request without it, %d with it", without, with)
                .isGreaterThan(1.5);
    }

    /** Bytes of the wave that allocated least: everything else in the JVM only adds to it. */
    private static long bytesPerRequest(String property) throws Exception {
        try (WebApp app = WebApp.start(
                        property, "tuned.threads.web.mode=virtual", "server.tomcat.mbeanregistry.enabled=true");
                NioClient client = new NioClient(app.context.getWebServer().getPort()).open(WAVE)) {
            for (int n = 0; n < WARM_UP; n++) {
                wave(app, client);
                awaitIdle(app);
            }
            long least = Long.MAX_VALUE;
            for (int n = 0; n < MEASURED; n++) {
                long before = allocated();
                wave(app, client);
                least = Math.min(least, allocated() - before);
                awaitIdle(app);
            }
            return least / WAVE;
        }
    }

    private static void wave(WebApp app, NioClient client) throws IOException, InterruptedException {
        app.gate().close();
        client.send("/gate");
        assertThat(app.gate().arrived.tryAcquire(WAVE, 2, TimeUnit.MINUTES)).isTrue();
        app.gate().open();
        assertThat(client.receive("through")).isEqualTo(WAVE);
    }

    /** Or processors that come back late would be reused although the cache was full. */
    private static void awaitIdle(WebApp app) {
        ResizableExecutor threads = (ResizableExecutor) app.protocol().getExecutor();
        await().until(() -> threads.getActiveCount() == 0);
    }

    /** An attribute since Java 21. */
    private static long allocated() throws JMException {
        return (Long) ManagementFactory.getPlatformMBeanServer()
                .getAttribute(new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME), "TotalThreadAllocatedBytes");
    }
}
