/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.requests;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.examples.beforeafter.requests.FileRequest.Body;

/** Reads HAR 1.2, which browsers write. Requests to other hosts than the first are left out: they are not the service's. */
final class HarReader {

    private HarReader() {}

    static List<FileRequest> read(String name, String text) throws RequestFileException {
        JsonNode entries;
        try {
            entries = JsonMapper.shared().readTree(text).path("log").path("entries");
        } catch (JacksonException ex) {
            throw new RequestFileException(name, "is no JSON: " + ex.getOriginalMessage());
        }
        if (!entries.isArray()) {
            throw new RequestFileException(name, "has no log.entries, as a HAR file has");
        }
        List<FileRequest> requests = new ArrayList<>();
        @Nullable String host = null;
        for (int i = 0; i < entries.size(); i++) {
            String place = name + ": entry " + (i + 1);
            JsonNode entry = entries.get(i);
            JsonNode request = entry.path("request");
            String url = request.path("url").asString("");
            String target = RequestFile.target(place, url);
            String authority = String.valueOf(URI.create(url).getRawAuthority());
            host = host == null ? authority : host;
            if (authority.equals(host)) {
                requests.add(new FileRequest(
                        place,
                        RequestFile.method(place, request.path("method").asString("")),
                        target,
                        headers(request.path("headers")),
                        new Body(request.path("postData")
                                .path("text")
                                .asString("")
                                .getBytes(StandardCharsets.UTF_8)),
                        1,
                        status(entry)));
            }
        }
        return requests;
    }

    private static Map<String, String> headers(JsonNode list) {
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonNode header : list) {
            headers.put(header.path("name").asString(""), header.path("value").asString(""));
        }
        // A cached answer would be 304 on a service that has just started, or not.
        headers.keySet().removeIf(name -> name.regionMatches(true, 0, "If-", 0, 3));
        return RequestFile.kept(headers);
    }

    private static @Nullable Integer status(JsonNode entry) {
        int status = entry.path("response").path("status").asInt(0);
        return status == 0 || status == 304 ? null : status;
    }
}
