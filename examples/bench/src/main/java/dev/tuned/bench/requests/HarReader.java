/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import dev.tuned.bench.requests.FileRequest.Body;

/**
 * Reads HAR 1.2, which browsers write. Requests to other hosts than that of the first page are left out: they are not
 * the service's.
 */
final class HarReader {

    private static final Pattern HTTP = Pattern.compile("https?://([^/?#]+)", Pattern.CASE_INSENSITIVE);

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
        String host = host(entries);
        List<FileRequest> requests = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.get(i);
            JsonNode request = entry.path("request");
            String url = request.path("url").asString("");
            if (host(url).equals(host)) {
                String place = name + ": entry " + (i + 1);
                requests.add(new FileRequest(
                        place,
                        RequestFile.method(place, request.path("method").asString("")),
                        RequestFile.target(place, url),
                        headers(place, request.path("headers")),
                        body(place, request),
                        1,
                        status(entry),
                        false,
                        Map.of()));
            }
        }
        return requests;
    }

    /** The host of the first page, or else of the first request; a name that no host has where there is none. */
    private static String host(JsonNode entries) {
        String first = "";
        for (JsonNode entry : entries) {
            String host = host(entry.path("request").path("url").asString(""));
            if (!host.isEmpty() && isPage(entry)) {
                return host;
            }
            first = first.isEmpty() ? host : first;
        }
        return first.isEmpty() ? "." : first;
    }

    private static boolean isPage(JsonNode entry) {
        return entry.path("response")
                .path("content")
                .path("mimeType")
                .asString("")
                .startsWith("text/html");
    }

    /** Empty where nothing is asked over HTTP, as in {@code data:} and {@code wss:}. */
    private static String host(String url) {
        Matcher http = HTTP.matcher(url);
        return http.lookingAt() ? http.group(1).toLowerCase(Locale.ROOT) : "";
    }

    private static Map<String, String> headers(String place, JsonNode list) throws RequestFileException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (JsonNode header : list) {
            String name = header.path("name").asString("");
            // A cached answer would be 304 on a service that has just started, or not.
            if (!name.regionMatches(true, 0, "If-", 0, 3)) {
                RequestFile.add(place, headers, name, header.path("value").asString(""));
            }
        }
        return headers;
    }

    private static Body body(String place, JsonNode request) throws RequestFileException {
        JsonNode data = request.path("postData");
        String text = data.path("text").asString("");
        if (text.isEmpty()) {
            if (data.path("params").size() == 0 && request.path("bodySize").asInt(0) <= 0 && !hasLength(request)) {
                return new Body(new byte[0]);
            }
            if (!data.path("mimeType").asString("").startsWith("application/x-www-form-urlencoded")) {
                throw new RequestFileException(place, "the browser did not save the body");
            }
            return new Body(form(data.path("params")).getBytes(StandardCharsets.UTF_8));
        }
        if (data.path("encoding").asString("").equals("base64")) {
            try {
                return new Body(Base64.getMimeDecoder().decode(text));
            } catch (IllegalArgumentException ex) {
                throw new RequestFileException(place, "the body is no base64: " + ex.getMessage());
            }
        }
        if (text.indexOf('\uFFFD') >= 0) {
            throw new RequestFileException(place, "the browser did not save the bytes of the body");
        }
        return new Body(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean hasLength(JsonNode request) {
        for (JsonNode header : request.path("headers")) {
            if (header.path("name").asString("").equalsIgnoreCase("Content-Length")) {
                return !header.path("value").asString("0").equals("0");
            }
        }
        return false;
    }

    private static String form(JsonNode params) {
        StringJoiner form = new StringJoiner("&");
        for (JsonNode param : params) {
            form.add(encoded(param.path("name")) + "=" + encoded(param.path("value")));
        }
        return form.toString();
    }

    private static String encoded(JsonNode text) {
        return URLEncoder.encode(text.asString(""), StandardCharsets.UTF_8);
    }

    private static @Nullable Integer status(JsonNode entry) {
        int status = entry.path("response").path("status").asInt(0);
        return status == 0 || status == 304 ? null : status;
    }
}
