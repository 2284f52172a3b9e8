/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

@Tag("without-boot")
class ExchangeTests {

    @Test
    void readsAWholeAnswer() throws IOException {
        assertThat(answer("HTTP/1.1 201 \r\nContent-Length: 2\r\n\r\nok")).isEqualTo(new Exchange(201, "ok"));
    }

    @Test
    void noAnswerIsAFailure() {
        assertThatIOException().isThrownBy(() -> answer("")).withMessage("closed without an answer");
    }

    @Test
    void partOfABodyIsAFailure() {
        assertThatIOException()
                .isThrownBy(() -> answer("HTTP/1.1 200 \r\nContent-Length: 5\r\n\r\nok"))
                .withMessage("closed after 2 of 5 bytes");
    }

    @Test
    void aBodyWithoutItsLastChunkIsAFailure() {
        assertThatIOException()
                .isThrownBy(() -> answer("HTTP/1.1 200 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n"))
                .withMessage("closed before the last chunk");
    }

    private static Exchange answer(String bytes) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read(new byte[1000]);
                    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                } catch (IOException ex) {
                    throw new IllegalStateException(ex);
                }
            });
            thread.start();
            return Exchange.of(
                    (InetSocketAddress) server.getLocalSocketAddress(), Exchange.head("GET", "/", "", -1), new byte[0]);
        }
    }
}
