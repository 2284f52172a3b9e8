/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the requests of {@code src/test/resources/upload}. Each file is a kind of bodies; a case is a block, or a line of a table.
 * All are sent to {@code /files}, {@code /parts} and {@code /fields}.
 *
 * <pre>
 * == name | options            a block: header lines, an empty line, the body
 * Content-Type: multipart/form-data; boundary=X
 *
 * --X
 * …
 * --X--
 *
 * == *name | options           a table: such a block, then ~~~, then a line for each case:
 * …                            name: text for &lt;1&gt; || text for &lt;2&gt;     (without || both are the same)
 * ~~~
 * first: name="a"
 * </pre>
 *
 * <p>Lines end with CRLF. A backslash at the end of a line takes its end away; \r, \n, \t, \\ and \x1f are bytes; <code>{ab*3}</code>
 * is {@code ababab}. Empty lines before the next block do not count. {@code Host}, {@code Connection: close} and {@code Content-Length}
 * are added.
 *
 * <p>Options: {@code to=files,parts} other paths; {@code method=PUT}; {@code lf} line feeds alone end the body's lines; {@code end} the
 * client ends its output behind the body; {@code length=+50} or {@code length=none} another {@code Content-Length}; {@code chunked=7}
 * chunks of seven bytes, and {@code cut} without the last one.
 */
final class Corpus {

    private static final Path DIRECTORY = Path.of("src/test/resources/upload");
    private static final Pattern REPEAT = Pattern.compile("\\{([^{}]+)\\*(\\d+)}");
    private static final Pattern HEADING = Pattern.compile("== (\\*?)([^|]*?) *(?:\\|(.*))?");

    private Corpus() {}

    /** All requests of all files. */
    static List<Upload> all() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            List<Upload> all = new ArrayList<>();
            for (Path file : files.filter(path -> path.toString().endsWith(".txt"))
                    .sorted()
                    .toList()) {
                all.addAll(read(file));
            }
            return all;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Those of one file. */
    static List<Upload> of(String group) {
        try {
            return read(DIRECTORY.resolve(group + ".txt"));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static List<Upload> read(Path file) throws IOException {
        String group = file.getFileName().toString().replace(".txt", "");
        List<Upload> uploads = new ArrayList<>();
        String[] blocks = Files.readString(file).split("(?m)^(?=== )");
        for (String block : blocks) {
            Matcher heading = HEADING.matcher(block.lines().findFirst().orElseThrow());
            if (!heading.matches()) {
                throw new IllegalArgumentException(file + ": " + block);
            }
            String text = block.substring(block.indexOf('\n') + 1).replaceAll("\\n+$", "\n");
            String name = group + " " + heading.group(2);
            List<String> options = heading.group(3) == null
                    ? List.of()
                    : List.of(heading.group(3).strip().split(" +"));
            if (heading.group(1).isEmpty()) {
                uploads.add(upload(name, options, text));
            } else {
                uploads.addAll(table(name, options, text));
            }
        }
        return uploads;
    }

    /** A pattern, and a line for each request with what stands there in place of {@code <1>} and {@code <2>}. */
    private static List<Upload> table(String name, List<String> options, String text) {
        String[] halves = text.split("(?m)^~~~\\n", 2);
        List<Upload> uploads = new ArrayList<>();
        for (String line : halves[1].lines().filter(l -> !l.isEmpty()).toList()) {
            String[] nameAndValues = line.split(": ?", 2);
            String[] values = nameAndValues[1].split(" \\|\\| ", 2);
            String request = halves[0].replace("<1>", values[0]).replace("<2>", values[values.length - 1]);
            uploads.add(upload((name + " " + nameAndValues[0]).replace("  ", " "), options, request));
        }
        return uploads;
    }

    private static Upload upload(String name, List<String> options, String text) {
        String[] headAndBody = ("\n" + text).split("\\n\\n", 2);
        String head = headAndBody[0].replaceAll("^\\n+|\\n+$", "");
        String body = headAndBody.length < 2 ? "" : headAndBody[1].replaceAll("\\\\\\n", "");
        body = body.replace("\n", options.contains("lf") ? "\\n" : "\\r\\n");
        return new Upload(name, options, head.isEmpty() ? "" : text(head.replace("\n", "\r\n")) + "\r\n", bytes(body));
    }

    private static String text(String escaped) {
        return new String(bytes(escaped), StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytes(String escaped) {
        String text = REPEAT.matcher(escaped)
                .replaceAll(
                        repeat -> Matcher.quoteReplacement(repeat.group(1).repeat(Integer.parseInt(repeat.group(2)))));
        byte[] source = text.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(source.length);
        for (int i = 0; i < source.length; i++) {
            if (source[i] != '\\') {
                bytes.write(source[i]);
                continue;
            }
            char escape = (char) source[++i];
            switch (escape) {
                case 'r' -> bytes.write('\r');
                case 'n' -> bytes.write('\n');
                case 't' -> bytes.write('\t');
                case '\\' -> bytes.write('\\');
                case 'x' -> {
                    bytes.write(Integer.parseInt(text(source, i + 1), 16));
                    i += 2;
                }
                default -> throw new IllegalArgumentException("\\" + escape + " in " + escaped);
            }
        }
        return bytes.toByteArray();
    }

    private static String text(byte[] source, int at) {
        return new String(source, at, 2, StandardCharsets.ISO_8859_1);
    }
}
