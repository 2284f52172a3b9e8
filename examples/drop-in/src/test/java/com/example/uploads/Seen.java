/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploads;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import org.springframework.web.multipart.MultipartFile;

/** What was seen of an upload, as text of a line each. */
public final class Seen {

    private static final int SHORT = 80;

    private Seen() {}

    public static String file(MultipartFile file) throws IOException {
        if (file == null) {
            return "no file\n";
        }
        return "file " + text(file.getName()) + " called " + text(file.getOriginalFilename()) + " of type "
                + text(file.getContentType()) + (file.isEmpty() ? ", empty" : "") + ": " + file.getSize() + " "
                + content(file.getBytes()) + "\n";
    }

    public static String files(Collection<MultipartFile> files) throws IOException {
        StringBuilder seen = new StringBuilder(files.size() + " files\n");
        for (MultipartFile file : files) {
            seen.append(file(file));
        }
        return seen.toString();
    }

    public static String files(Map<String, ? extends List<MultipartFile>> files) throws IOException {
        StringBuilder seen = new StringBuilder();
        for (Map.Entry<String, ? extends List<MultipartFile>> entry : files.entrySet()) {
            seen.append(text(entry.getKey())).append(" = ").append(files(entry.getValue()));
        }
        return seen.toString();
    }

    public static String part(Part part) throws IOException {
        StringBuilder seen = new StringBuilder("part " + text(part.getName()) + " called "
                + text(part.getSubmittedFileName()) + " of type " + text(part.getContentType()) + ": " + part.getSize()
                + " " + content(part.getInputStream().readAllBytes()) + "\n");
        for (String header : part.getHeaderNames()) {
            seen.append("  ").append(text(header)).append(": ");
            seen.append(part.getHeaders(header).stream().map(Seen::text).toList());
            seen.append(" ").append(text(part.getHeader(header))).append("\n");
        }
        return seen.toString();
    }

    public static String parts(Collection<Part> parts) throws IOException {
        StringBuilder seen = new StringBuilder(parts.size() + " parts\n");
        for (Part part : parts) {
            seen.append(part(part));
        }
        return seen.toString();
    }

    public static String parameters(HttpServletRequest request) {
        return request.getParameterMap().entrySet().stream()
                .map(entry -> "parameter " + text(entry.getKey()) + " = "
                        + List.of(entry.getValue()).stream()
                                .map(value -> content(value.getBytes(StandardCharsets.UTF_8)))
                                .toList())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    public static String failure(Throwable e) {
        StringBuilder seen = new StringBuilder();
        for (Throwable t = e; t != null; t = t.getCause()) {
            seen.append(t.getClass().getName())
                    .append(": ")
                    .append(text(t.getMessage()))
                    .append("\n");
        }
        return seen.toString();
    }

    /** Short content as text, long content as its length and digest. */
    public static String content(byte[] content) {
        if (content.length <= SHORT) {
            return text(new String(content, StandardCharsets.UTF_8));
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(content);
            return content.length + " " + HexFormat.of().formatHex(digest, 0, 8);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** In quotes, control characters as {@code <1f>}. */
    public static String text(String text) {
        if (text == null) {
            return "null";
        }
        return text.chars()
                .mapToObj(c -> c < ' ' || c == 0x7f || c == 0xfffd
                        ? "<" + Integer.toHexString(c) + ">"
                        : Character.toString(c))
                .collect(Collectors.joining("", "'", "'"));
    }
}
