/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import dev.tuned.upload.UploadSink;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

@Timeout(180)
class HttpForwardSinkIT extends SinkContract<HttpResponse<Void>> {

    /** What sockets of both sides may hold, and far less than an upload. */
    private static final long SOCKETS = 16L << 20;

    private final HttpClient client = HttpClient.newHttpClient();

    private ReceivingServer server;

    @BeforeEach
    void startServer() throws IOException {
        server = new ReceivingServer();
    }

    @AfterEach
    void endServer() {
        server.close();
    }

    @Override
    HttpForwardSink<Void> sink() {
        return HttpForwardSink.of(
                client,
                "PUT",
                part -> HttpRequest.newBuilder(server.uri("/" + UUID.randomUUID())),
                BodyHandlers.discarding());
    }

    private HttpForwardSink<Void> to(URI uri) {
        return HttpForwardSink.of(client, "PUT", part -> HttpRequest.newBuilder(uri), BodyHandlers.discarding());
    }

    @Override
    byte[] content(HttpResponse<Void> stored) {
        return server.stored.get(stored.uri().getPath()).content();
    }

    @Override
    List<String> remains() {
        await().until(() -> server.underWay.get() == 0);
        return new ArrayList<>(server.stored.keySet());
    }

    @Test
    void theReceiverOfAnAbortedPartSeesThatItIsNotWhole() throws IOException {
        UploadSink.Writer<HttpResponse<Void>> writer = sink().open(PART);
        write(writer, random(300_000));
        writer.abort();
        await().untilAsserted(() -> assertThat(server.broken).hasValue(1));
        assertThat(server.stored).isEmpty();
    }

    /** The client would send the request again, with a body that has been read. */
    @Test
    void aRedirectAfterTheBodyIsNoSuccess() throws Exception {
        HttpServer redirecting = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger stored = new AtomicInteger();
        redirecting.createContext("/first", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Location", "/second");
            exchange.sendResponseHeaders(307, -1);
            exchange.close();
        });
        redirecting.createContext("/second", exchange -> {
            exchange.getRequestBody().readAllBytes();
            stored.incrementAndGet();
            exchange.sendResponseHeaders(201, -1);
            exchange.close();
        });
        redirecting.start();
        try {
            HttpClient following = HttpClient.newBuilder()
                    .followRedirects(HttpClient.Redirect.NORMAL)
                    .build();
            URI uri = URI.create("http://127.0.0.1:" + redirecting.getAddress().getPort() + "/first");
            UploadSink.Writer<HttpResponse<Void>> writer = HttpForwardSink.of(
                            following, "PUT", part -> HttpRequest.newBuilder(uri), BodyHandlers.discarding())
                    .open(PART);
            write(writer, random(1_000));
            assertThatIOException().isThrownBy(writer::commit);
            assertThat(stored).hasValue(0);
        } finally {
            redirecting.stop(0);
        }
    }

    @Test
    void anAbortedPartHasNoLastChunk() throws Exception {
        try (RawReceiver<byte[]> receiver =
                new RawReceiver<>(socket -> socket.getInputStream().readAllBytes())) {
            UploadSink.Writer<HttpResponse<Void>> writer = to(receiver.uri()).open(PART);
            write(writer, new byte[100_000]);
            writer.abort();
            try {
                String body = new String(receiver.result.get(2, TimeUnit.MINUTES), ISO_8859_1);
                assertThat(body).isNotEmpty().doesNotEndWith("\r\n0\r\n\r\n");
            } catch (java.util.concurrent.ExecutionException ex) {
                assertThat(ex).hasRootCauseMessage("Connection reset");
            }
        }
    }

    @Test
    void aReceiverThatReadsLaterGetsAllAndHoldsTheWriterBackMeanwhile() throws Exception {
        long size = SOCKETS + (8L << 20);
        CountDownLatch reading = new CountDownLatch(1);
        AtomicLong written = new AtomicLong();
        try (RawReceiver<Long> receiver = new RawReceiver<>(socket -> {
            awaitQuietly(reading);
            long read = drainChunks(socket.getInputStream(), size);
            RawReceiver.answer(socket, "200 OK");
            return read;
        })) {
            HttpForwardSink<Void> sink = to(receiver.uri());
            Thread reader = new Thread(() -> {
                await().pollInterval(Duration.ofMillis(200)).until(() -> {
                    long before = written.get();
                    return before > 0 && stands(written, before);
                });
                assertThat(written.get()).isLessThan(SOCKETS);
                reading.countDown();
            });
            reader.start();
            UploadSink.Writer<HttpResponse<Void>> writer = sink.open(PART);
            byte[] piece = new byte[8192];
            while (written.get() < size) {
                writer.write(piece, 0, piece.length);
                written.addAndGet(piece.length);
            }
            assertThat(writer.commit().statusCode()).isEqualTo(200);
            assertThat(receiver.result.get()).isEqualTo(size);
            reader.join();
        }
    }

    @Test
    void aReceiverThatStopsReadingEndsThePartAndLittleIsInMemory() throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        try (RawReceiver<Boolean> receiver = new RawReceiver<>(socket -> awaitQuietly(end))) {
            UploadSink.Writer<HttpResponse<Void>> writer =
                    to(receiver.uri()).timeout(Duration.ofMillis(300)).open(PART);
            AtomicLong written = new AtomicLong();
            assertThatIOException()
                    .isThrownBy(() -> writeUntilItFails(writer, written))
                    .withMessageContaining("took nothing");
            assertThat(written).hasValueLessThan(SOCKETS);
            writer.abort();
        } finally {
            end.countDown();
        }
    }

    @Test
    void aReceiverThatRefusesAndReadsOnFailsTheCommit() throws IOException {
        int size = 4 << 20;
        try (RawReceiver<Long> receiver = new RawReceiver<>(socket -> {
            RawReceiver.answer(socket, "413 Content Too Large");
            socket.shutdownOutput();
            return drain(socket.getInputStream(), Long.MAX_VALUE);
        })) {
            UploadSink.Writer<HttpResponse<Void>> writer = to(receiver.uri()).open(PART);
            assertThatIOException()
                    .isThrownBy(() -> {
                        write(writer, new byte[size]);
                        writer.commit();
                    })
                    .withMessageContaining("answered 413");
            writer.abort();
        }
    }

    @Test
    void aReceiverThatIsAskedFirstRefusesBeforeTheBody() throws Exception {
        try (RawReceiver<Integer> receiver = new RawReceiver<>(socket -> {
            RawReceiver.answer(socket, "413 Content Too Large");
            return socket.getInputStream().read();
        })) {
            UploadSink.Writer<HttpResponse<Void>> writer = HttpForwardSink.of(
                            client,
                            "PUT",
                            part -> HttpRequest.newBuilder(receiver.uri()).expectContinue(true),
                            BodyHandlers.discarding())
                    .open(PART);
            AtomicLong written = new AtomicLong();
            assertThatIOException()
                    .isThrownBy(() -> writeUntilItFails(writer, written))
                    .withMessageContaining("answered 413 before the end");
            writer.abort();
            assertThat(written).hasValueLessThanOrEqualTo(32 << 10);
        }
    }

    @Test
    void aReceiverThatRefusesAndClosesFailsTheWrite() throws IOException {
        try (RawReceiver<Boolean> receiver = new RawReceiver<>(socket -> {
            RawReceiver.answer(socket, "413 Content Too Large");
            return true;
        })) {
            UploadSink.Writer<HttpResponse<Void>> writer = to(receiver.uri()).open(PART);
            assertThatIOException().isThrownBy(() -> writeUntilItFails(writer, new AtomicLong()));
            writer.abort();
        }
    }

    @Test
    void aReceiverThatDiesFailsTheWrite() throws IOException {
        try (RawReceiver<Integer> receiver =
                new RawReceiver<>(socket -> socket.getInputStream().read())) {
            UploadSink.Writer<HttpResponse<Void>> writer = to(receiver.uri()).open(PART);
            assertThatIOException()
                    .isThrownBy(() -> writeUntilItFails(writer, new AtomicLong()))
                    .withMessageContaining(receiver.uri().toString());
            writer.abort();
        }
    }

    @Test
    void aReceiverThatDiesBeforeItAnswersFailsTheCommit() throws IOException {
        try (RawReceiver<Long> receiver = new RawReceiver<>(socket -> drain(socket.getInputStream(), 10))) {
            UploadSink.Writer<HttpResponse<Void>> writer = to(receiver.uri()).open(PART);

            writer.write(new byte[10], 0, 10);
            assertThatIOException().isThrownBy(writer::commit);
        }
    }

    @Test
    void aReceiverThatIsNotThereFailsTheWrite() throws IOException {
        RawReceiver<Integer> receiver = new RawReceiver<>(socket -> 0);
        URI uri = receiver.uri();
        receiver.close();
        UploadSink.Writer<HttpResponse<Void>> writer = to(uri).open(PART);
        assertThatIOException()
                .isThrownBy(() -> writeUntilItFails(writer, new AtomicLong()))
                .withMessageContaining(uri.toString());
        writer.abort();
    }

    @Test
    void anAnswerThatIsNoSuccessFailsTheCommit() throws IOException {
        server.status = 503;
        UploadSink.Writer<HttpResponse<Void>> writer = sink().open(PART);
        assertThatIOException().isThrownBy(writer::commit).withMessageContaining("answered 503");
    }

    @Test
    void noAnswerFailsTheCommit() throws IOException {
        CountDownLatch end = new CountDownLatch(1);
        try (RawReceiver<Boolean> receiver = new RawReceiver<>(socket -> awaitQuietly(end))) {
            UploadSink.Writer<HttpResponse<Void>> writer =
                    to(receiver.uri()).timeout(Duration.ofMillis(300)).open(PART);
            assertThatIOException().isThrownBy(writer::commit).withMessageContaining("did not answer");
        } finally {
            end.countDown();
        }
    }

    @Test
    void theRequestHasTheTypeAndTheHeadersItWasGiven() throws IOException {
        HttpForwardSink<String> sink = HttpForwardSink.of(
                client,
                "POST",
                part -> HttpRequest.newBuilder(server.uri("/one")).header("X-Field", part.name()),
                BodyHandlers.ofString());
        HttpResponse<String> answer = store(sink, random(20_000));
        assertThat(answer.body()).isEmpty();
        assertThat(server.requests).containsExactly("POST /one");
        ReceivingServer.Received received = server.stored.get("/one");
        assertThat(received.content()).isEqualTo(random(20_000));
        assertThat(received.headers())
                .containsEntry("Content-type", List.of("text/plain"))
                .containsEntry("X-field", List.of("file"));
    }

    @Test
    void aTypeThatNoHeaderCanHoldIsNotPassedOn() throws IOException {
        UploadSink.Writer<HttpResponse<Void>> writer =
                to(server.uri("/one")).open(new TestPart("text/plain\nX-Evil: 1"));
        writer.commit();
        assertThat(server.stored.get("/one").headers())
                .containsEntry("Content-type", List.of("application/octet-stream"))
                .doesNotContainKey("X-evil");
    }

    private static void writeUntilItFails(UploadSink.Writer<?> writer, AtomicLong written) throws IOException {
        byte[] piece = new byte[8192];
        while (true) {
            writer.write(piece, 0, piece.length);
            written.addAndGet(piece.length);
        }
    }

    /** Reads chunks of zeros, and the last one. */
    private static long drainChunks(InputStream in, long zeros) throws IOException {
        InputStream buffered = new BufferedInputStream(in);
        long read = 0;
        while (read < zeros) {
            read += (buffered.read() == 0) ? 1 : 0;
        }
        buffered.readNBytes("\r\n0\r\n\r\n".length());
        return read;
    }

    private static long drain(InputStream in, long atMost) throws IOException {
        byte[] bytes = new byte[8192];
        long read = 0;
        while (read < atMost) {
            int count = in.read(bytes, 0, (int) Math.min(bytes.length, atMost - read));
            if (count < 0) {
                return read;
            }
            read += count;
        }
        return read;
    }

    /** Whether a counter has not moved between two looks of the poll. */
    private static boolean stands(AtomicLong counter, long before) {
        await().pollDelay(Duration.ofMillis(200)).until(() -> true);
        return counter.get() == before;
    }

    private static boolean awaitQuietly(CountDownLatch latch) {
        try {
            return latch.await(50, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
