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
import java.util.LinkedHashSet;
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
 * file's bytes, {@code #} and {@code //} for comments, of which {@code # @weight 3} and {@code # @status 302} are read.
 */
final class HttpFileReader {

    private static final Pattern DEFINITION = Pattern.compile("@([\\w.-]+)\\s*=\\s*(.*)");
    private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([^{}]*?)\\s*}}");
    private static final Pattern SETTING =
            Pattern.compile("(?:#|//)\\s*@(weight|status)\\b\\s*[:=]?\\s*(.*?)\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern REQUEST_LINE = Pattern.compile("(?:([A-Za-z]+)\\s+)?(\\S+)(?:\\s+HTTP/[\\d.]+)?");
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+)\\s*:\\s*(.*)");

    private final String name;
    private final Path directory;
    private final List<String> lines;
    private final Map<String, String> variables = new LinkedHashMap<>();
    private final Set<String> open = new LinkedHashSet<>();
    private final List<FileRequest> requests = new ArrayList<>();
    private int next;
    private int weight = 1;
    private @Nullable Integer status;

    HttpFileReader(String name, Path directory, String text) {
        this.name = name;
        this.directory = directory;
        this.lines = text.lines().toList();
    }

    List<FileRequest> read() throws RequestFileException {
        while (next < lines.size()) {
            String line = lines.get(next).strip();
            if (line.startsWith("###")) {
                weight = 1;
                status = null;
                next++;
            } else if (line.isEmpty()) {
                next++;
            } else if (isComment(line)) {
                setting(line);
                next++;
            } else if (line.startsWith("@")) {
                define(line);
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

    private void define(String line) throws RequestFileException {
        Matcher definition = DEFINITION.matcher(line);
        if (!definition.matches()) {
            throw new RequestFileException(place(), "expected '@name = value'");
        }
        variables.put(definition.group(1), resolved(place(), definition.group(2).strip()));
    }

    /** What a variable stands for, in turn made of others: those above, or else those further down in the file. */
    private @Nullable String value(String place, String variable) throws RequestFileException {
        String known = variables.get(variable);
        if (known != null) {
            return known;
        }
        if (open.contains(variable)) {
            throw new RequestFileException(
                    place, "the variables " + String.join(" → ", open) + " → " + variable + " are chained in a circle");
        }
        for (String line : lines) {
            Matcher definition = DEFINITION.matcher(line.strip());
            if (definition.matches() && definition.group(1).equals(variable)) {
                open.add(variable);
                String value = resolved(place, definition.group(2).strip());
                open.remove(variable);
                return value;
            }
        }
        return null;
    }

    private String resolved(String place, String text) throws RequestFileException {
        Matcher variable = VARIABLE.matcher(text);
        StringBuilder resolved = new StringBuilder();
        while (variable.find()) {
            String value = value(place, variable.group(1));
            if (value == null && variable.group(1).startsWith("$")) {
                throw new RequestFileException(
                        place, "'" + variable.group() + "' has another value each time, which is not supported");
            }
            if (value == null && variable.group(1).matches("[\\w-]+\\.(?:request|response)\\..*")) {
                throw new RequestFileException(
                        place, "'" + variable.group() + "' takes from an earlier answer, which is not supported");
            }
            if (value == null) {
                throw new RequestFileException(
                        place, "the variable '" + variable.group(1) + "' has no '@" + variable.group(1) + " = …'");
            }
            variable.appendReplacement(resolved, Matcher.quoteReplacement(value));
        }
        return variable.appendTail(resolved).toString();
    }

    private void request() throws RequestFileException {
        String place = place();
        String first = resolved(place, lines.get(next).strip());
        next++;
        StringBuilder line = new StringBuilder(first.replaceFirst("\\s+HTTP/[\\d.]+$", ""));
        while (next < lines.size() && lines.get(next).matches("\\s+[?&/].*")) {
            line.append(resolved(place(), lines.get(next).strip()).replaceFirst("\\s+HTTP/[\\d.]+$", ""));
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
        Body body = checked.equals("GET") && type.isEmpty() ? none() : body(type);
        requests.add(new FileRequest(place, checked, target, headers, body, weight, status));
        weight = 1;
        status = null;
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
                Matcher header = HEADER.matcher(resolved(place(), line));
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
            return resolved(place(index), line).getBytes(StandardCharsets.UTF_8);
        }
        String file = resolved(place(index), line.substring(1).strip());
        try {
            return Files.readAllBytes(directory.resolve(file));
        } catch (IOException | InvalidPathException ex) {
            throw new RequestFileException(place(index), "the file '" + file + "' cannot be read");
        }
    }
}
