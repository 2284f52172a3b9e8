/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * Sends each part as the body of an HTTP request while it arrives, to a storage service for example.
 *
 * <p>The body is chunked. An upload is as fast as the receiver reads: 32 KB of each are in memory, in addition to the buffers of Java's
 * client. A commit waits for the answer, which has to be a 2xx. An abort closes the connection within the body, which the receiver
 * sees as an incomplete request.
 *
 * <p>Failures are {@link IOException}s: another status, or a receiver that goes away, or reads nothing or does not answer for the
 * {@linkplain #timeout timeout}. Over HTTP/1.1 Java's client looks at the answer only after the body. So a receiver that refuses
 * early ends the upload at once if it closes the connection, and at the body's end if it reads on; to have it refuse before the
 * body, set {@link HttpRequest.Builder#expectContinue}. If an answer is lost, it is unknown whether the receiver has the part.
 *
 * <p>A body is sent once: a part fails where the client would send it again, as it does after a redirect, or with an
 * {@link java.net.Authenticator} after a 401, if the receiver has not refused before the body.
 *
 * <p>The client's executor needs a thread for each part that is being sent; the default one has them. Immutable; safe for use by
 * many threads.
 *
 * @param <T> type into which the answer's body is read
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
     * Creates a sink that sends requests by a method such as PUT.
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
        // A body of null fails a request that the client sends again, after a redirect for example.
        AtomicReference<@Nullable InputStream> once = new AtomicReference<>(body);
        HttpRequest.Builder builder =
                request.apply(part).method(method, BodyPublishers.ofInputStream(() -> once.getAndSet(null)));
        HttpRequest begun = builder.build();
        if (begun.headers().firstValue("Content-Type").isEmpty()) {
            builder.setHeader("Content-Type", ContentTypes.of(part));
        }
        if (begun.version().isEmpty()) {
            builder.version(HttpClient.Version.HTTP_1_1);
        }
        return new RequestWriter(builder.build(), body);
    }

    /** One request. */
    private final class RequestWriter implements Writer<HttpResponse<T>> {

        private final URI uri;

        private final ForwardedBody body;

        private final CompletableFuture<HttpResponse<T>> response;

        /** Sends a request that has this body. */
        RequestWriter(HttpRequest request, ForwardedBody body) {
            uri = request.uri();
            this.body = body;
            response = client.sendAsync(request, answer);
            CompletableFuture<?> unused = response.whenComplete((answered, failure) -> body.close());
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (!body.write(bytes, offset, length, timeout)) {
                throw early(await());
            }
        }

        @Override
        public HttpResponse<T> commit() throws IOException {
            body.complete();
            HttpResponse<T> answered = await();
            if (!body.isTaken()) {
                throw early(answered);
            }
            if (answered.statusCode() / 100 != 2) {
                throw new IOException("%s answered %d to a part of an upload".formatted(uri, answered.statusCode()));
            }
            return answered;
        }

        /** Failure of an exchange that ended before the body was complete: the receiver does not have the part. */
        private IOException early(HttpResponse<T> answered) {
            return new IOException(
                    "%s answered %d before the end of a part of an upload".formatted(uri, answered.statusCode()));
        }

        @Override
        public void abort() {
            body.close();
            response.cancel(true);
        }

        private HttpResponse<T> await() throws IOException {
            try {
                return response.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException ex) {
                throw new IOException(uri + " did not take a part of an upload", ex.getCause());
            } catch (TimeoutException ex) {
                throw new IOException(uri + " did not answer for " + timeout, ex);
            } catch (InterruptedException ex) {
                Thread.currentThread().interrupt();
                throw (IOException) new InterruptedIOException("Interrupted while " + uri + " answers").initCause(ex);
            }
        }
    }
}
