/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Random;
import java.util.stream.Stream;

import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import org.jspecify.annotations.Nullable;

import dev.tuned.threads.report.ReportContributor;
import dev.tuned.threads.support.WebApp;

/** A running application that serves a directory of files, and clients for it. */
final class StaticFiles implements AutoCloseable {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    final WebApp app;

    private final Path directory;

    private StaticFiles(WebApp app, Path directory) {
        this.app = app;
        this.directory = directory;
    }

    static StaticFiles start(Path directory, String... properties) {
        return start(WebApp.App.class, directory, properties);
    }

    static StaticFiles start(Class<?> configuration, Path directory, String... properties) {
        String[] all = Stream.concat(
                        Stream.of("spring.web.resources.static-locations=" + directory.toUri()), Stream.of(properties))
                .toArray(String[]::new);
        return new StaticFiles(WebApp.start(configuration, all), directory);
    }

    /** Writes a file whose bytes depend on its name. */
    byte[] file(String name, int length) {
        byte[] content = new byte[length];
        new Random(name.hashCode()).nextBytes(content);
        try {
            Files.write(directory.resolve(name), content);
        } catch (IOException ex) {
            throw new IllegalStateException(ex);
        }
        return content;
    }

    /** @param headers names and values in turn */
    HttpResponse<byte[]> get(String path, String... headers) {
        return exchange("GET", path, headers);
    }

    HttpResponse<byte[]> exchange(String method, String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), BodyHandlers.ofByteArray()).join();
    }

    /** Sends text as it is and reads all until the server closes the connection. */
    byte[] raw(String text) throws IOException {
        return raw(SocketFactory.getDefault(), text);
    }

    /** The same over TLS, with the key of the server as the one to trust. */
    byte[] rawTls(Path keys, String password, String text) throws IOException, GeneralSecurityException {
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(KeyStore.getInstance(keys.toFile(), password.toCharArray()));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return raw(context.getSocketFactory(), text);
    }

    private byte[] raw(SocketFactory sockets, String text) throws IOException {
        try (Socket socket = sockets.createSocket("127.0.0.1", port())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            ByteArrayOutputStream answer = new ByteArrayOutputStream();
            socket.getInputStream().transferTo(answer);
            return answer.toByteArray();
        }
    }

    int port() {
        return app.context.getWebServer().getPort();
    }

    SendfileCounts counts() {
        return app.context.getBean(Sendfile.class).counts();
    }

    /** What the start-up line says of sendfile. */
    @Nullable
    String summary() {
        return app.context
                .getBean("tunedThreadsSendfileContributor", ReportContributor.class)
                .reportParts()
                .get(0)
                .summary();
    }

    /** Everything counted, such as {@code sent=2 too-small=1}. */
    String counted() {
        StringBuilder text = new StringBuilder("sent=" + counts().sent());
        for (Fallback reason : Fallback.values()) {
            if (counts().fallbacks(reason) > 0) {
                text.append(' ').append(reason.id()).append('=').append(counts().fallbacks(reason));
            }
        }
        return text.toString();
    }

    @Override
    public void close() {
        app.close();
    }
}
