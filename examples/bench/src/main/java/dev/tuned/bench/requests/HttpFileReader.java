/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.requests.FileRequest.Body;

/**
 * Reads the format of {@code .http} files as editors write them: a request line, headers, an empty line, a body;
 * {@code ###} between requests, {@code @name = value} and <code>{{name}}</code> for variables, {@code < ./file} for a
 * file's bytes, {@code #} and {@code //} for comments, of which {@code # @weight 3}, {@code # @status 302}, {@code # @login} and {@code # @values id 1..1000} are read.
 */
final class HttpFileReader {

    private static final Pattern SETTING =
            Pattern.compile("(?:#|//)\\s*@(weight|status|login)\\b\\s*[:=]?\\s*(.*?)\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern REQUEST_LINE = Pattern.compile("(?:([A-Za-z]+)\\s+)?(\\S+)(?:\\s+HTTP/[\\d.]+)?");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)\\s*:\\s*(.*)");

    /** Methods that have a body only if it has a type. */
    private static final Set<String> BODILESS = Set.of("GET", "HEAD");

    private final String name;
    private final Path directory;
    private final List<String> lines;
    private final Variables variables;
    private final List<FileRequest> requests = new ArrayList<>();
    private int next;
    private int weight = 1;
    private @Nullable Integer status;
    private boolean login;

    HttpFileReader(String name, Path directory, String text) throws RequestFileException {
        this.name = name;
        this.directory = directory;
        this.lines = text.lines().toList();
        this.variables = new Variables(name, directory, lines);
    }

    List<FileRequest> read() throws RequestFileException {
        while (next < lines.size()) {
            String line = lines.get(next).strip();
            if (line.startsWith("###")) {
                forget();
                next++;
            } else if (line.isEmpty()) {
                next++;
            } else if (isComment(line)) {
                setting(line);
                next++;
            } else if (line.startsWith("@")) {
                variables.define(place(), line);
                next++;
            } else {
                request();
            }
        }
        return requests;
    }

    private String place() {
        return place(next);
    }

    private String place(int index) {
        return name + ":" + (index + 1);
    }

    private static boolean isComment(String line) {
        return line.startsWith("#") || line.startsWith("//");
    }

    private void setting(String line) throws RequestFileException {
        Matcher setting = SETTING.matcher(line);
        if (setting.matches()) {
            if (setting.group(1).equalsIgnoreCase("weight")) {
                weight = number(setting, 1, 999_999);
            } else if (setting.group(1).equalsIgnoreCase("login")) {
                login = true;
            } else {
                status = number(setting, 100, 599);
            }
        }
    }

    private int number(Matcher setting, int least, int most) throws RequestFileException {
        String text = setting.group(2);
        int value = text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            throw new RequestFileException(
                    place(), "@" + setting.group(1) + " is no whole number from " + least + " to " + most);
        }
        return value;
    }

    private void request() throws RequestFileException {
        String place = place();
        String first = variables.resolved(place, lines.get(next).strip());
        next++;
        StringBuilder line = new StringBuilder(first.replaceFirst("\\s+HTTP/[\\d.]+$", ""));
        while (next < lines.size() && lines.get(next).matches("\\s+[?&/].*")) {
            line.append(variables.resolved(place(), lines.get(next).strip()).replaceFirst("\\s+HTTP/[\\d.]+$", ""));
            next++;
        }
        Matcher requestLine = REQUEST_LINE.matcher(line);
        if (!requestLine.matches()) {
            throw new RequestFileException(place, "expected a request such as 'GET /products', found '" + first + "'");
        }
        String method = requestLine.group(1) == null ? "GET" : requestLine.group(1);
        String checked = RequestFile.method(place, method.toUpperCase(Locale.ROOT));
        String target = RequestFile.target(place, requestLine.group(2));
        Map<String, String> headers = headers();
        String type = type(headers);
        Body body = BODILESS.contains(checked) && type.isEmpty() ? none() : body(type);
        requests.add(new FileRequest(place, checked, target, headers, body, weight, status, login, variables.values()));
        forget();
    }

    private void forget() {
        weight = 1;
        status = null;
        login = false;
    }

    private static String type(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Content-Type"))
                .map(header -> header.getValue().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
    }

    /** What follows a request that has no body until the next one: comments. */
    private Body none() throws RequestFileException {
        while (next < lines.size() && !lines.get(next).startsWith("###")) {
            String line = lines.get(next).strip();
            if (isComment(line)) {
                setting(line);
            } else if (!line.isEmpty() && !isEarlierAnswer(line)) {
                throw new RequestFileException(
                        place(), "a GET without Content-Type has no body; a line with ### begins the next request");
            }
            next++;
        }
        return new Body(new byte[0]);
    }

    /** Editors note the files that they keep answers in. */
    private static boolean isEarlierAnswer(String line) {
        return line.startsWith("<> ");
    }

    private Map<String, String> headers() throws RequestFileException {
        Map<String, String> headers = new LinkedHashMap<>();
        while (next < lines.size()
                && !lines.get(next).isBlank()
                && !lines.get(next).startsWith("###")) {
            String line = lines.get(next).strip();
            if (isComment(line)) {
                setting(line);
            } else {
                Matcher header = HEADER.matcher(variables.resolved(place(), line));
                if (!header.matches()) {
                    throw new RequestFileException(
                            place(), "expected a header such as 'Accept: text/html', or an empty line before the body");
                }
                RequestFile.add(place(), headers, header.group(1), header.group(2));
            }
            next++;
        }
        return headers;
    }

    /**
     * Lines of a multipart body end as its format demands, those of a form follow each other, and others end as in the
     * file's own convention, with a line feed.
     */
    private Body body(String type) throws RequestFileException {
        int from = next;
        while (next < lines.size() && !lines.get(next).startsWith("###")) {
            next++;
        }
        int to = next;
        while (from < to && lines.get(from).isBlank()) {
            from++;
        }
        while (to > from
                && (lines.get(to - 1).isBlank()
                        || isEarlierAnswer(lines.get(to - 1).strip()))) {
            to--;
        }
        boolean multipart = type.startsWith("multipart/");
        String end = multipart ? "\r\n" : type.startsWith("application/x-www-form-urlencoded") ? "" : "\n";
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = from; i < to; i++) {
            body.writeBytes(bytes(i));
            if (multipart || i < to - 1) {
                body.writeBytes(end.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return new Body(body.toByteArray());
    }

    private byte[] bytes(int index) throws RequestFileException {
        String line = lines.get(index);
        if (line.matches("> *\\{%.*|> +\\S+\\.js|>>!? +\\S+|<@.*")) {
            throw new RequestFileException(
                    place(index), "scripts, files for answers and variables in files are not supported");
        }
        if (!line.matches("< +\\S.*")) {
            return variables.resolved(place(index), line).getBytes(StandardCharsets.UTF_8);
        }
        String file = variables.resolved(place(index), line.substring(1).strip());
        try {
            return Files.readAllBytes(directory.resolve(file));
        } catch (IOException | InvalidPathException ex) {
            throw new RequestFileException(place(index), "the file '" + file + "' cannot be read");
        }
    }
}
