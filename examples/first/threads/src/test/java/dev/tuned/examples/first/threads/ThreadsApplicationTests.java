/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.threads;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.bean.override.convention.TestBean;

import dev.tuned.examples.first.threads.ThreadsApplication.OtherSystem;
import dev.tuned.threads.RequestLimits;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class ThreadsApplicationTests {

    private final HttpClient client = HttpClient.newHttpClient();

    private static final CountDownLatch ANSWERS = new CountDownLatch(1);

    @TestBean
    private OtherSystem other;

    @Autowired
    private RequestLimits limits;

    @LocalServerPort
    private int port;

    /** Answers when the test says so. */
    static OtherSystem other() {
        return new OtherSystem() {
            @Override
            String report(String id) throws InterruptedException {
                ANSWERS.await();
                return "report " + id;
            }
        };
    }

    @Test
    void aRequestBeyondTheLimitIsRejectedUntilTheLimitIsRaised() {
        var reports =
                IntStream.range(0, 5).mapToObj(i -> send("GET", "/reports/1")).toList();
        // Four of them have the permits and wait: the first answer is that of the fifth.
        CompletableFuture.anyOf(reports.toArray(CompletableFuture[]::new)).join();
        assertThat(reports)
                .filteredOn(CompletableFuture::isDone)
                .singleElement()
                .satisfies(report -> {
                    assertThat(report.join().statusCode()).isEqualTo(503);
                    assertThat(report.join().headers().firstValue("Retry-After"))
                            .isPresent();
                });

        assertThat(send("POST", "/limit/5").join().statusCode()).isEqualTo(200);
        assertThat(limits.current()).containsEntry("/reports/**", 5);

        ANSWERS.countDown();
        assertThat(send("GET", "/reports/2").join().body()).isEqualTo("report 2");
        assertThat(reports)
                .extracting(report -> report.join().statusCode())
                .containsOnlyOnce(503)
                .contains(200)
                .hasSize(5);
    }

    private CompletableFuture<HttpResponse<String>> send(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .method(method, BodyPublishers.noBody())
                .build();
        return client.sendAsync(request, BodyHandlers.ofString());
    }
}
