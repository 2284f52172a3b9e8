/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.compare;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.load.Answer;
import dev.tuned.bench.load.Exchange;
import dev.tuned.bench.load.Expectation;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.requests.RequestFile;
import dev.tuned.bench.run.WrongAnswerException;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("without-boot")
class AgreementTests {

    @TempDir
    private Path directory;

    private HttpServer server;
    private String body = "";
    private int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private Answer answer(int withStatus, String withBody) throws IOException {
        status = withStatus;
        body = withBody;
        LoadRequest request =
                LoadRequest.of("GET", "/", "localhost", Map.of(), new byte[0], (Expectation) view -> true);
        return Exchange.send(server.getAddress(), request);
    }

    private List<FileRequest> requests(String text) throws Exception {
        return RequestFile.read(Files.writeString(directory.resolve("shop.http"), text));
    }

    @Test
    void anUnexpectedErrorIsNotMeasured() throws Exception {
        for (String what : List.of("status", "length", "body", "none")) {
            Agreement agreement = Agreement.on(what, requests("GET /none\n"));
            assertThatThrownBy(() -> agreement.check("before", 0, answer(404, "no such page")))
                    .isInstanceOf(WrongAnswerException.class)
                    .hasMessage(
                            "shop.http:1: GET /none: 'before' answered 404 with 12 bytes, which is an error; if it is what should"
                                    + " be measured, write '# @status 404' above the request: no such page");
        }
        Agreement login = Agreement.on("length", requests("GET /orders\n"));
        assertThatThrownBy(() -> login.check("before", 0, answer(302, "")))
                .hasMessage(
                        "shop.http:1: GET /orders: 'before' answered 302 with 0 bytes, which is a redirect, and where it"
                                + " leads to is not followed; if it is what should be measured, write '# @status 302' above the request");
        Agreement another = Agreement.on("none", requests("# @status 404\nGET /none\n"));
        assertThatThrownBy(() -> another.check("before", 0, answer(500, "failed")))
                .hasMessage("shop.http:2: GET /none: 'before' answered 500 with 6 bytes, expected is 404: failed");
        Agreement expected = Agreement.on("length", requests("# @status 404\nGET /none\n"));
        assertThatCode(() -> expected.check("before", 0, answer(404, "no such page")))
                .doesNotThrowAnyException();
    }

    @Test
    void bodiesThatDifferAreShownWhereTheyDo() throws Exception {
        Agreement agreement = Agreement.on("body", requests("GET /one\n"));
        String before = "{\"id\":17,\"text\":\"" + "x".repeat(100) + "\",\"price\":12.50,\"unit\":\"EUR\"}";
        agreement.check("before", 0, answer(200, before));
        assertThatThrownBy(() -> agreement.check("after", 0, answer(200, before.replace("12.50", "12.75"))))
                .hasMessageContaining("their bodies differ from byte 131 on: '…")
                .hasMessageContaining("\"price\":12.50,\"unit\":\"EUR\"}' and '…")
                .hasMessageContaining("\"price\":12.75,\"unit\":\"EUR\"}'; if both are right, use --compare status");
    }
}
