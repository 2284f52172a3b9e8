/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import com.sun.management.UnixOperatingSystemMXBean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.support.NioClient;
import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/** Ten thousand connections that are kept alive and idle, beside a thousand with a request each that are held all at once. */
@EnabledForJreRange(min = JRE.JAVA_24, disabledReason = "virtual threads that do not pin")
@Tag("thorough")
class IdleConnectionsIT {

    private static final int IDLE = 10_000;

    private static final int ACTIVE = 1_000;

    /** What a JVM opens besides: jars and the like. */
    private static final int OTHER_FILES = 500;

    @Test
    void activeRequestsAreAnsweredAndIdleConnectionsStayOpen() throws Exception {
        assumeThat(openFiles())
                .as("files that a process may open (ulimit -n); the server and the client need one per connection")
                .isGreaterThan(IDLE + ACTIVE + OTHER_FILES);
        Process server = start();
        try (BufferedReader output =
                        new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
                NioClient idle = new NioClient(port(output));
                NioClient active = new NioClient(idle.port())) {
            assertThat(idle.open(IDLE).get("/hello", "hello")).isEqualTo(IDLE);

            active.open(ACTIVE).send("/held");
            assertThat(output.readLine()).isEqualTo("all held");
            assertThat(active.receive("held")).isEqualTo(ACTIVE);

            assertThat(idle.closedByServer()).isZero();
            assertThat(idle.get("/hello", "hello")).isEqualTo(IDLE);
        } finally {
            server.destroyForcibly().waitFor();
        }
    }

    private static long openFiles() {
        return (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix)
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx768m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Server.class.getName())
                .redirectErrorStream(true)
                .start();
    }

    private static int port(BufferedReader output) throws IOException {
        StringBuilder before = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith("port ")) {
                return Integer.parseInt(line.substring(5));
            }
            before.append(line).append('\n');
        }
        throw new IllegalStateException("no server:\n" + before);
    }

    /** Lets requests to {@code /held} go when all are there, so that nobody is answered before the last has come. */
    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Server.Controller.class})
    static class Server {

        public static void main(String[] args) {
            ServletWebServerApplicationContext context = (ServletWebServerApplicationContext) SpringApplication.run(
                    Server.class,
                    "--server.address=127.0.0.1",
                    "--server.port=0",
                    "--logging.level.root=error",
                    "--tuned.threads.web.mode=virtual",
                    "--server.tomcat.max-connections=20000",
                    "--server.tomcat.accept-count=1000",
                    "--server.tomcat.max-keep-alive-requests=-1",
                    // However slow the machine is.
                    "--server.tomcat.keep-alive-timeout=10m",
                    "--server.tomcat.connection-timeout=10m");
            System.out.println("port " + context.getWebServer().getPort());
        }

        @RestController
        static class Controller {

            private final AtomicBoolean said = new AtomicBoolean();

            private final CountDownLatch all = new CountDownLatch(ACTIVE);

            @GetMapping("/hello")
            String hello() {
                return "hello";
            }

            @GetMapping("/held")
            String held() throws InterruptedException {
                all.countDown();
                all.await();
                if (said.compareAndSet(false, true)) {
                    System.out.println("all held");
                }
                return "held";
            }
        }
    }
}
