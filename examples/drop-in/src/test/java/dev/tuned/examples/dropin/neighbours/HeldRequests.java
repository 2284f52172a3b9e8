/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.threads.KeptConnection;

/** Requests that an application holds until there is a file; each logs that it is held. Not thread-safe. */
final class HeldRequests implements AutoCloseable {

    private static final long PATIENCE_NANOS = 30_000_000_000L;
    private static final long POLL_MILLIS = 10;

    private final List<KeptConnection> connections = new ArrayList<>();
    private final Downloader downloader;
    private final String path;
    private final String file;

    /** @param path of the requests but for the name of the file, which is the last part and ends the lines of the log */
    HeldRequests(Downloader downloader, String path) {
        this.downloader = downloader;
        this.path = path;
        this.file = "file-of" + path.replaceAll("/$", "").replace('/', '-');
    }

    /** Sends one more request. */
    void send() throws IOException {
        KeptConnection connection = new KeptConnection(downloader.port());
        connections.add(connection);
        connection.send("GET " + path + file + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    /** Waits until this number of them is held. */
    void await(int count) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (held() < count) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("of " + count + " requests " + held() + " are held until " + file);
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** How many requests are held, or were, by what the application logged. */
    private long held() {
        return downloader
                .application()
                .file("app.log")
                .lines()
                .filter(line -> line.endsWith("holding until " + file))
                .count();
    }

    /** Lets them go and records their answers, of which any may be the first. */
    void release() throws IOException {
        Files.createFile(downloader.application().directory().resolve(file));
        List<RawHttp.Answer> answers = new ArrayList<>();
        for (KeptConnection connection : connections) {
            answers.add(connection.readToEnd());
        }
        for (RawHttp.Answer answer : answers) {
            downloader.record(path, answer);
        }
    }

    @Override
    public void close() throws IOException {
        for (KeptConnection connection : connections) {
            connection.close();
        }
    }
}
