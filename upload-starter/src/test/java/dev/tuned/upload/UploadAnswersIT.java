/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Every way of taking an upload answers with the starter as without it. */
class UploadAnswersIT {

    private static final int THRESHOLD = 10 << 10;

    private static final int MOST = 30 << 10;

    private static final String LIMIT = "spring.servlet.multipart.max-file-size=30KB";

    private static final String MEMORY = "tuned.upload.threshold=10KB";

    private static final String LAZY = "spring.servlet.multipart.resolve-lazily=true";

    private static final String OFF = "tuned.upload.enabled=false";

    private static final List<UploadServer> TUNED = new ArrayList<>();

    private static final List<UploadServer> STOCK = new ArrayList<>();

    @BeforeAll
    static void start() {
        TUNED.add(new UploadServer(LIMIT, MEMORY));
        STOCK.add(new UploadServer(LIMIT, OFF));
        TUNED.add(new UploadServer(LIMIT, LAZY, MEMORY));
        STOCK.add(new UploadServer(LIMIT, LAZY, OFF));
    }

    @AfterAll
    static void stop() {
        TUNED.forEach(UploadServer::close);
        STOCK.forEach(UploadServer::close);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void answerIsThatOfBoot(String path, Supplier<FormData> form) throws Exception {
        for (int i = 0; i < TUNED.size(); i++) {
            HttpResponse<String> expected = STOCK.get(i).send(path, form.get());
            HttpResponse<String> actual = TUNED.get(i).send(path, form.get());
            assertThat(actual.statusCode()).isEqualTo(path.equals("/absent") ? 404 : expected.statusCode());
            if (expected.statusCode() == 200) {
                assertThat(actual.body()).isEqualTo(expected.body());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/file", "/request-part", "/files", "/form", "/parameters", "/multipart-request", "/servlet"})
    void wellFormedUploadIsTaken(String path) throws Exception {
        for (UploadServer server : TUNED) {
            assertThat(server.send(path, form(2 * THRESHOLD)).statusCode()).isEqualTo(200);
        }
    }

    static Stream<Arguments> requests() {
        Stream<String> paths = Stream.of(
                "/file",
                "/request-part",
                "/files",
                "/form",
                "/parameters?q=1",
                "/multipart-request?a=3",
                "/servlet",
                "/absent");
        return paths.flatMap(path -> Stream.<Supplier<FormData>>of(
                        FormData::new,
                        () -> form(0),
                        () -> form(5_000),
                        () -> form(THRESHOLD),
                        () -> form(THRESHOLD + 1),
                        () -> form(2 * THRESHOLD),
                        () -> form(MOST + 1),
                        UploadAnswersIT::manyParts)
                .map(form -> Arguments.of(path, form)));
    }

    private static FormData form(int size) {
        return new FormData()
                .field("a", "first \u00e9\u4e2d")
                .file("file", "na\u00efve \u4e2d.bin", FormData.random(size))
                .file("files", "1.bin", FormData.random(3))
                .field("a", "second")
                .file("files", "", FormData.random(0))
                .file("file", "b.bin", FormData.random(size / 2));
    }

    private static FormData manyParts() {
        FormData form = form(10);
        for (int i = 0; i < 50; i++) {
            form.field("f" + i, "x");
        }
        return form;
    }
}
