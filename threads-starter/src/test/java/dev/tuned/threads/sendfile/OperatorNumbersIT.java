/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.apache.coyote.AbstractProtocol;
import org.apache.coyote.RequestGroupInfo;
import org.apache.tomcat.util.net.AbstractEndpoint.Handler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an operator reads of files that were sent: the access log, Tomcat's counters and Spring Boot's meters. */
class OperatorNumbersIT {

    private static final int SIZE = 8 * 1024 * 1024;

    @TempDir
    private Path directory;

    @Test
    void aFileThatWasReadToItsEnd() throws Exception {
        try (StaticFiles files = start()) {
            byte[] content = files.file("big.bin", SIZE);
            try (SlowReader reader = new SlowReader(files.port(), "/big.bin")) {
                await().until(() -> files.counts().sent() == 1);
                assertThat(requests(files)).as("not over before it is sent").isZero();
                assertThat(reader.read()).isEqualTo(content);
            }

            await().until(() -> requests(files) == 1);
            assertThat(accessLog(files)).containsExactly("200 " + SIZE);
            assertThat(tomcatsBytesSent(files)).isEqualTo(SIZE);
        }
    }

    @Test
    void aRangeBesideASmallFile() throws Exception {
        try (StaticFiles files = start()) {
            files.file("big.bin", SIZE);
            files.file("small.bin", 100);
            files.get("/big.bin", "Range", "bytes=0-99999");
            files.get("/small.bin");

            await().until(() -> requests(files) == 2);
            assertThat(accessLog(files)).containsExactly("206 100000", "200 100");
            assertThat(tomcatsBytesSent(files)).isEqualTo(100_100);
        }
    }

    @Test
    void aDownloadThatTheClientGaveUp() throws Exception {
        try (StaticFiles files = start()) {
            files.file("big.bin", SIZE);
            SlowReader reader = new SlowReader(files.port(), "/big.bin");
            await().until(() -> files.counts().sent() == 1);
            reader.abort();

            await().until(() -> requests(files) == 1);
            List<String> lines = accessLog(files);
            assertThat(lines).hasSize(1);
            long logged = Long.parseLong(lines.get(0).split(" ")[1]);
            assertThat(logged).isBetween(1L, SIZE - 1L);
            assertThat(tomcatsBytesSent(files)).isLessThan(SIZE);
        }
    }

    private StaticFiles start() throws IOException {
        Path logs = Files.createDirectory(directory.resolve("logs"));
        return StaticFiles.start(
                WebApp.WholeApp.class,
                directory,
                "server.tomcat.accesslog.enabled=true",
                "server.tomcat.accesslog.buffered=false",
                "server.tomcat.accesslog.directory=" + logs,
                "server.tomcat.accesslog.pattern=%s %B");
    }

    private long requests(StaticFiles files) {
        MeterRegistry meters = files.app.context.getBean(MeterRegistry.class);
        return meters.find("http.server.requests").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }

    private List<String> accessLog(StaticFiles files) throws IOException {
        Path logs = directory.resolve("logs");
        // Written after the meter is recorded.
        await().atMost(10, TimeUnit.SECONDS)
                .until(() -> !lines(logs).isEmpty() && lines(logs).size() >= requests(files));
        return lines(logs);
    }

    private static List<String> lines(Path logs) throws IOException {
        try (var paths = Files.list(logs)) {
            Path log = paths.findFirst().orElseThrow();
            return Files.readAllLines(log);
        }
    }

    /** What Spring Boot's meter {@code tomcat.global.sent} reads, without JMX, which another test of this JVM may have switched off. */
    private static long tomcatsBytesSent(StaticFiles files) throws ReflectiveOperationException {
        Method method = AbstractProtocol.class.getDeclaredMethod("getHandler");
        method.setAccessible(true);
        Handler<?> handler = (Handler<?>) method.invoke(files.app.protocol());
        return ((RequestGroupInfo) handler.getGlobal()).getBytesSent();
    }
}
