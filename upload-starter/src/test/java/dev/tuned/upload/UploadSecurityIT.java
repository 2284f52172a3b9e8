/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Uploads behind Spring Security: who may not send one is told so before the body is read. */
class UploadSecurityIT {

    private static final String USER = "Authorization: Basic dXNlcjpzZWNyZXQ="; // user:secret

    private static final String COOKIE = "Cookie: XSRF-TOKEN=token";

    private static final String TOKEN = "X-XSRF-TOKEN: token";

    private static final Map<String, UploadServer> SERVERS = new HashMap<>();

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(UploadServer::close);
        SERVERS.clear();
    }

    @BeforeEach
    void forget() {
        SERVERS.values()
                .forEach(server -> server.bean(RecordingListener.class).heard().clear());
    }

    @ParameterizedTest
    @CsvSource({"basic,/stream", "basic,/functional/plain/1", "basic,/filtered/upload", "basic,/parts", "form,/stream"})
    void withoutLoginTheBodyIsNotRead(String login, String path) throws Exception {
        UploadServer server = server(login, false);
        String answer = onlyHead(server, path, "Accept: application/json");
        assertThat(answer).startsWith("HTTP/1.1 401 ");
        assertUnread(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/stream", "/parts"})
    void loginPageIsSentToWithoutReadingTheBody(String path) throws Exception {
        UploadServer server = server("form", false);
        assertThat(onlyHead(server, path, "Accept: text/html")).startsWith("HTTP/1.1 302 ");
        assertUnread(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/stream", "/parts"})
    void withoutLoginButWithTokenTheBodyIsNotRead(String path) throws Exception {
        UploadServer server = server("basic", true);
        assertThat(onlyHead(server, path, COOKIE, TOKEN)).startsWith("HTTP/1.1 401 ");
        assertUnread(server);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/stream", "/stream?_csrf=wrong", "/functional/plain/1", "/filtered/upload", "/absent"})
    void withoutTokenTheBodyIsNotReadForAStream(String path) throws Exception {
        UploadServer server = server("basic", true);
        assertThat(onlyHead(server, path, USER, COOKIE)).startsWith("HTTP/1.1 403 ");
        assertUnread(server);
    }

    @ParameterizedTest
    @CsvSource({
        "/stream,true,a=x;",
        "/stream?_csrf=token,false,a=x;",
        "/filtered/upload?a=1,true,a=x;",
        "/filtered/upload?a=1&_csrf=token,false,a=x;"
    })
    void tokenOfAStreamComesInAHeaderOrInTheQuery(String path, boolean header, String expected) throws Exception {
        UploadServer server = server("basic", true);
        byte[] body = new FormData().field("a", "x").bytes();
        assertThat(all(server, path, body, USER, COOKIE, header ? TOKEN : "X-None: 1"))
                .startsWith("HTTP/1.1 200 ")
                .endsWith(expected);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void tokenOfAFormMayComeInAField(boolean field) throws Exception {
        UploadServer server = server("basic", true);
        FormData form = new FormData().field("a", "x").file("file", "a.bin", FormData.random(10));
        if (field) {
            form.field("_csrf", "token");
        }
        assertThat(all(server, "/parts", form.bytes(), USER, COOKIE))
                .startsWith(field ? "HTTP/1.1 200 " : "HTTP/1.1 403 ");
    }

    private static UploadServer server(String login, boolean csrf) {
        return SERVERS.computeIfAbsent(
                login + csrf,
                key -> new UploadServer(
                        SecuredApplication.class,
                        "spring.autoconfigure.exclude=",
                        "spring.security.user.name=user",
                        "spring.security.user.password=secret",
                        "test.limit=1MB",
                        "test.login=" + login,
                        "test.csrf=" + csrf));
    }

    /** Sends no body unless asked for it, which fails the test: the answer is then no final one. */
    private static String onlyHead(UploadServer server, String path, String... headers) throws Exception {
        try (RawUpload client = new RawUpload(server.port())) {
            String[] all = Arrays.copyOf(headers, headers.length + 1);
            all[headers.length] = "Expect: 100-continue";
            return client.post(path, 500_000, all).answer();
        }
    }

    private static String all(UploadServer server, String path, byte[] body, String... headers) throws Exception {
        try (RawUpload client = new RawUpload(server.port())) {
            return client.post(path, body.length, headers).send(body).answer();
        }
    }

    private static void assertUnread(UploadServer server) {
        assertThat(server.bean(RecordingListener.class).heard()).isEmpty();
    }
}
