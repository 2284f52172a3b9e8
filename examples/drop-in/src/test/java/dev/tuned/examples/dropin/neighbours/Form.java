/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.nio.charset.StandardCharsets;

/**
 * A request with a form. Immutable.
 *
 * @param name what is sent, for the name of the case
 * @param path with the query string
 * @param type of the content
 * @param headers more lines of the head, each with its end
 * @param body of a character a byte
 */
record Form(String name, String path, String type, String headers, String body) {

    private static final String BOUNDARY = "----neighbours";
    private static final String END = "--" + BOUNDARY + "--\r\n";

    static Form urlencoded(String path, String body) {
        return new Form("urlencoded", path, "application/x-www-form-urlencoded", "", body);
    }

    /** Fields before and behind a file of {@code size} bytes, some of the same name as in the query string. */
    static Form multipart(String path, int size) {
        return new Form("file of " + size, path, "multipart/form-data; boundary=" + BOUNDARY, "", END)
                .field("field", "before")
                .field("text", "\u00e4 \u20ac <&>")
                .file("file", "a.txt", size)
                .field("field", "behind")
                .file("more", "b.bin", 10);
    }

    Form field(String field, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        return part("name=\"" + field + "\"\r\n", new String(utf8, StandardCharsets.ISO_8859_1), body.length());
    }

    /** The same before all others. */
    Form firstField(String field, String value) {
        return part("name=\"" + field + "\"\r\n", value, END.length());
    }

    Form firstJson(String field, String json) {
        return part("name=\"" + field + "\"\r\nContent-Type: application/json\r\n", json, END.length());
    }

    private Form file(String field, String file, int size) {
        String head = "name=\"" + field + "\"; filename=\"" + file + "\"\r\nContent-Type: text/plain\r\n";
        return part(head, "0123456789\n".repeat(size / 11 + 1).substring(0, size), body.length());
    }

    /** A part that begins where {@code last} characters less the end's are left. */
    private Form part(String head, String content, int last) {
        String part = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + head + "\r\n" + content + "\r\n";
        int at = last - END.length();
        return new Form(name, path, type, headers, body.substring(0, at) + part + body.substring(at));
    }

    Form with(String... lines) {
        return new Form(name, path, type, headers + String.join("\r\n", lines) + "\r\n", body);
    }

    Form named(String what) {
        return new Form(name + ", " + what, path, type, headers, body);
    }

    /** Without its end, and with the length that this leaves. */
    Form cutOff() {
        return new Form("cut off", path, type, headers, body.substring(0, body.length() - END.length() - 5));
    }

    byte[] request() {
        String head = "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers
                + "Content-Type: " + type + "\r\nContent-Length: " + body.length() + "\r\n\r\n";
        return (head + body).getBytes(StandardCharsets.ISO_8859_1);
    }
}
