/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.DigestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Handlers that read an upload as a stream, on a real server. */
@ExtendWith(OutputCaptureExtension.class)
class UploadStreamIT {

    private static UploadServer server;

    private RecordingListener listener;

    private CountingSink sink;

    @BeforeAll
    static void start() {
        server = new UploadServer(
                StreamApplication.class,
                "spring.servlet.multipart.max-file-size=3MB",
                "spring.servlet.multipart.max-request-size=5MB",
                "test.limit=20KB",
                "spring.web.error.include-message=always");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void forget() {
        listener = server.bean(RecordingListener.class);
        await().until(listener::isQuiet);
        listener.heard().clear();
        sink = server.bean(CountingSink.class);
        sink.opened.set(0);
        sink.written.set(0);
        sink.committed.set(0);
        sink.aborted.set(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5_000, 16_384, 100_000, 2 << 20})
    void partsComeInTheOrderSent(int size) throws Exception {
        assertThat(server.post("/stream", form(size))).isEqualTo(described(size));
        hears("started STREAMING", "completed STREAMING");
    }

    @Test
    void noPartIsKeptInAFile() throws Exception {
        FormData form = form(2 << 20);
        assertThat(server.post("/temp-files", form)).startsWith("0 ");
        assertThat(sink.committed).hasValue(4);
    }

    @Test
    void otherArgumentsComeFromPathQueryAndHeaders() throws Exception {
        HttpResponse<String> response =
                server.send("/arguments/7?q=%C3%A9&size=3", form(10), "X-Some", "header", "X-Early", "yes");
        assertThat(response.body()).isEqualTo("7 \u00e9 null header Query[a=null, size=3] " + described(10));
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void filtersAndInterceptorsGetParametersOfTheQueryString() throws Exception {
        HttpResponse<String> response = server.send("/stream?a=query", form(10), "X-Early", "yes");
        assertThat(response.headers().firstValue("X-Found")).hasValue("query");
        assertThat(response.headers().firstValue("X-Intercepted")).hasValue("query");
        assertThat(response.body()).isEqualTo(described(10));
    }

    @ParameterizedTest
    @CsvSource({"/arguments/7?size=3", "/arguments/7?q=1&size=-1", "/arguments/7?q=1&size=x"})
    void otherArgumentsAreValidatedBeforeTheBodyIsRead(String path) throws Exception {
        assertThat(server.send(path, form(10), "X-Some", "header").statusCode()).isEqualTo(400);
        assertThat(listener.heard()).isEmpty();
    }

    @Test
    void sinkGetsEachPart() throws Exception {
        assertThat(server.post("/sink", form(100_000))).isEqualTo("[8,100000,6,3]");
        assertThat(sink.opened).hasValue(4);
        assertThat(sink.committed).hasValue(4);
        assertThat(sink.aborted).hasValue(0);
    }

    @Test
    void vetoLeavesNothingOfItsPart(@TempDir Path directory) throws Exception {
        byte[] gif = "GIF and more".getBytes(StandardCharsets.US_ASCII);
        String path = "/inspected?directory=" + directory;
        assertThat(server.post(path, new FormData().file("file", "a", gif))).isEqualTo("[12]");
        FormData form = new FormData().file("file", "b", gif).file("file", "c", FormData.random(100_000));
        HttpResponse<String> response = server.send(path, form);
        assertThat(response.statusCode()).isEqualTo(422);
        assertThat(response.body()).doesNotContain("Exception", "dev.tuned");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).hasSize(2).allSatisfy(file -> assertThat(file).hasBinaryContent(gif));
        }
    }

    @Test
    void handlerMayStopEarly() throws Exception {
        HttpResponse<String> response = server.send("/early", form(1 << 20));
        assertThat(response.body()).isEqualTo("first \u00e9");
        hears("started STREAMING", "abandoned STREAMING");
        assertThat(server.post("/stream", form(10))).isEqualTo(described(10));
    }

    @Test
    void handlerNeedNotAskForAPartAfterTheLast() throws Exception {
        FormData form = new FormData().field("a", "x").file("file", "a.bin", FormData.random(50_000));
        assertThat(server.post("/only-file", form)).isEqualTo("50000");
        hears("started STREAMING", "completed STREAMING");
    }

    @Test
    void failureOfTheHandlerIsAnsweredAsAnyOther() throws Exception {
        HttpResponse<String> response = server.send("/fails", form(100));
        assertThat(response.statusCode()).isEqualTo(500);
        hears("started STREAMING", "abandoned STREAMING");
    }

    @ParameterizedTest
    @CsvSource({
        "twice,comes only once",
        "after-next,only until the next part",
        "text-after-stream,comes only once",
        "loop-twice,come once",
        "next-within,only until the next part"
    })
    void misuseIsExplained(String how, String message) throws Exception {
        HttpResponse<String> response = server.send("/misuse/" + how, form(100));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains(message);
    }

    @Test
    void streamCannotBeUsedAfterTheRequest() throws Exception {
        assertThat(server.post("/keep", form(100))).isEqualTo("kept");
        // It has its answer before it is over.
        hears("started STREAMING", "abandoned STREAMING");
        HttpResponse<String> response = server.send("/use-kept", form(1));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("The request of this upload is over");
    }

    @Test
    void partsOfTheServletRequestAreRefusedAndTheCureNamed() throws Exception {
        HttpResponse<String> response = server.send("/get-part", form(100));
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(response.body()).contains("UploadStream").contains("MultipartFile");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/callable", "/future", "/deferred", "/body"})
    void anotherThreadMayRead(String path) throws Exception {
        for (int i = 0; i < 3; i++) {
            assertThat(server.post(path, form(300_000))).isEqualTo(described(300_000));
        }
        await().untilAsserted(() -> assertThat(listener.heard())
                .containsOnly("started STREAMING", "completed STREAMING")
                .hasSize(6));
    }

    @Test
    void sixteenUploadsAtOnceDoNotMixUp() throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(16);
        try {
            List<Callable<String>> uploads = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                int size = 100_000 + 1_000 * i;
                String path = (i % 2 == 0) ? "/stream" : "/callable";
                uploads.add(() -> server.post(path, form(size)));
                expected.add(described(size));
            }
            List<String> answers = new ArrayList<>();
            for (Future<String> answer : clients.invokeAll(uploads)) {
                answers.add(answer.get());
            }
            assertThat(answers).isEqualTo(expected);
        } finally {
            clients.shutdown();
        }
    }

    @Test
    void partOfAClientThatGoesAwayIsAbortedOnce() throws Exception {
        byte[] body = form(1 << 20).bytes();
        try (RawUpload client = new RawUpload(server.port())) {
            client.post("/sink", body.length).send(body, body.length / 2);
            await().until(() -> sink.opened.get() == 2 && sink.written.get() > 100_000);
        }
        hears("started STREAMING", "client-aborted STREAMING");
        assertThat(sink.committed).hasValue(1);
        assertThat(sink.aborted).hasValue(1);
    }

    @Test
    void partOfABodyThatEndsEarlyIsAborted() throws Exception {
        byte[] body = form(100_000).bytes();
        int length = body.length / 2;
        try (RawUpload client = new RawUpload(server.port())) {
            String answer = client.post("/sink", length).send(body, length).answer();
            assertThat(answer).startsWith("HTTP/1.1 400 ");
        }
        hears("started STREAMING", "truncated STREAMING");
        assertThat(sink.committed).hasValue(1);
        assertThat(sink.aborted).hasValue(1);
    }

    @Test
    void partAboveTheLimitIsAborted(CapturedOutput output) throws Exception {
        HttpResponse<String> response = server.send("/sink", form((3 << 20) + 1));
        assertThat(output)
                .contains(
                        "file-too-large (3145729 or more, limit 3145728, set by spring.servlet.multipart.max-file-size)");
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("\"status\":413").doesNotContain("max-file-size", "Exception");
        hears("started STREAMING", "file-too-large STREAMING");
        assertThat(sink.aborted).hasValue(1);
    }

    @Test
    void handlerMayHaveALimitOfItsOwn() throws Exception {
        HttpResponse<String> response = server.send("/limited", form(20 * 1024 + 1));
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).doesNotContain("@UploadLimits", "Streams");
        assertThat(server.send("/limited", form(20 * 1024)).statusCode()).isEqualTo(200);
    }

    @Test
    void limitOfTheHandlerHoldsWhereAFilterReadsFirst() throws Exception {
        HttpResponse<String> response = server.send("/limited", form(20 * 1024 + 1), "X-Early", "yes");
        assertThat(response.statusCode()).isEqualTo(413);
    }

    @Test
    void limitsOfTheClassHoldForItsHandlers() throws Exception {
        HttpResponse<String> response = server.send("/small", form(3_000));
        assertThat(response.statusCode()).isEqualTo(413);
    }

    @Test
    void requestThatIsNotMultipartIsRefused() throws Exception {
        try (RawUpload client = new RawUpload(server.port())) {
            String request = "POST /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                    + "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi";
            String answer =
                    client.send(request.getBytes(StandardCharsets.US_ASCII)).answer();
            assertThat(answer).startsWith("HTTP/1.1 415 ");
        }
    }

    @Test
    void otherHandlersTakePartsAsBefore() throws Exception {
        assertThat(server.post("/parts", form(1_000))).isEqualTo("first \u00e91000");
        assertThat(server.send("/parts", form(1_000), "X-Early", "yes").body()).isEqualTo("first \u00e91000");
        assertThat(server.post("/functional/parts", form(1_000))).isEqualTo("[a, file, b, last]");
    }

    private void hears(String... events) {
        await().untilAsserted(() -> assertThat(listener.heard()).containsExactly(events));
    }

    private static FormData form(int size) {
        return new FormData()
                .field("a", "first \u00e9")
                .file("file", "na\u00efve \u4e2d.bin", FormData.random(size))
                .field("b", "second")
                .file("last", "c.bin", FormData.random(3));
    }

    private static String described(int size) {
        return "a=first \u00e9;file na\u00efve \u4e2d.bin application/octet-stream one " + size + " "
                + DigestUtils.md5DigestAsHex(FormData.random(size))
                + ";b=second;last c.bin application/octet-stream one 3 "
                + DigestUtils.md5DigestAsHex(FormData.random(3)) + ";";
    }
}
