/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.web;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

import org.junit.jupiter.api.Test;

import dev.tuned.upload.FormData;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Bytes that a request with a file allocates on its thread, with the starter and without. The compilers, which are sometimes earlier
 * and sometimes later, may not leave allocations out here.
 */
class AllocationIT {

    private static final int REQUESTS = 50;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void fileInMemoryAllocatesNoMoreThanHalfAsMuchAgainAsWithoutTheStarter() throws Exception {
        for (int size : new int[] {5_000, 500_000}) {
            long stock = allocated(size, "tuned.upload.enabled=false");
            long tuned = allocated(size, "tuned.upload.enabled=true");
            assertThat(tuned).as("%d bytes, stock %d", size, stock).isLessThan(stock * 3 / 2);
        }
    }

    private long allocated(int size, String property) throws Exception {
        try (ServerProcess server = new ServerProcess(List.of("-XX:-DoEscapeAnalysis"), property)) {
            send(server, size);
            get(server);
            send(server, size);
            return get(server) / REQUESTS;
        }
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
