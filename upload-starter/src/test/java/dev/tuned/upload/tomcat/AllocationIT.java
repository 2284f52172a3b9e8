/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import dev.tuned.upload.FormData;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bytes that a request with a file allocates on its thread, with the starter and without. No compiler leaves allocations out here,
 * sometimes earlier and sometimes later: the server has the first one only, which never does.
 */
@Tag("baseline")
class AllocationIT {

    private static final int REQUESTS = 20;

    private final HttpClient client = HttpClient.newHttpClient();

    @Tag("nightly")
    @Test
    void fileInMemoryAllocatesNoMoreThanHalfAsMuchAgainAsWithoutTheStarter() throws Exception {
        try (ServerProcess stock = server("tuned.upload.enabled=false");
                ServerProcess tuned = server("tuned.upload.enabled=true")) {
            for (int size : new int[] {5_000, 500_000}) {
                long without = allocated(stock, size);
                assertThat(allocated(tuned, size))
                        .as("%d bytes, stock %d", size, without)
                        .isLessThan(without * 3 / 2);
            }
        }
    }

    private static ServerProcess server(String property) throws IOException {
        return new ServerProcess(List.of("-XX:+UseSerialGC"), property);
    }

    private long allocated(ServerProcess server, int size) throws Exception {
        send(server, size);
        get(server);
        send(server, size);
        return get(server) / REQUESTS;
    }

    private void send(ServerProcess server, int size) throws Exception {
        byte[] form = new FormData().file("file", "a", FormData.random(size)).bytes();
        HttpRequest request = request(server, "/copied")
                .header("Content-Type", FormData.CONTENT_TYPE)
                .POST(BodyPublishers.ofByteArray(form))
                .build();
        for (int i = 0; i < REQUESTS; i++) {
            assertThat(client.send(request, BodyHandlers.ofString()).body()).isEqualTo(String.valueOf(size));
        }
    }

    private long get(ServerProcess server) throws Exception {
        return Long.parseLong(client.send(request(server, "/allocated").build(), BodyHandlers.ofString())
                .body());
    }

    private static HttpRequest.Builder request(ServerProcess server, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
    }
}
