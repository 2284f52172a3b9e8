/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/** A wire to something that answers each request as a Redis does; it numbers its answers. */
class RedisWireTests {

    private static final String GET = "*2\r\n$3\r\nGET\r\n$4\r\nk\r\n1\r\n";
    private static final String PTTL = "*2\r\n$4\r\npttl\r\n$4\r\nk\r\n1\r\n";
    private static final String PING = "*1\r\n$4\r\nPING\r\n";

    private static ServerSocket server;
    private static WireProxy wire;

    @BeforeAll
    static void open() throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread answering = new Thread(RedisWireTests::answer);
        answering.setDaemon(true);
        answering.start();
        wire = WireProxy.openToRedis(server.getLocalPort());
    }

    @AfterAll
    static void close() throws IOException {
        wire.close();
        server.close();
    }

    /** One connection after the other: to what begins with an asterisk, an answer. */
    private static void answer() {
        while (!server.isClosed()) {
            try (Socket client = server.accept()) {
                OutputStream out = client.getOutputStream();
                int answers = 0;
                for (int next = client.getInputStream().read();
                        next >= 0;
                        next = client.getInputStream().read()) {
                    if (next == '*') {
                        out.write((":" + ++answers + "\r\n").getBytes(StandardCharsets.US_ASCII));
                    }
                }
            } catch (IOException ex) {
                // The connection was reset, or this is the end.
            }
        }
    }

    private record Client(Socket socket, BufferedReader answers) implements AutoCloseable {

        static Client connect() throws IOException {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), wire.port());
            return new Client(
                    socket,
                    new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)));
        }

        void send(String requests) throws IOException {
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void whatIsAboutEntriesIsCounted() throws IOException {
        long before = wire.commands();
        try (Client client = Client.connect()) {
            client.send(PING + GET + PTTL + GET);
            for (int number = 1; number <= 4; number++) {
                assertThat(client.answers().readLine()).isEqualTo(":" + number);
            }
        }
        assertThat(wire.commands()).isEqualTo(before + 2);
        assertThat(wire.productCommands()).isZero();
    }

    @Test
    void answersKeepTheirOrderWhenADelayEnds() throws IOException {
        try (Client client = Client.connect()) {
            wire.delay(Duration.ofMillis(300));
            long begin = System.nanoTime();
            client.send(GET);
            await().until(() ->
                    System.nanoTime() - begin > Duration.ofMillis(100).toNanos());
            wire.delay(Duration.ZERO);
            client.send(GET);
            assertThat(client.answers().readLine()).isEqualTo(":1");
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
            assertThat(client.answers().readLine()).isEqualTo(":2");
        } finally {
            wire.delay(Duration.ZERO);
        }
    }

    @Test
    void whatIsLostRefusesConnectionsForAWhile() throws IOException {
        try (Client client = Client.connect()) {
            client.send(GET);
            assertThat(client.answers().readLine()).isEqualTo(":1");
            wire.loseCaches(Duration.ofSeconds(1));
            assertThatIOException().isThrownBy(() -> {
                client.send(GET);
                client.answers().readLine();
            });
        }
        assertThatIOException().isThrownBy(Client::connect);
        await().ignoreExceptions().untilAsserted(() -> Client.connect().close());
    }
}
