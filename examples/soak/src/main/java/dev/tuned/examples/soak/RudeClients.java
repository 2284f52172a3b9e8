/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Clients that abort, stall or stop reading. None of them reads its answer. */
record RudeClients(InetSocketAddress address) {

    private static final int LENGTH = 2_000_000;
    private static final byte[] UPLOAD = ("POST /uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + LENGTH
                    + "\r\nContent-Type: multipart/form-data; boundary=b7d\r\n\r\n"
                    + "--b7d\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    private static final byte[] DOWNLOAD =
            "GET /files/large.bin HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    /** Announces an upload, sends a part of it and resets the connection. */
    void abort(SplittableRandom random) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(UPLOAD);
            socket.getOutputStream().write(new byte[random.nextInt(LENGTH / 2)]);
        }
    }

    /** Sends an upload byte by byte for three seconds, then closes the connection. */
    void trickle(SplittableRandom random) throws IOException, InterruptedException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(UPLOAD);
            for (int i = 0; i < 30; i++) {
                socket.getOutputStream().write(random.nextInt(256));
                Thread.sleep(100);
            }
        }
    }

    /** Requests a file larger than all buffers on the way, and reads nothing for three seconds. */
    void stopReading(SplittableRandom random) throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8192);
            socket.connect(address);
            socket.getOutputStream().write(DOWNLOAD);
            Thread.sleep(2500 + random.nextInt(1000));
        }
    }

    private Socket connect() throws IOException {
        return new Socket(address.getAddress(), address.getPort());
    }
}
