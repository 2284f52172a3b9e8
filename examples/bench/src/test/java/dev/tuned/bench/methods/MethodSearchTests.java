/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.recording.TargetJvm;
import dev.tuned.bench.run.TestWorkload;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class MethodSearchTests {

    @TempDir
    private Path directory;

    /** The service is a server in this JVM. */
    @Test
    void aServiceThatRunsAlreadyKeepsItsSettings() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/hello", exchange -> {
            exchange.sendResponseHeaders(200, 5);
            try (exchange) {
                exchange.getResponseBody().write("hello".getBytes(StandardCharsets.UTF_8));
            }
        });
        server.start();
        long pid = ProcessHandle.current().pid();
        TargetJvm target = TargetJvm.of(pid);
        try (Children children = new Children()) {
            RunningService running = new RunningService(server.getAddress(), pid);
            ServiceProcess service = ServiceProcess.start(Variant.running("before", running), directory, children);
            new MethodSearch(new TestWorkload("hello", 10), List.of(), Set.of()).between(service, service);
            assertThat(target.ask("JFR.configure")).contains("Stack depth: 64");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void aServiceThatIsStartedKeepsDeepStacks() {
        Variant started = new Variant("before", Path.of("shop.jar"), List.of(), List.of());
        assertThat(MethodSearch.sampled(started).jvmFlags()).contains("-XX:FlightRecorderOptions=stackdepth=256");
        Variant running = Variant.running(
                "before", new RunningService(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), null));
        assertThat(MethodSearch.sampled(running)).isEqualTo(running);
    }
}
