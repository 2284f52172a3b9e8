/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.command.PlainService;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("nightly")
class ServiceProcessIT {

    private static final Variant STREAMING = new Variant(
            "streaming",
            Path.of("../streaming/target/streaming.jar").toAbsolutePath().normalize(),
            List.of(),
            CheapJvm.FLAGS,
            JavaRuntime.newest());

    @TempDir
    private Path directory;

    /** Listens on a port and closes each connection. */
    private static ServerSocket occupied(int port) throws IOException {
        ServerSocket socket = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> {
            try {
                while (true) {
                    socket.accept().close();
                }
            } catch (IOException ex) {
                // Closed: the test is over.
            }
        });
        thread.setDaemon(true);
        thread.start();
        return socket;
    }

    @Test
    void startsAgainOnAnotherPortWhereItsOwnWasTaken() throws Exception {
        try (Children children = new Children();
                ServiceProcess service = ServiceProcess.start(STREAMING, directory, children)) {
            int first = service.address().getPort();
            try (ServerSocket taken = occupied(first)) {
                service.awaitReady("/hello");
                assertThat(service.address().getPort()).isNotEqualTo(taken.getLocalPort());
                assertThat(service.get("/hello").statusCode()).isEqualTo(200);
            }
        }
    }

    @Test
    void saysWhereAServiceListensThatDoesNotListenWhereItWasTold() throws Exception {
        Variant elsewhere = new Variant(
                "plain", PlainService.jar(directory), List.of(PlainService.ELSEWHERE), List.of(), JavaRuntime.newest());
        List<String> said = new ArrayList<>();
        try (Children children = new Children();
                ServiceProcess service = ServiceProcess.start(elsewhere, directory, children)) {
            assertThatThrownBy(() -> service.awaitReady("", Duration.ofMinutes(1), line -> {
                        said.add(line);
                        service.process().orElseThrow().destroy();
                    }))
                    .hasMessageContaining("while starting");
            assertThat(said.get(0))
                    .contains("gives no answer yet on port " + service.address().getPort() + " and listens on ");
        }
    }

    @Test
    void doesNotStartAgainWhereAnotherPortIsInUse() throws Exception {
        try (Children children = new Children();
                ServerSocket taken = occupied(Ports.choose());
                ServiceProcess service = ServiceProcess.start(
                        STREAMING.with("--management.server.port=" + taken.getLocalPort()), directory, children)) {
            // The management server starts last: until then the service answers.
            assertThatThrownBy(() -> {
                        service.awaitReady("/hello");
                        service.process().orElseThrow().onExit().get(5, TimeUnit.MINUTES);
                        service.requireAlive();
                    })
                    .isInstanceOf(ChildFailedException.class)
                    .hasMessageContaining("its port " + taken.getLocalPort() + " is in use")
                    .hasMessageContaining("--management.server.port=0")
                    .hasMessageNotContaining("\n");
        }
    }
}
