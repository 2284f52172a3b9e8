/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Clients that a service cannot choose. None of them wants its answer. */
final class RudeClients {

    private static final int LENGTH = 2_000_000;
    private static final String UPLOAD = "Content-Type: multipart/form-data; boundary=b7d\r\n";
    private static final byte[] START =
            "--b7d\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\n\r\n"
                    .getBytes(StandardCharsets.ISO_8859_1);

    private final InetSocketAddress address;

    RudeClients(InetSocketAddress address) {
        this.address = address;
    }

    /** Announces an upload, sends a part of it and resets the connection. */
    void abort(SplittableRandom random) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(Exchange.head("POST", "/uploads", UPLOAD, LENGTH));
            socket.getOutputStream().write(START);
            socket.getOutputStream().write(new byte[random.nextInt(LENGTH / 2)]);
        }
    }

    /** Sends an upload a few bytes at a time, for three seconds, and goes. */
    void trickle(SplittableRandom random) throws IOException, InterruptedException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(Exchange.head("POST", "/uploads", UPLOAD, LENGTH));
            socket.getOutputStream().write(START);
            for (int i = 0; i < 30; i++) {
                socket.getOutputStream().write(random.nextInt(256));
                Thread.sleep(100);
            }
        }
    }

    /** Asks for a file that is larger than all buffers on the way, and reads nothing of it for three seconds. */
    void stopReading(SplittableRandom random) throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8192);
            socket.connect(address);
            socket.getOutputStream().write(Exchange.head("GET", "/files/large.bin", "", -1));
            Thread.sleep(2500 + random.nextInt(1000));
        }
    }

    private Socket connect() throws IOException {
        return new Socket(address.getAddress(), address.getPort());
    }
}
