/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.first.threads;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

import static org.assertj.core.api.Assertions.assertThat;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "tuned.threads.enabled=false")
class SwitchedOffTests {

    @LocalServerPort
    private int port;

    @Test
    void theSameCodeRunsWithoutALimit() throws Exception {
        HttpRequest change = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/limit/5"))
                .POST(BodyPublishers.noBody())
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(change, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
    }
}
