/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.facts;

import java.io.ByteArrayInputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.FileSystemResource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;

import dev.tuned.bench.process.ServiceProcess;

import static org.assertj.core.api.Assertions.assertThat;

/** Clients as they are in use, against MultipartFile and streaming; a browser is in {@link BrowserIT}. */
abstract class RealClientsIT {

    private static final String NOTE = "grüße \"an\" alle";
    private static final String NAME = "größe.bin";

    /** How the starter hands over a file. */
    enum Kind {
        MULTIPART_FILE,
        STREAM;

        ServiceProcess service() {
            return this == STREAM ? streaming : process;
        }
    }

    private static ServiceProcess process;
    private static ServiceProcess streaming;
    private static Path file;
    private static String expected;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        byte[] content = new byte[700_000];
        new Random(7).nextBytes(content);
        file = Files.write(directory.resolve(NAME), content);
        expected =
                "{\"fields\":{\"note\":\"%s\"},\"files\":[{\"field\":\"file\",\"name\":\"%s\",\"size\":%d,\"sha256\":\"%s\"}]}"
                        .formatted(
                                NOTE.replace("\"", "\\\""),
                                NAME,
                                content.length,
                                HexFormat.of()
                                        .formatHex(MessageDigest.getInstance("SHA-256")
                                                .digest(content)));
        process = TunedCatalog.shared().running(TunedCatalog.Service.WHOLE).get(0);
        streaming = TunedCatalog.shared().streaming();
    }

    @ParameterizedTest
    @EnumSource
    @EnabledIf(value = "curlIsInstalled", disabledReason = "needs curl on the PATH")
    void curl(Kind kind) throws Exception {
        Process curl = new ProcessBuilder(
                        "curl",
                        "--silent",
                        "--form-string",
                        "note=" + NOTE,
                        "--form",
                        "file=@" + file + ";filename=" + NAME,
                        kind.service().uri("/uploads").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String answer = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(curl.waitFor()).isZero();
        assertThat(answer).isEqualTo(expected);
    }

    static boolean curlIsInstalled() {
        return Arrays.stream(System.getenv("PATH").split(java.io.File.pathSeparator))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "curl")));
    }

    /** A body of unknown length: chunked. */
    @ParameterizedTest
    @EnumSource
    void theJdksHttpClient(Kind kind) throws Exception {
        byte[] before = ("--b\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n" + NOTE
                        + "\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + NAME + "\"\r\n\r\n")
                .getBytes(StandardCharsets.UTF_8);
        byte[] after = "\r\n--b--\r\n".getBytes(StandardCharsets.UTF_8);
        byte[] content = Files.readAllBytes(file);
        HttpRequest request = HttpRequest.newBuilder(kind.service().uri("/uploads"))
                .header("Content-Type", "multipart/form-data; boundary=b")
                .POST(BodyPublishers.ofInputStream(() -> new SequenceInputStream(Collections.enumeration(List.of(
                        new ByteArrayInputStream(before),
                        new ByteArrayInputStream(content),
                        new ByteArrayInputStream(after))))))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void springsRestClient(Kind kind) {
        MultiValueMap<String, Object> form = new LinkedMultiValueMap<>();
        form.add("note", NOTE);
        form.add("file", new FileSystemResource(file));
        assertThat(RestClient.create()
                        .post()
                        .uri(kind.service().uri("/uploads"))
                        .body(form)
                        .retrieve()
                        .body(String.class))
                .isEqualTo(expected);
    }
}
