/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

class ExchangeTests {

    @Test
    void givesTheWholeBodyAndSaysWhetherItWasExpected() throws IOException {
        String body = "0123456789".repeat(5000);
        LoadRequest request =
                LoadRequest.get("/", response -> response.status() == 200 && response.bodyLength() == body.length());
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            peer.answer(number == 1 ? body : "short");
        })) {
            Answer first = Exchange.send(server.address(), request);
            Answer second = Exchange.send(server.address(), request);

            assertThat(first.text()).isEqualTo(body);
            assertThat(request.expectation().accepts(first)).isTrue();
            assertThat(request.expectation().accepts(second)).isFalse();
        }
    }

    @Test
    void aConnectionClosedEarlyIsAnError() throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> peer.readRequest())) {
            LoadRequest request = LoadRequest.get("/", answer -> answer.status() == 200);

            assertThatIOException().isThrownBy(() -> Exchange.send(server.address(), request));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\n\r\nok",
                "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
            })
    void anAnswerCutShortIsAnError(String answer) throws IOException {
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            peer.write("HTTP/1.1 200 \r\n" + answer);
        })) {
            LoadRequest request = LoadRequest.get("/", any -> any.status() == 200);

            assertThatIOException()
                    .isThrownBy(() -> Exchange.send(server.address(), request))
                    .withMessage("connection closed before the response was complete");
        }
    }

    @Test
    void anAnswerThatComesBeforeTheWholeRequestIsRead() throws IOException {
        LoadRequest request = LoadRequest.post("/", "text/plain", new byte[20 << 20], answer -> answer.status() == 413);
        try (ScriptedServer server = new ScriptedServer((number, peer) -> {
            peer.readRequest();
            peer.write("HTTP/1.1 413 \r\nContent-Length: 2\r\n\r\nno");
        })) {
            assertThat(Exchange.send(server.address(), request).status()).isEqualTo(413);
        }
    }
}
