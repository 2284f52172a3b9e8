/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.function.Function;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Sends each part as the body of an HTTP request while it arrives, to a storage service for example.
 *
 * <p>The body is chunked. The upload goes as fast as the receiver reads: 32 KB of each are in memory, and what the client has under
 * way. A commit waits for the answer, which has to be a 2xx; an abort closes the connection within the body, which the receiver sees
 * as an incomplete request.
 *
 * <p>Failures are {@link IOException}s: another status; a receiver which goes away, or takes
 * nothing, or does not answer, for the {@linkplain #timeout timeout}. Over HTTP/1.1 Java's client looks at the answer only after the
 * body. So a receiver that refuses early ends the upload at once if it closes the connection, and at the body's end if it reads
 * on; to have it refuse before the body, set {@link HttpRequest.Builder#expectContinue}. An answer that is lost leaves open whether
 * the receiver has the part.
 *
 * <p>The client's executor has one thread for each part under way, as by default. Immutable; safe for use by many threads.
 *
 * @param <T> what is made of the answer's body
 */
public final class HttpForwardSink<T> implements UploadSink<HttpResponse<T>> {

    private final HttpClient client;

    private final String method;

    private final Function<PartInfo, HttpRequest.Builder> request;

    private final BodyHandler<T> answer;

    private final Duration timeout;

    private HttpForwardSink(
            HttpClient client,
            String method,
            Function<PartInfo, HttpRequest.Builder> request,
            BodyHandler<T> answer,
            Duration timeout) {
        this.client = client;
        this.method = method;
        this.request = request;
        this.answer = answer;
        this.timeout = timeout;
    }

    /**
     * Makes a sink which sends requests by a method such as PUT.
     *
     * @param request begins the request of a part: its URI and headers. Unless set there, the content type is the part's, and the
     *     version HTTP/1.1
     * @param answer reads the answer's body
     */
    public static <T> HttpForwardSink<T> of(
            HttpClient client, String method, Function<PartInfo, HttpRequest.Builder> request, BodyHandler<T> answer) {
        return new HttpForwardSink<>(client, method, request, answer, Duration.ofSeconds(30));
    }

    /** This sink with another time, 30 s unless set, that the receiver may take to read on, and to answer after the end. */
    public HttpForwardSink<T> timeout(Duration newTimeout) {
        return new HttpForwardSink<>(client, method, request, answer, newTimeout);
    }

    @Override
    public Writer<HttpResponse<T>> open(PartInfo part) throws IOException {
        ForwardedBody body = new ForwardedBody();
        HttpRequest.Builder builder = request.apply(part).method(method, BodyPublishers.ofInputStream(() -> body));
        HttpRequest begun = builder.build();
        if (begun.headers().firstValue("Content-Type").isEmpty()) {
            builder.setHeader("Content-Type", ContentTypes.of(part));
        }
        if (begun.version().isEmpty()) {
            builder.version(HttpClient.Version.HTTP_1_1);
        }
        return new ForwardWriter<>(client, builder.build(), body, answer, timeout);
    }
}
