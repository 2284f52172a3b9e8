/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.multipart;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A body with contents that come close to its own delimiter, and what is in it. */
final class FuzzedBody {

    private static final String[] BOUNDARIES = {
        "a",
        "-",
        "ab",
        "--a",
        "a-a",
        "aaaaaaaaaaaa",
        "----WebKitFormBoundary7MA4YWxkTrZu0gW",
        "a".repeat(70),
        "-".repeat(70),
        "ab".repeat(35),
        "b" + "a".repeat(69),
        "a".repeat(69) + "b",
        "----geckoformboundary" + "01".repeat(16)
    };

    private final Random random;

    private final String boundary;

    private final List<ParsedPart> parts = new ArrayList<>();

    private final StringBuilder body = new StringBuilder();

    FuzzedBody(Random random) {
        this.random = random;
        boundary = BOUNDARIES[random.nextInt(BOUNDARIES.length)];
        if (random.nextInt(4) == 0) {
            body.append("preamble\r\n-".repeat(random.nextInt(100))).append("\r\n");
        }
        for (int i = random.nextInt(5); i > 0; i--) {
            addPart();
        }
        body.append("--").append(boundary).append("--");
        if (random.nextBoolean()) {
            body.append("\r\nepilogue\r\n--").append(boundary).append("\r\n");
        }
    }

    String boundary() {
        return boundary;
    }

    List<ParsedPart> parts() {
        return parts;
    }

    byte[] bytes() {
        return body.toString().getBytes(ISO_8859_1);
    }

    /** The body with a few bytes changed, inserted or taken away, or without its end. */
    byte[] mutated() {
        StringBuilder mutated = new StringBuilder(body);
        for (int i = 1 + random.nextInt(3); i > 0 && mutated.length() > 0; i--) {
            int place = random.nextInt(mutated.length());
            switch (random.nextInt(5)) {
                case 0 -> mutated.setCharAt(place, "\r\n-a\";: x".charAt(random.nextInt(9)));
                case 1 -> mutated.insert(place, piece());
                case 2 -> mutated.delete(place, place + 1 + random.nextInt(4));
                case 3 -> mutated.setLength(Math.max(place, mutated.length() - 1 - random.nextInt(100)));
                default -> mutated.insert(place, mutated.substring(place, Math.min(mutated.length(), place + 30)));
            }
        }
        return mutated.toString().getBytes(ISO_8859_1);
    }

    private void addPart() {
        String name = "n" + random.nextInt(3);
        String fileName = random.nextBoolean() ? null : random.nextInt(4) == 0 ? "" : "f " + name + ".bin";
        String type = random.nextBoolean() ? null : "text/plain; charset=x";
        String content = content();
        parts.add(new ParsedPart(name, fileName, type, content));
        body.append("--").append(boundary).append("\r\n");
        body.append("content-Disposition: form-data; name=\"").append(name).append('"');
        body.append((fileName == null) ? "" : "; filename=\"" + fileName + '"').append("\r\n");
        body.append((type == null) ? "" : "Content-type:" + type + "\r\n").append("\r\n");
        body.append(content).append("\r\n");
    }

    private String content() {
        StringBuilder content = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            content.append(piece());
        }
        // The delimiter itself is the one thing that a content cannot hold; removing one can make another.
        String delimiter = "\r\n--" + boundary;
        for (int at = found(content, delimiter); at >= 0; at = found(content, delimiter)) {
            content.deleteCharAt(at - 2 + delimiter.length() - 1);
        }
        return content.toString();
    }

    /** Behind the headers' line break a content can begin with a delimiter's rest; that is one, too. */
    private static int found(StringBuilder content, String delimiter) {
        return ("\r\n" + content + "\r\n").indexOf(delimiter);
    }

    private String piece() {
        int length = random.nextInt(boundary.length() + 1);
        return switch (random.nextInt(10)) {
            case 0 -> "\r".repeat(1 + random.nextInt(40));
            case 1 -> "\r\n".repeat(1 + random.nextInt(40));
            case 2 -> "\r\n--" + boundary.substring(0, length);
            case 3 -> "\r\n-" + boundary;
            case 4 -> boundary.repeat(1 + random.nextInt(3));
            case 5 -> "--" + boundary;
            case 6 -> boundary.substring(length);
            case 7 -> boundary.substring(0, 1).repeat(random.nextInt(300));
            case 8 -> (random.nextInt(20) == 0) ? noise(random.nextInt(20_000)) : noise(random.nextInt(100));
            default -> "\r\n--\r\n";
        };
    }

    private String noise(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return new String(bytes, ISO_8859_1);
    }
}
