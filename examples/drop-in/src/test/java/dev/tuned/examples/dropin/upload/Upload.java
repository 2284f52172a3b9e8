/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import dev.tuned.examples.dropin.RawHttp;

/**
 * A request with a body.
 *
 * @param name of the case
 * @param options how it is sent, as {@link Corpus} says
 * @param head its header lines, each with its end, but for those of every request
 * @param body as it is sent
 */
record Upload(String name, List<String> options, String head, byte[] body) {

    /** A form with a field and a file, for scenarios that look at something else. */
    static Upload form(String name, int fileSize) {
        String form = "--X\r\nContent-Disposition: form-data; name=\"field\"\r\n\r\nvalue\r\n"
                + "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n" + "a".repeat(fileSize) + "\r\n--X--\r\n";
        return new Upload(
                name,
                List.of(),
                "Content-Type: multipart/form-data; boundary=X\r\n",
                form.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The same with other header lines besides. */
    Upload with(String... headers) {
        return new Upload(name, options, head + String.join("\r\n", headers) + "\r\n", body);
    }

    /** What stands behind {@code key=} in the options. */
    String option(String key, String otherwise) {
        return options.stream()
                .filter(option -> option.startsWith(key + "="))
                .map(option -> option.substring(key.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }

    List<String> targets() {
        return List.of(option("to", "files,parts,fields").split(","));
    }

    /** Sends it to {@code path}. */
    RawHttp.Answer send(int port, String path) throws IOException {
        byte[] request = request(path);
        return options.contains("end") ? RawHttp.exchangeAndEnd(port, request) : RawHttp.exchange(port, request);
    }

    private byte[] request(String path) throws IOException {
        StringBuilder lines = new StringBuilder(option("method", "POST") + " " + path + " HTTP/1.1\r\n"
                + "Host: localhost\r\nConnection: close\r\n" + head);
        int chunk = Integer.parseInt(option("chunked", "0"));
        String length = option("length", "+0");
        if (chunk > 0) {
            lines.append("Transfer-Encoding: chunked\r\n");
        } else if (!length.equals("none")) {
            lines.append("Content-Length: ")
                    .append(body.length + Integer.parseInt(length))
                    .append("\r\n");
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream(lines.length() + body.length);
        request.write(lines.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        if (chunk > 0) {
            writeChunks(request, chunk);
        } else {
            request.write(body);
        }
        return request.toByteArray();
    }

    private void writeChunks(ByteArrayOutputStream request, int size) throws IOException {
        for (int at = 0; at < body.length; at += size) {
            int length = Math.min(size, body.length - at);
            request.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            request.write(body, at, length);
            request.write(new byte[] {'\r', '\n'});
        }
        if (!options.contains("cut")) {
            request.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }
}
