/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;

import org.springframework.http.server.ServletServerHttpResponse;

/**
 * Sends an open file as the body of a response: from the file to the socket while the socket takes bytes, and by Tomcat's own
 * write, which waits as always, when the socket is full. So a request ends when its file is sent, and fails as Spring's own copying
 * does when the client goes away.
 */
final class FileTransfer implements Closeable {

    private static final int CHUNK_BYTES = 8 * 1024;

    private final TomcatConnection connection;

    private final ServletServerHttpResponse response;

    private final SendfileCounts counts;

    private final FileInputStream file;

    /** Index of the next byte that {@link #file} reads. */
    private long filePosition;

    /** @throws IOException if the file cannot be opened */
    FileTransfer(TomcatConnection connection, ServletServerHttpResponse response, File file, SendfileCounts counts)
            throws IOException {
        this.connection = connection;
        this.response = response;
        this.counts = counts;
        this.file = new FileInputStream(file);
    }

    /**
     * Commits the response, whose headers are complete, and writes its body. A file that has become shorter ends it early.
     *
     * @param start first byte of the file to send, from 0
     * @param length number of bytes to send, as promised by the header Content-Length
     * @throws IOException if the client is gone
     */
    void send(long start, long length) throws IOException {
        OutputStream body = response.getBody();
        // Flushes the outermost response, so that wrappers write their headers before.
        flush();
        boolean direct = connection.isBodyUnchanged();
        if (direct) {
            counts.addSent();
        } else {
            counts.add(Fallback.ENCODED);
        }
        long position = start;
        long end = start + length;
        byte[] chunk = new byte[0];
        while (position < end) {
            if (direct) {
                long sent = connection.transfer(file.getChannel(), position, end - position);
                counts.addBytes(sent);
                position += sent;
            }
            if (position < end) {
                chunk = (chunk.length == 0) ? new byte[(int) Math.min(CHUNK_BYTES, end - position)] : chunk;
                int count = read(position, chunk, (int) Math.min(chunk.length, end - position));
                if (count < 0) {
                    return;
                }
                body.write(chunk, 0, count);
                if (direct) {
                    flush();
                }
                position += count;
            }
        }
        if (direct) {
            connection.end();
        }
    }

    /** The stream that Spring gives for the body does not flush. */
    private void flush() throws IOException {
        response.getServletResponse().flushBuffer();
    }

    private int read(long position, byte[] chunk, int length) throws IOException {
        file.skipNBytes(position - filePosition);
        int count = file.read(chunk, 0, length);
        filePosition = position + Math.max(0, count);
        return count;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
