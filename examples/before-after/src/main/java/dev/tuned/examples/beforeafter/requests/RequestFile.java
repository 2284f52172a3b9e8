/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.requests;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

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

    private static final Set<String> METHODS = Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private RequestFile() {}

    /**
     * Reads all requests of a file.
     *
     * @throws RequestFileException if the file cannot be read, has an error, or has no request
     */
    public static List<FileRequest> read(Path file) throws RequestFileException {
        String name = file.getFileName().toString();
        try {
            String text = Files.readString(file);
            List<FileRequest> requests = name.toLowerCase(Locale.ROOT).endsWith(".har")
                    ? HarReader.read(name, text)
                    : new HttpFileReader(name, file.resolveSibling(""), text).read();
            if (requests.isEmpty()) {
                throw new RequestFileException(name, "there is no request in it");
            }
            return requests;
        } catch (NoSuchFileException ex) {
            throw new RequestFileException(file.toString(), "there is no such file");
        } catch (MalformedInputException ex) {
            throw new RequestFileException(file.toString(), "is not text in UTF-8");
        } catch (IOException ex) {
            throw new RequestFileException(file.toString(), "cannot be read: " + ex.getMessage());
        }
    }

    static String method(String place, String method) throws RequestFileException {
        if (!METHODS.contains(method)) {
            throw new RequestFileException(
                    place, "the method '" + method + "' is none of GET, POST, PUT, PATCH, DELETE, OPTIONS");
        }
        return method;
    }

    /** The path with its query of an address: where it leads to is not the file's to say. */
    static String target(String place, String address) throws RequestFileException {
        try {
            URI uri = new URI(address);
            String path = uri.getRawPath();
            if (uri.isOpaque() || path == null || (uri.getHost() == null && !address.startsWith("/"))) {
                throw new RequestFileException(place, "'" + address + "' is neither a URL nor a path from '/'");
            }
            return (path.isEmpty() ? "/" : path) + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        } catch (URISyntaxException ex) {
            throw new RequestFileException(place, "'" + address + "' is no address: " + ex.getReason());
        }
    }

    /** The headers that are sent as they stand in the file. */
    static Map<String, String> kept(Map<String, String> headers) {
        Map<String, String> kept = new LinkedHashMap<>();
        headers.forEach((name, value) -> {
            if (!name.startsWith(":") && !DROPPED.contains(name.toLowerCase(Locale.ROOT))) {
                kept.put(name, value);
            }
        });
        return kept;
    }
}
