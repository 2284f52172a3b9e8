/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import dev.tuned.upload.PartInfo;
import dev.tuned.upload.UploadSink;

/**
 * One request of an {@link HttpForwardSink}.
 *
 * <p>Collects pieces of 32 KB, each in an array of its own: the client does not tell when it is done with one.
 *
 * @param <T> what is made of the answer's body
 */
final class ForwardWriter<T> implements UploadSink.Writer<HttpResponse<T>> {

    private static final int PIECE = 32 << 10;

    private static final ByteBuffer NONE = ByteBuffer.allocate(0);

    private final HttpClient client;

    private final URI uri;

    private final PartInfo part;

    private final HttpForwardSink.Options options;

    private final ForwardedBody body = new ForwardedBody();

    private final CompletableFuture<HttpResponse<T>> response;

    private ByteBuffer piece = NONE;

    private boolean sent;

    ForwardWriter(HttpClient client, URI uri, PartInfo part, BodyHandler<T> answer, HttpForwardSink.Options options) {
        this.client = client;
        this.uri = uri;
        this.part = part;
        this.options = options;
        long length = options.length().applyAsLong(part);
        HttpRequest.BodyPublisher publisher =
                (length < 0) ? BodyPublishers.fromPublisher(body) : BodyPublishers.fromPublisher(body, length);
        HttpRequest request = request().method(options.method(), publisher).build();
        this.response = client.sendAsync(request, answer);
        CompletableFuture<?> unused = response.whenComplete((answered, failure) -> body.close());
    }

    private HttpRequest.Builder request() {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .version(HttpClient.Version.HTTP_1_1)
                .setHeader("Content-Type", ContentTypes.of(part));
        options.customizer().accept(part, request);
        return request;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            if (!piece.hasRemaining()) {
                sendPiece();
                piece = ByteBuffer.allocate(PIECE);
            }
            int count = Math.min(left, piece.remaining());
            piece.put(bytes, from, count);
            from += count;
            left -= count;
        }
    }

    @Override
    public HttpResponse<T> commit() throws IOException {
        sendPiece();
        sent = true;
        if (!body.complete(options.idleTimeout())) {
            throw early();
        }
        HttpResponse<T> answered = await();
        if (answered.statusCode() / 100 != 2) {
            throw new ForwardException(uri, answered.statusCode(), "to a part of an upload");
        }
        return answered;
    }

    @Override
    public void abort() throws IOException {
        body.breakOff();
        response.cancel(true);
        if (sent && options.delete()) {
            delete();
        }
    }

    private void sendPiece() throws IOException {
        if (piece.position() > 0) {
            piece.flip();
            if (!body.send(piece, options.idleTimeout())) {
                throw early();
            }
            piece = NONE;
        }
    }

    /** What ended the exchange before the body was complete: whatever it is, the receiver has not got the part. */
    private IOException early() throws IOException {
        return new ForwardException(uri, await().statusCode(), "before the end of a part of an upload");
    }

    private HttpResponse<T> await() throws IOException {
        try {
            return response.get(options.responseTimeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException ex) {
            throw new IOException(uri + " did not take a part of an upload", ex.getCause());
        } catch (TimeoutException ex) {
            throw new IOException(uri + " did not answer for " + options.responseTimeout(), ex);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("Interrupted while " + uri + " answers").initCause(ex);
        }
    }

    private void delete() throws IOException {
        HttpRequest request =
                request().DELETE().timeout(options.responseTimeout()).build();
        try {
            int status = client.send(request, BodyHandlers.discarding()).statusCode();
            if (status / 100 == 2 || status == 404 || status == 410) {
                return;
            }
            throw new ForwardException(uri, status, "to the removal of a part of an upload");
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("Interrupted while " + uri + " deletes").initCause(ex);
        }
    }
}
