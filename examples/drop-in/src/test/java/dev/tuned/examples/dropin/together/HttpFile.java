/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;

/**
 * Requests in a file, one case each, sent in order. A case begins with {@code ### name}; with {@code as anna} behind it, it has
 * the cookies that earlier answers to the same user have set. In a request <code>{csrf}</code> is the token of the last form
 * of that user and <code>{x 3000}</code> is 3,000 letters.
 */
final class HttpFile {

    private static final Pattern CASE = Pattern.compile("(?<name>.+?)(?: as (?<user>\\w+))?");
    private static final Pattern COOKIE = Pattern.compile("(?m)^[Ss]et-[Cc]ookie: ([^=]+)=([^;\\r]*)");
    private static final Pattern TOKEN = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");
    private static final Pattern LETTERS = Pattern.compile("\\{x (\\d+)}");

    private record Request(String name, String user, String line, List<String> headers, String body) {}

    private static final class User {
        private final Map<String, String> cookies = new LinkedHashMap<>();
        private String token = "none";
    }

    private final List<Request> requests = new ArrayList<>();

    private HttpFile() {}

    /** The file of that name beside this class. */
    static HttpFile read(String fileName) throws IOException {
        HttpFile file = new HttpFile();
        try (InputStream in = HttpFile.class.getResourceAsStream(fileName)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            for (String section : text.split("(?m)^### ")) {
                if (!section.isBlank()) {
                    file.requests.add(request(section));
                }
            }
        }
        return file;
    }

    private static Request request(String section) {
        int blank = section.indexOf("\n\n");
        List<String> head = section.substring(0, blank < 0 ? section.length() : blank)
                .lines()
                .toList();
        Matcher name = CASE.matcher(head.get(0));
        if (!name.matches()) {
            throw new IllegalArgumentException("a case without a name: " + section);
        }
        String user = name.group("user") == null ? "" : name.group("user");
        String body = blank < 0 ? "" : section.substring(blank + 2).stripTrailing();
        List<String> headers = head.subList(2, head.size());
        if (headers.stream().anyMatch(header -> header.startsWith("Content-Type: multipart/"))) {
            body = (body + "\n").replace("\n", "\r\n");
        }
        return new Request(head.get(0), user, head.get(1), headers, body);
    }

    /** Sends them all to {@code port}, each path behind {@code contextPath}. */
    void play(int port, String contextPath, Recording recording) throws IOException {
        Map<String, User> users = new HashMap<>();
        for (Request request : requests) {
            User user =
                    request.user().isEmpty() ? new User() : users.computeIfAbsent(request.user(), name -> new User());
            RawHttp.Answer answer = RawHttp.exchange(port, bytes(request, user, contextPath));
            answer.recordAs(request.name(), recording);
            remember(answer, user);
        }
    }

    private static byte[] bytes(Request request, User user, String contextPath) {
        String body = filled(request.body(), user);
        StringBuilder text = new StringBuilder(filled(request.line(), user).replaceFirst(" /", " " + contextPath + "/"))
                .append(" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        request.headers().forEach(header -> text.append(filled(header, user)).append("\r\n"));
        if (!user.cookies.isEmpty()) {
            List<String> pairs = new ArrayList<>();
            user.cookies.forEach((name, value) -> pairs.add(name + "=" + value));
            text.append("Cookie: ").append(String.join("; ", pairs)).append("\r\n");
        }
        if (!body.isEmpty()) {
            text.append("Content-Length: ")
                    .append(body.getBytes(StandardCharsets.UTF_8).length)
                    .append("\r\n");
        }
        return text.append("\r\n").append(body).toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String filled(String text, User user) {
        return LETTERS.matcher(text.replace("{csrf}", user.token))
                .replaceAll(letters -> "x".repeat(Integer.parseInt(letters.group(1))));
    }

    private static void remember(RawHttp.Answer answer, User user) {
        Matcher cookie = COOKIE.matcher(answer.head());
        while (cookie.find()) {
            if (cookie.group(2).isEmpty()) {
                user.cookies.remove(cookie.group(1));
            } else {
                user.cookies.put(cookie.group(1), cookie.group(2));
            }
        }
        Matcher token = TOKEN.matcher(answer.body());
        if (token.find()) {
            user.token = token.group(1);
        }
    }
}
