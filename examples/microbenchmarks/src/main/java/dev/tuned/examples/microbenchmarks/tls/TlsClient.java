/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.tls;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A connection of its own with a handshake of its own: nothing is resumed. */
final class TlsClient implements AutoCloseable {

    private final SSLSocket socket;
    private final InputStream in;

    TlsClient(int port) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {new TrustingAll()}, new SecureRandom());
        socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port);
        in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    }

    /** Asks for so many bytes and reads them. */
    void get(int bytes) throws IOException {
        String request = "GET /?bytes=" + bytes + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        int matched = 0;
        while (matched < 4) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("ended within the head");
            }
            boolean wanted = next == (matched % 2 == 0 ? '\r' : '\n');
            matched = wanted ? matched + 1 : 0;
        }
        in.skipNBytes(bytes);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private static final class TrustingAll implements X509TrustManager {

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
