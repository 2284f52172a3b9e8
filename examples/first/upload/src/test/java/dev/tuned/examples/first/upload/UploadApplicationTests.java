/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.upload;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class UploadApplicationTests {

    @TempDir
    static Path directory;

    @LocalServerPort
    private int port;

    @DynamicPropertySource
    static void photos(DynamicPropertyRegistry registry) {
        registry.add("photos", () -> directory.toString());
    }

    @Test
    void aFileOfAFormArrives() throws Exception {
        assertThat(post("/photo", "photo", 1, 1000))
                .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(200))
                .satisfies(answer -> assertThat(answer.body()).isEqualTo("1000"));
    }

    @Test
    void aFormBeyondALimitIsRejected() throws Exception {
        assertThat(post("/photo", "photo", 1, 5 << 20).statusCode()).isEqualTo(200);
        assertThat(post("/photo", "photo", 1, (5 << 20) + 1).statusCode()).isEqualTo(413);
        assertThat(post("/photo", "photo", 4, 1).statusCode()).isEqualTo(413);
    }

    @Test
    void aStreamedFileIsStored() throws Exception {
        assertThat(post("/photos", "photo", 2, 6 << 20).statusCode()).isEqualTo(200);
        assertThat(sizes()).containsExactly(6L << 20, 6L << 20);
    }

    private static Stream<Long> sizes() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.toFile().length()).toList().stream();
        }
    }

    private HttpResponse<String> post(String path, String field, int files, int size) throws Exception {
        String file = "--x\r\nContent-Disposition: form-data; name=\"" + field + "\"; filename=\"a.jpg\"\r\n\r\n"
                + "a".repeat(size) + "\r\n";
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "multipart/form-data; boundary=x")
                .POST(BodyPublishers.ofString(file.repeat(files) + "--x--\r\n"))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }
}
