/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.advise.Signals.Gets;
import dev.tuned.bench.process.Sockets;

/** Reads the meter {@code cache.gets} of a service that exposes the endpoint {@code metrics} on one of its ports. */
record CacheMeters(HttpClient http, URI meter) {

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    /** The reads of each cache so far; none where the service does not tell. */
    static Map<String, Gets> read(long pid) throws InterruptedException {
        HttpClient http = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        for (int port : Sockets.listening(pid)) {
            CacheMeters meters =
                    new CacheMeters(http, URI.create("http://127.0.0.1:" + port + "/actuator/metrics/cache.gets"));
            Map<String, Gets> gets = meters.read();
            if (!gets.isEmpty()) {
                return gets;
            }
        }
        return Map.of();
    }

    /** The reads of each cache between two readings. */
    static Map<String, Gets> between(Map<String, Gets> before, Map<String, Gets> after) {
        Map<String, Gets> between = new HashMap<>();
        after.forEach((cache, gets) -> {
            Gets earlier = before.getOrDefault(cache, new Gets(0, 0));
            Gets later = new Gets(gets.hits() - earlier.hits(), gets.misses() - earlier.misses());
            if (later.all() > 0) {
                between.put(cache, later);
            }
        });
        return between;
    }

    private Map<String, Gets> read() throws InterruptedException {
        Map<String, Gets> gets = new HashMap<>();
        for (JsonNode tag : get("").path("availableTags")) {
            if (tag.path("tag").asString("").equals("cache")) {
                for (JsonNode cache : tag.path("values")) {
                    String name = cache.asString("");
                    gets.put(name, new Gets(count(name, "hit"), count(name, "miss")));
                }
            }
        }
        return gets;
    }

    private double count(String cache, String result) throws InterruptedException {
        String name = URLEncoder.encode(cache, StandardCharsets.UTF_8);
        return get("?tag=cache:" + name + "&tag=result:" + result)
                .path("measurements")
                .path(0)
                .path("value")
                .asDouble(0);
    }

    private JsonNode get(String query) throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(meter + query))
                            .timeout(TIMEOUT)
                            .build(),
                    BodyHandlers.ofString());
            return JsonMapper.shared().readTree(answer.statusCode() == 200 ? answer.body() : "{}");
        } catch (IOException | JacksonException ex) {
            // It is no such endpoint, and so the reads are not known.
            return JsonMapper.shared().createObjectNode();
        }
    }
}
