/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file of requests: HAR where its name ends with {@code .har}, otherwise the format of {@code .http} files. */
public final class RequestFile {

    /** What the load client decides, and what makes no sense in HTTP/1.1. */
    private static final Set<String> DROPPED = Set.of(
            "host",
            "content-length",
            "transfer-encoding",
            "connection",
            "keep-alive",
            "expect",
            "upgrade",
            "upgrade-insecure-requests");

    private static final Pattern NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\t]]");
    private static final Pattern PLAIN_BASIC = Pattern.compile("(?i)basic\\s+([^\\s:]+)(?:\\s+|:)(\\S+)");
    private static final Pattern PLAIN_DIGEST = Pattern.compile("(?i)digest\\s+[^\\s=]+\\s+[^\\s=]+");

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** What stands in an address for a value that is known later. */
    private static final String LATER = "-known-later-%d-";

    private RequestFile() {}

    /**
     * Reads all requests of a file.
     *
     * @throws RequestFileException if the file cannot be read, has an error, or has no request
     */
    public static List<FileRequest> read(Path file) throws RequestFileException {
        String name = String.valueOf(file.getFileName());
        try {
            String text = Files.readString(file).replaceFirst("^\uFEFF", "");
            List<FileRequest> requests = name.toLowerCase(Locale.ROOT).endsWith(".har")
                    ? HarReader.read(name, text)
                    : new HttpFileReader(name, file.resolveSibling(""), text).read();
            if (requests.isEmpty()) {
                throw new RequestFileException(name, "there is no request in it");
            }
            if (requests.stream().allMatch(FileRequest::login)) {
                throw new RequestFileException(name, "there is no request in it but the login");
            }
            for (FileRequest request : requests) {
                if (request.uses(FileRequest.LOGIN) && requests.stream().noneMatch(FileRequest::login)) {
                    throw new RequestFileException(
                            request.place(), "takes from a login, and no request has '# @login' above it");
                }
            }
            return requests;
        } catch (NoSuchFileException ex) {
            throw new RequestFileException(file.toString(), "there is no such file");
        } catch (MalformedInputException ex) {
            throw new RequestFileException(file.toString(), "is not text in UTF-8");
        } catch (IOException ex) {
            throw new RequestFileException(file.toString(), "cannot be read: " + ex);
        }
    }

    static String method(String place, String method) throws RequestFileException {
        if (!METHODS.contains(method)) {
            throw new RequestFileException(
                    place, "the method '" + method + "' is none of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
        }
        return method;
    }

    /** The path with its query of an address: where it leads to is not the file's to say. */
    static String target(String place, String template) throws RequestFileException {
        // In an address there may be no braces.
        List<String> later = new ArrayList<>();
        String address = Placeholders.filled(template, name -> {
            later.add("{{" + name + "}}");
            return LATER.formatted(later.size());
        });
        String target = targetOf(place, address);
        for (int i = 0; i < later.size(); i++) {
            target = target.replace(LATER.formatted(i + 1), later.get(i));
        }
        return target;
    }

    private static String targetOf(String place, String address) throws RequestFileException {
        try {
            URI uri = new URI(new URI(address).toASCIIString());
            String path = uri.getRawPath();
            if (uri.isOpaque() || path == null || (uri.getHost() == null && !address.startsWith("/"))) {
                throw new RequestFileException(place, "'" + address + "' is neither a URL nor a path from '/'");
            }
            return (path.isEmpty() ? "/" : path) + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (URISyntaxException ex) {
            throw new RequestFileException(place, "'" + address + "' is no address: " + ex.getReason());
        }
    }

    /**
     * Adds a header as it is sent; one that has the same name already gets one more value.
     *
     * @throws RequestFileException if it cannot be sent, or asks for something that only an editor does
     */
    static void add(String place, Map<String, String> headers, String name, String value) throws RequestFileException {
        String lower = name.toLowerCase(Locale.ROOT);
        if (name.startsWith(":") || DROPPED.contains(lower)) {
            return;
        }
        if (!NAME.matcher(name).matches() || CONTROL.matcher(value).find()) {
            throw new RequestFileException(place, "the header '" + printable(name) + "' cannot be sent");
        }
        if (lower.equals("x-request-type")) {
            throw new RequestFileException(place, "GraphQL is not supported: write the JSON that is sent");
        }
        String same = headers.keySet().stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElse(name);
        String sent = lower.equals("authorization") ? authorization(place, value) : value;
        headers.merge(same, sent, (one, more) -> one + (lower.equals("cookie") ? "; " : ", ") + more);
    }

    /** Editors encode a user and a password that stand there in plain text. */
    private static String authorization(String place, String value) throws RequestFileException {
        if (PLAIN_DIGEST.matcher(value).matches()) {
            throw new RequestFileException(place, "digest authentication is not supported");
        }
        Matcher basic = PLAIN_BASIC.matcher(value);
        if (!basic.matches()) {
            return value;
        }
        byte[] credentials = (basic.group(1) + ":" + basic.group(2)).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(credentials);
    }

    private static String printable(String text) {
        return CONTROL.matcher(text).replaceAll("?");
    }
}
