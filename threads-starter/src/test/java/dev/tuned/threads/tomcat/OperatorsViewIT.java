/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.actuate.management.ThreadDumpEndpoint;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.threads.support.WebApp;

import static org.assertj.core.api.Assertions.assertThat;

/** What the README says that an operator sees of requests on virtual threads, and on platform threads. */
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "needs virtual threads")
class OperatorsViewIT {

    @ParameterizedTest
    @CsvSource({
        "virtual, 'false, false, false, 5, true'",
        "platform, 'true, true, true, 7, false'",
        "boot, 'true, true, true, 7, false'"
    })
    void cpuTimeAllocationPriorityAndKind(String mode, String seen) {
        try (WebApp app = WebApp.start(Measured.class, "tuned.threads.web.mode=" + mode)) {
            assertThat(app.get("/measured")).isEqualTo(seen);
        }
    }

    @ParameterizedTest
    @CsvSource({"virtual, false", "platform, true", "boot, true"})
    void threadDumpOfTheActuatorHasRequests(String mode, boolean has) throws InterruptedException {
        try (WebApp app = WebApp.start("tuned.threads.web.mode=" + mode)) {
            CompletableFuture<String> request = app.getLater("/gate");
            app.gate().arrived.acquire();
            assertThat(new ThreadDumpEndpoint().textThreadDump().contains("WebApp$Gate.gate"))
                    .isEqualTo(has);
            app.gate().open();
            assertThat(request.join()).isEqualTo("through");
        }
    }

    @Test
    void jcmdWritesTheirStacksToAFile(@TempDir Path folder) throws Exception {
        try (WebApp app = WebApp.start("tuned.threads.web.mode=virtual")) {
            CompletableFuture<String> request = app.getLater("/gate");
            app.gate().arrived.acquire();
            Path file = folder.resolve("threads.txt");
            Process jcmd = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            String.valueOf(ProcessHandle.current().pid()),
                            "Thread.dump_to_file",
                            file.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(jcmd.getInputStream().readAllBytes());
            assertThat(jcmd.waitFor()).as(said).isZero();
            assertThat(Files.readString(file)).contains("tomcat-handler-", "WebApp$Gate.gate");
            app.gate().open();
            assertThat(request.join()).isEqualTo("through");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, Measuring.class})
    static class Measured {}

    @RestController
    static class Measuring {

        /** Whether CPU time, allocated bytes and the thread itself are known, its priority when 7 is set, whether it is a daemon in the group of virtual threads. */
        @GetMapping("/measured")
        String measured() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            Thread thread = Thread.currentThread();
            int before = thread.getPriority();
            thread.setPriority(7);
            int priority = thread.getPriority();
            thread.setPriority(before);
            return "%s, %s, %s, %d, %s"
                    .formatted(
                            threads.getCurrentThreadCpuTime() != -1,
                            ((com.sun.management.ThreadMXBean) threads).getCurrentThreadAllocatedBytes() != -1,
                            threads.getThreadInfo(thread.getId()) != null,
                            priority,
                            thread.getThreadGroup().getName().equals("VirtualThreads"));
        }
    }
}
