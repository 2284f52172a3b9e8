/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.tls;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.stream.Stream;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLHostConfigCertificate.Type;

/** A Tomcat with TLS that answers {@code /?bytes=n} with so many bytes. */
final class TlsServer implements AutoCloseable {

    static final String PASSWORD = "changeit";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");

    /** @param keyStore PKCS #12, with {@link #PASSWORD} */
    TlsServer(Implementation implementation, Path keyStore, Path directory) throws LifecycleException {
        connector.setPort(0);
        connector.setScheme("https");
        connector.setSecure(true);
        connector.setThrowOnFailure(true);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxKeepAliveRequests", "-1");
        connector.setProperty("SSLEnabled", "true");
        connector.setProperty("sslImplementationName", implementation.className());
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate = new SSLHostConfigCertificate(host, Type.UNDEFINED);
        certificate.setCertificateKeystoreFile(keyStore.toString());
        certificate.setCertificateKeystorePassword(PASSWORD);
        certificate.setCertificateKeystoreType("PKCS12");
        host.addCertificate(certificate);
        connector.addSslHostConfig(host);
        tomcat.setBaseDir(directory.toString());
        tomcat.getService().addConnector(connector);
        tomcat.setConnector(connector);
        var context = tomcat.addContext("", directory.toString());
        Tomcat.addServlet(context, "bytes", new Bytes());
        context.addServletMappingDecoded("/", "bytes");
        tomcat.start();
    }

    int port() {
        return connector.getLocalPort();
    }

    /** CPU time that the connector's threads have used, in nanoseconds. */
    static long cpuNanos() {
        return Stream.of(THREADS.getThreadInfo(THREADS.getAllThreadIds()))
                .filter(thread -> thread != null && thread.getThreadName().startsWith("https-"))
                .mapToLong(ThreadInfo::getThreadId)
                .map(THREADS::getThreadCpuTime)
                .sum();
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }

    /** The provider of the cryptography. */
    enum Implementation {
        JSSE("org.apache.tomcat.util.net.jsse.JSSEImplementation"),
        OPENSSL("org.apache.tomcat.util.net.openssl.panama.OpenSSLImplementation");

        private final String className;

        Implementation(String className) {
            this.className = className;
        }

        String className() {
            return className;
        }
    }

    @SuppressWarnings("serial")
    private static final class Bytes extends HttpServlet {

        private static final byte[] CHUNK = new byte[8192];

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            int left = Integer.parseInt(request.getParameter("bytes"));
            response.setContentLength(left);
            while (left > 0) {
                int length = Math.min(left, CHUNK.length);
                response.getOutputStream().write(CHUNK, 0, length);
                left -= length;
            }
        }
    }
}
