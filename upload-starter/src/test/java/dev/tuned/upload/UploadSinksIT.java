/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import dev.tuned.upload.sink.DigestAlgorithm;
import dev.tuned.upload.sink.DigestSink;
import dev.tuned.upload.sink.Digested;
import dev.tuned.upload.sink.FileSystemSink;
import dev.tuned.upload.sink.StoredFile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Parts that a handler sends on to sinks, from real requests. */
class UploadSinksIT {

    @TempDir
    private static Path directory;

    private ConfigurableApplicationContext context;

    @BeforeEach
    void start() {
        context = new SpringApplicationBuilder(Application.class)
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--spring.main.banner-mode=off",
                        "--tuned.upload.max-file-size=1MB");
    }

    @AfterEach
    void stop() {
        context.close();
    }

    @Test
    void aFileIsStoredWithItsDigestsAndNothingElse() throws Exception {
        byte[] content = FormData.random(500_000);
        HttpResponse<String> response = post("/store", content);
        Path stored = Path.of(response.body().split(" ")[1]);
        assertThat(stored).hasParent(directory).hasBinaryContent(content);
        CRC32C checksum = new CRC32C();
        checksum.update(content);
        assertThat(response.body())
                .startsWith(HexFormat.of().toHexDigits((int) checksum.getValue()))
                .endsWith(" 500000");
        Files.delete(stored);
        assertThat(remains()).isZero();
    }

    @Test
    void nothingIsLeftOfAFileThatPassesTheLimit() throws Exception {
        assertThat(post("/store", new byte[(1 << 20) + 1]).statusCode()).isEqualTo(413);
        assertThat(remains()).isZero();
    }

    @Test
    void belowTheFloorTheAnswerIs507() throws Exception {
        HttpResponse<String> response = post("/store?floor=9223372036854775806", new byte[1000]);
        assertThat(response.statusCode()).isEqualTo(507);
        assertThat(response.body())
                .contains("\"reason\":\"storage-full\"")
                .contains("\"property\":\"tuned.upload.min-free-space\"");
        assertThat(remains()).isZero();
    }

    @Test
    void nothingIsLeftWhenTheClientGoesAway() throws Exception {
        byte[] form = new FormData().file("file", "a", FormData.random(500_000)).bytes();
        try (RawClient client = new RawClient(port())) {
            client.head("/store", "Content-Length: " + form.length).send(Arrays.copyOf(form, 300_000));
            await().until(() -> remains() == 1);
        }
        await().until(() -> remains() == 0);
    }

    private HttpResponse<String> post(String path, byte[] content) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                                .header("Content-Type", FormData.CONTENT_TYPE)
                                .POST(BodyPublishers.ofByteArray(new FormData()
                                        .file("file", "../a", content)
                                        .bytes()))
                                .build(),
                        BodyHandlers.ofString());
    }

    private int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static long remains() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.count();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {

        @RestController
        static class Stores {

            @PostMapping("/store")
            String store(UploadStream upload, @RequestParam(defaultValue = "0") long floor) throws IOException {
                FileSystemSink files = FileSystemSink.in(directory).minFreeSpace(floor);
                UploadPart part = upload.nextFile();
                Digested<StoredFile> stored = part.transferTo(DigestSink.of(files, DigestAlgorithm.CRC32C));
                return stored.hex(DigestAlgorithm.CRC32C) + " "
                        + stored.stored().path() + " " + stored.stored().size();
            }
        }
    }
}
