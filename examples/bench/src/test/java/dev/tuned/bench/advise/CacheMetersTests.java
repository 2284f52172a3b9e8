/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

import dev.tuned.bench.advise.Signals.Gets;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
@EnabledOnOs(OS.LINUX)
class CacheMetersTests {

    private static final String ALL = """
            {"name": "cache.gets", "measurements": [{"statistic": "COUNT", "value": 30.0}],
             "availableTags": [{"tag": "result", "values": ["hit", "miss", "pending"]},
               {"tag": "cache", "values": ["products", "a b"]}]}
            """;

    private static String answer(String query) {
        return query == null
                ? ALL
                : "{\"measurements\": [{\"value\": " + (query.contains("products") ? 7 : 1)
                        + (query.endsWith("result:hit") ? 0 : "") + "}]}";
    }

    /** This process is the service. */
    private static Map<String, Gets> read(int status) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/actuator/metrics/cache.gets", exchange -> {
            byte[] body = answer(exchange.getRequestURI().getQuery()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            return CacheMeters.read(ProcessHandle.current().pid());
        } finally {
            server.stop(0);
        }
    }

    @Test
    void readsTheHitsAndMissesOfEachCache() throws Exception {
        assertThat(read(200)).containsOnly(Map.entry("products", new Gets(70, 7)), Map.entry("a b", new Gets(10, 1)));
    }

    @Test
    void anEndpointThatIsForOthersTellsNothing() throws Exception {
        assertThat(read(401)).isEmpty();
    }

    @Test
    void onlyReadsOfTheTimeCount() {
        Map<String, Gets> before = Map.of("products", new Gets(10, 1), "idle", new Gets(5, 5));
        Map<String, Gets> after = Map.of("products", new Gets(70, 7), "idle", new Gets(5, 5), "new", new Gets(0, 2));
        assertThat(CacheMeters.between(before, after))
                .containsOnly(Map.entry("products", new Gets(60, 6)), Map.entry("new", new Gets(0, 2)));
    }
}
