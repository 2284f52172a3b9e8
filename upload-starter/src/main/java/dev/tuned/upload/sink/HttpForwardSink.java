/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Sends each part as the body of an HTTP request while it arrives, to a storage service for example.
 *
 * <p>The body is chunked unless its {@linkplain #contentLength length} is known; the content type is the part's. The upload
 * goes as fast as the receiver reads: at most a few pieces of 32 KB of each are in memory. A commit waits for the answer,
 * which has to be a 2xx; an abort closes the connection within the body, which the receiver sees as an incomplete request.
 *
 * <p>Failures are {@link IOException}s: a {@link ForwardException} for another status; a receiver which goes away, or takes
 * nothing for the {@linkplain #idleTimeout idle timeout}, or does not answer within the {@linkplain #responseTimeout
 * response timeout}. Over HTTP/1.1 Java's client looks at the answer only after the body. So a receiver that refuses early
 * ends the upload at once if it closes the connection, and at the body's end if it reads on; to have it refuse before the
 * body, {@linkplain #request ask} by {@link HttpRequest.Builder#expectContinue}.
 *
 * <p>An answer that is lost leaves open whether the receiver stored the part; see {@link #deleteOnFailure()}. Immutable; safe
 * for use by many threads.
 *
 * @param <T> what is made of the answer's body
 */
public final class HttpForwardSink<T> implements UploadSink<HttpResponse<T>> {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final HttpClient client;

    private final Function<PartInfo, URI> uri;

    private final BodyHandler<T> answer;

    private final Options options;

    private HttpForwardSink(HttpClient client, Function<PartInfo, URI> uri, BodyHandler<T> answer, Options options) {
        this.client = client;
        this.uri = uri;
        this.answer = answer;
        this.options = options;
    }

    /** Makes a sink which sends PUT requests to the URIs that the function names. */
    public static HttpForwardSink<Void> put(HttpClient client, Function<PartInfo, URI> uri) {
        return of("PUT", client, uri);
    }

    /** Makes a sink which sends POST requests to the URIs that the function names. */
    public static HttpForwardSink<Void> post(HttpClient client, Function<PartInfo, URI> uri) {
        return of("POST", client, uri);
    }

    private static HttpForwardSink<Void> of(String method, HttpClient client, Function<PartInfo, URI> uri) {
        Options options = new Options(method, (part, request) -> {}, part -> -1, TIMEOUT, TIMEOUT, false);
        return new HttpForwardSink<>(client, uri, BodyHandlers.discarding(), options);
    }

    /** This sink, which reads the body of the answer; without this it is discarded. */
    public <U> HttpForwardSink<U> answer(BodyHandler<U> handler) {
        return new HttpForwardSink<>(client, uri, handler, options);
    }

    /**
     * This sink with a customizer of each request, for headers or the protocol's version; it comes after what is set here
     * (HTTP/1.1, the content type) and before the method and the body.
     */
    public HttpForwardSink<T> request(BiConsumer<PartInfo, HttpRequest.Builder> customizer) {
        return with(options.withCustomizer(customizer));
    }

    /**
     * This sink with requests of known length. A part of another length fails.
     *
     * @param length bytes of a part's content, 1 or more, or a negative number where unknown
     */
    public HttpForwardSink<T> contentLength(ToLongFunction<PartInfo> length) {
        return with(options.withLength(length));
    }

    /** This sink with another time, 30 s unless set, that the receiver may take to accept the connection or to read on. */
    public HttpForwardSink<T> idleTimeout(Duration timeout) {
        return with(options.withIdleTimeout(timeout));
    }

    /** This sink with another time, 30 s unless set, that the receiver may take to answer after the end of the body. */
    public HttpForwardSink<T> responseTimeout(Duration timeout) {
        return with(options.withResponseTimeout(timeout));
    }

    /**
     * This sink, which removes what may be stored by a DELETE request to the same URI after a whole body without a 2xx
     * answer. Only for URIs that are new for each part.
     */
    public HttpForwardSink<T> deleteOnFailure() {
        return with(options.withDelete());
    }

    @Override
    public Writer<HttpResponse<T>> open(PartInfo part) {
        return new ForwardWriter<>(client, uri.apply(part), part, answer, options);
    }

    private HttpForwardSink<T> with(Options newOptions) {
        return new HttpForwardSink<>(client, uri, answer, newOptions);
    }

    /** What does not depend on the type of the answer. */
    record Options(
            String method,
            BiConsumer<PartInfo, HttpRequest.Builder> customizer,
            ToLongFunction<PartInfo> length,
            Duration idleTimeout,
            Duration responseTimeout,
            boolean delete) {

        Options withCustomizer(BiConsumer<PartInfo, HttpRequest.Builder> newCustomizer) {
            return new Options(method, newCustomizer, length, idleTimeout, responseTimeout, delete);
        }

        Options withLength(ToLongFunction<PartInfo> newLength) {
            return new Options(method, customizer, newLength, idleTimeout, responseTimeout, delete);
        }

        Options withIdleTimeout(Duration timeout) {
            return new Options(method, customizer, length, timeout, responseTimeout, delete);
        }

        Options withResponseTimeout(Duration timeout) {
            return new Options(method, customizer, length, idleTimeout, timeout, delete);
        }

        Options withDelete() {
            return new Options(method, customizer, length, idleTimeout, responseTimeout, true);
        }
    }
}
