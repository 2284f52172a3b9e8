/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

@Tag("without-boot")
class AdviseServerTests {

    private final PipedOutputStream requests = new PipedOutputStream();
    private final PipedInputStream answers = new PipedInputStream(1 << 16);

    private void send(String message) throws Exception {
        requests.write((message + "\n").getBytes(StandardCharsets.UTF_8));
        requests.flush();
    }

    @Test
    void theToolIsListedCalledAndAnswersWithWhatWentWrong() throws Exception {
        PipedInputStream in = new PipedInputStream(requests, 1 << 16);
        OutputStream out = new PipedOutputStream(answers);
        CompletableFuture<Void> server = CompletableFuture.runAsync(() -> {
            try {
                AdviseServer.serve(in, out, "1");
            } catch (IOException ex) {
                throw new UncheckedIOException(ex);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
            }
        });
        BufferedReader lines = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
        send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2024-11-05\","
                + "\"capabilities\":{},\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
        assertThat(read(lines).at("/result/serverInfo/name").asString()).isEqualTo("tuned-bench");
        send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
        send("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
        JsonNode tool = read(lines).at("/result/tools/0");
        assertThat(tool.path("name").asString()).isEqualTo("advise");
        assertThat(tool.at("/inputSchema/properties/pid/type").asString()).isEqualTo("integer");
        send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tools/call\",\"params\":{\"name\":\"advise\",\"arguments\":"
                + "{\"pid\":999999999}}}");
        JsonNode result = read(lines).path("result");
        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(result.at("/content/0/text").asString()).isEqualTo("cannot look: there is no process 999999999");
        send("{\"jsonrpc\":\"2.0\",\"id\":4,\"method\":\"tools/call\",\"params\":{\"name\":\"advise\",\"arguments\":"
                + "{\"jar\":\"@pom.xml\",\"requests\":\"shop.http\"}}}");
        assertThat(read(lines).at("/result/content/0/text").asString()).contains("'@pom.xml' is not there");
        requests.close();
        server.get(5, TimeUnit.MINUTES);
    }

    private static JsonNode read(BufferedReader lines) throws Exception {
        return JsonMapper.shared().readTree(lines.readLine());
    }

    @Test
    void whatIsNoMessageEndsTheServerWithAReason() {
        for (String input : List.of("garbage\n", "{\"jsonrpc\":\"2.0\"\n", "[]\n", "{}\n")) {
            InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
            assertThatIOException()
                    .as(input)
                    .isThrownBy(() -> AdviseServer.serve(in, OutputStream.nullOutputStream(), "1"))
                    .withMessage("a line of the input is not a JSON-RPC message");
        }
    }
}
