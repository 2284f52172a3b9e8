/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;

/** Sends one request on a new connection and reads the whole answer: to check answers outside of a load. */
public final class Exchange {

    private Exchange() {}

    /**
     * Sends the very bytes that a load sends.
     *
     * @throws IOException if there is no complete answer within a minute
     */
    public static Answer send(InetSocketAddress address, LoadRequest request) throws IOException {
        return send(address, request, Load.TIMEOUT);
    }

    /**
     * The same with another patience.
     *
     * @throws IOException if there is no connection or nothing more of the answer for as long as the timeout
     */
    public static Answer send(InetSocketAddress address, LoadRequest request, Duration timeout) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        Answer answer = new Answer(new ByteArrayOutputStream());
        answer.reset(request);
        try (Socket socket = new Socket()) {
            socket.connect(address, millis);
            socket.setSoTimeout(millis);
            ByteBuffer bytes = request.bytes();
            byte[] out = new byte[bytes.remaining()];
            bytes.get(out);
            try {
                socket.getOutputStream().write(out);
            } catch (IOException ex) {
                // A server may answer before it has read all; if it has not, there is nothing to read below.
            }
            byte[] buffer = new byte[16 * 1024];
            int count = 0;
            while (count >= 0 && !answer.take(ByteBuffer.wrap(buffer, 0, count))) {
                count = socket.getInputStream().read(buffer);
            }
            if (count < 0 && !answer.end()) {
                throw new IOException("connection closed before the response was complete");
            }
            return answer;
        }
    }
}
