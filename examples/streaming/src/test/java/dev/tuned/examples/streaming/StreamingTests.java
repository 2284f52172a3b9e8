/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.streaming;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/** Both controllers, on a real port. */
class StreamingTests {

    private static final String BOUNDARY = "a-boundary";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"default", "stock"})
    void filesAreStoredAndFieldsAreAnswered(String profile) throws Exception {
        byte[] content = new byte[3_000_000];
        Arrays.fill(content, (byte) 'x');
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        try (ConfigurableApplicationContext service = start(profile, true)) {
            HttpResponse<String> answer = upload(service, content);
            assertThat(answer.statusCode()).isEqualTo(201);
            assertThat(answer.body())
                    .isEqualTo("{\"fields\":{\"title\":\"größe\",\"tag\":[\"a\",\"b\"]},\"files\":[{\"field\":\"file\","
                            + "\"name\":\"photo.jpg\",\"size\":3000000,\"sha256\":\"" + sha256 + "\"}]}");
        }
        assertThat(stored())
                .singleElement()
                .satisfies(file -> assertThat(Files.readAllBytes(file)).isEqualTo(content));
    }

    @ParameterizedTest
    @ValueSource(strings = {"default", "stock"})
    void filesAreDeletedOnceStoredIfNotKept(String profile) throws Exception {
        try (ConfigurableApplicationContext service = start(profile, false)) {
            assertThat(upload(service, new byte[2_000_000]).statusCode()).isEqualTo(201);
        }
        assertThat(stored()).isEmpty();
    }

    private ConfigurableApplicationContext start(String profile, boolean keep) throws IOException {
        Path portFile = directory.resolve("port");
        ConfigurableApplicationContext service = new SpringApplicationBuilder(StreamingApplication.class)
                .profiles(profile)
                .run(
                        "--server.port=0",
                        "--catalog.port-file=" + portFile,
                        "--streaming.directory=" + directory.resolve("uploads"),
                        "--streaming.keep=" + keep);
        assertThat(Files.readString(portFile)).isEqualTo(port(service));
        return service;
    }

    private static String port(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.server.port");
    }

    private static HttpResponse<String> upload(ConfigurableApplicationContext service, byte[] content)
            throws Exception {
        String delimiter = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=";
        String fields = delimiter + "\"title\"\r\n\r\ngröße\r\n" + delimiter + "\"tag\"\r\n\r\na\r\n" + delimiter
                + "\"tag\"\r\n\r\nb\r\n";
        String file = delimiter + "\"file\"; filename=\"photo.jpg\"\r\n\r\n";
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(service) + "/uploads"))
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(BodyPublishers.ofByteArrays(List.of(
                        (fields + file).getBytes(StandardCharsets.UTF_8),
                        content,
                        ("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8))))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private List<Path> stored() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("uploads"))) {
            return files.toList();
        }
    }
}
