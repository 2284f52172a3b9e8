/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

import javax.net.ssl.SSLSession;

import org.jspecify.annotations.Nullable;

/** An answer read from a plain socket, in HTTP/1.0 form: no chunks. */
record RawResponse(String text) implements HttpResponse<String> {

    @Override
    public int statusCode() {
        return Integer.parseInt(text.split(" ", 3)[1]);
    }

    @Override
    public HttpHeaders headers() {
        return HttpHeaders.of(
                Arrays.stream(text.substring(0, text.indexOf("\r\n\r\n")).split("\r\n"))
                        .skip(1)
                        .map(line -> line.split(": ?", 2))
                        .collect(Collectors.groupingBy(
                                pair -> pair[0], Collectors.mapping(pair -> pair[1], Collectors.toList()))),
                (name, value) -> true);
    }

    @Override
    public String body() {
        return text.substring(text.indexOf("\r\n\r\n") + 4);
    }

    @Override
    public @Nullable HttpRequest request() {
        return null;
    }

    @Override
    public Optional<HttpResponse<String>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public @Nullable URI uri() {
        return null;
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }
}
