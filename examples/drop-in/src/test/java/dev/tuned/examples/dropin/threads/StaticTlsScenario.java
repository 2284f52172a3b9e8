/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.TreeMap;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import com.example.files.FilesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Static resources by TLS, by HTTP/1.1 and HTTP/2. */
class StaticTlsScenario implements Scenario {

    private static final Path KEYS = Path.of("target/keys.p12").toAbsolutePath();
    private static final String PASSWORD = "changeit";

    @Override
    public Application application() {
        return Application.of(FilesApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .arguments(
                        "--server.http2.enabled=true",
                        "--server.ssl.bundle=own",
                        "--spring.ssl.bundle.jks.own.keystore.location=" + keys().toUri(),
                        "--spring.ssl.bundle.jks.own.keystore.password=" + PASSWORD,
                        "--spring.ssl.bundle.jks.own.keystore.type=PKCS12");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        SSLContext trusting = trusting();
        List<String> requests = RequestTable.read("tls-requests.txt");
        RequestTable.play(
                requests,
                request -> RawHttp.exchange(trusting.getSocketFactory().createSocket("127.0.0.1", port), request),
                recording);
        HttpClient client = HttpClient.newBuilder()
                .sslContext(trusting)
                .version(HttpClient.Version.HTTP_2)
                .build();
        for (String request : requests) {
            if (!request.contains("$etag")) {
                byHttp2(client, port, request, recording);
            }
        }
    }

    private static void byHttp2(HttpClient client, int port, String request, Recording recording) throws Exception {
        String[] parts = request.split(" \\|\\| ");
        String[] line = parts[0].split(" ");
        HttpRequest.Builder builder = HttpRequest.newBuilder(URI.create("https://localhost:" + port + line[1]))
                .method(line[0], HttpRequest.BodyPublishers.noBody());
        for (int i = 1; i < parts.length; i++) {
            String[] header = parts[i].split(": ", 2);
            builder.header(header[0], header[1]);
        }
        HttpResponse<byte[]> answer = client.send(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
        String name = "h2 " + request;
        recording.add(name, "status", answer.version() + " " + answer.statusCode());
        String body = new String(answer.body(), StandardCharsets.ISO_8859_1);
        String type = answer.headers().firstValue("content-type").orElse("");
        if (type.contains("boundary=")) {
            body = body.replace(type.replaceAll(".*boundary=", ""), "<boundary>");
        }
        recording.add(name, "body", body.length() < 4_000 ? body : body.length() + " " + RawHttp.sha256(body));
        recording.add(
                name,
                "head",
                new TreeMap<>(answer.headers().map()).toString().replaceAll("boundary=[^],]+", "boundary=<boundary>"));
    }

    /** Makes a key of our own, once. */
    private static synchronized Path keys() {
        try {
            if (!Files.exists(KEYS)) {
                String keytool =
                        Path.of(System.getProperty("java.home"), "bin/keytool").toString();
                int exit = new ProcessBuilder(
                                keytool,
                                "-genkeypair",
                                "-alias",
                                "own",
                                "-keyalg",
                                "EC",
                                "-dname",
                                "CN=localhost",
                                "-ext",
                                "SAN=dns:localhost,ip:127.0.0.1",
                                "-validity",
                                "3650",
                                "-storetype",
                                "PKCS12",
                                "-storepass",
                                PASSWORD,
                                "-keystore",
                                KEYS.toString())
                        .inheritIO()
                        .start()
                        .waitFor();
                if (exit != 0) {
                    throw new IllegalStateException("keytool ended with " + exit);
                }
            }
            return KEYS;
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }

    private static SSLContext trusting() throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(KEYS)) {
            store.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("own", store.getCertificate("own"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
