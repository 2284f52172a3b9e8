/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.tuned.upload.UploadSink;

/**
 * One request of an {@link HttpForwardSink}.
 *
 * @param <T> what is made of the answer's body
 */
final class ForwardWriter<T> implements UploadSink.Writer<HttpResponse<T>> {

    private final URI uri;

    private final ForwardedBody body;

    private final Duration timeout;

    private final CompletableFuture<HttpResponse<T>> response;

    /** Sends a request that has this body. */
    ForwardWriter(HttpClient client, HttpRequest request, ForwardedBody body, BodyHandler<T> answer, Duration timeout) {
        this.uri = request.uri();
        this.body = body;
        this.timeout = timeout;
        this.response = client.sendAsync(request, answer);
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

    /** Whatever ended the exchange before the body was complete, the receiver has not got the part. */
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
