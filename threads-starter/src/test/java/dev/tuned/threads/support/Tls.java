/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.support;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import static org.assertj.core.api.Assertions.assertThat;

/** A key for 127.0.0.1 in a directory of the test. */
public record Tls(Path directory) {

    private static final String PASSWORD = "changeit";

    public static Tls create(Path directory) throws IOException, InterruptedException {
        Tls tls = new Tls(directory);
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keystore",
                        tls.keyStore().toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("keytool.log").toFile())
                .start();
        assertThat(keytool.waitFor()).isZero();
        return tls;
    }

    /** Properties of an application that has the key. */
    public String[] properties() {
        return new String[] {"server.ssl.key-store=" + keyStore(), "server.ssl.key-store-password=" + PASSWORD};
    }

    /** Trusts the key. */
    public HttpClient client(HttpClient.Version version) throws IOException, GeneralSecurityException {
        return HttpClient.newBuilder().version(version).sslContext(trusting()).build();
    }

    private SSLContext trusting() throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(keyStore())) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", keys.getCertificate("server"));
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private Path keyStore() {
        return directory.resolve("key.p12");
    }
}
