/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Sends one request on a new connection and reads the whole answer: to check answers outside of a load. */
public final class Exchange {

    private static final int TIMEOUT_MILLIS = (int) Load.TIMEOUT.toMillis();

    private Exchange() {}

    /**
     * Sends the very bytes that a load sends.
     *
     * @throws IOException if there is no complete answer within a minute
     */
    public static Answer send(InetSocketAddress address, LoadRequest request) throws IOException {
        Answer answer = new Answer(new ByteArrayOutputStream());
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            ByteBuffer bytes = request.bytes();
            byte[] out = new byte[bytes.remaining()];
            bytes.get(out);
            try {
                socket.getOutputStream().write(out);
            } catch (IOException ex) {
                // A server may answer before it has read all; if it has not, there is nothing to read below.
            }
            read(socket.getInputStream(), answer);
        }
        return answer;
    }

    private static void read(InputStream in, Answer answer) throws IOException {
        byte[] buffer = new byte[16 * 1024];
        int count = in.read(buffer);
        while (count >= 0 && !answer.take(ByteBuffer.wrap(buffer, 0, count))) {
            count = in.read(buffer);
        }
        if (count < 0 && !answer.end()) {
            throw new IOException("connection closed before the response was complete");
        }
    }
}
