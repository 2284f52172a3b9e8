/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.tls;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import dev.tuned.examples.microbenchmarks.PairedRatios;
import dev.tuned.examples.microbenchmarks.tls.TlsServer.Implementation;

/**
 * CPU time of Tomcat's threads for a response over TLS and for a handshake, with the JDK's TLS and with OpenSSL through the
 * foreign function interface. Needs Java 22, libssl 3 and, before this jar on the class path, the jar tomcat-coyote-ffm of
 * Tomcat's version.
 */
final class TlsBenchmark {

    private static final int ROUNDS = 5;
    private static final int KB = 1024;
    private static final double NANOS_PER_MICRO = 1e3;

    /** Name, bytes of a response (0 for a handshake each and one byte), and repetitions. */
    private record Case(String name, int bytes, int times) {}

    private static final List<Case> CASES = List.of(
            new Case("handshake", 0, 200), new Case("100 KB", 100 * KB, 1_000), new Case("2 MB", 2 * KB * KB, 80));

    private TlsBenchmark() {}

    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("tls-benchmark-");
        Path keyStore = directory.resolve("key.p12");
        createKey(keyStore);
        System.out.println("Java " + Runtime.version() + ", " + ROUNDS + " rounds; CPU µs of the server's threads");
        for (Case one : CASES) {
            Map<Implementation, List<Double>> micros = new EnumMap<>(Implementation.class);
            for (int round = -1; round < ROUNDS; round++) {
                for (Implementation implementation : Implementation.values()) {
                    double measured = measure(implementation, one, keyStore, directory);
                    if (round >= 0) {
                        micros.computeIfAbsent(implementation, key -> new ArrayList<>())
                                .add(measured);
                    }
                }
            }
            print(one, micros);
        }
    }

    private static void print(Case one, Map<Implementation, List<Double>> micros) {
        List<Double> jsse = micros.getOrDefault(Implementation.JSSE, List.of());
        List<Double> openSsl = micros.getOrDefault(Implementation.OPENSSL, List.of());
        PairedRatios ratio = PairedRatios.of(openSsl, jsse);
        System.out.printf(
                "%-10s JSSE %8.1f  OpenSSL %8.1f  ratio %.2f (%.2f - %.2f)%n",
                one.name(),
                PairedRatios.geometricMean(jsse),
                PairedRatios.geometricMean(openSsl),
                ratio.mean(),
                ratio.low(),
                ratio.high());
    }

    private static double measure(Implementation implementation, Case one, Path keyStore, Path directory)
            throws Exception {
        try (TlsServer server = new TlsServer(implementation, keyStore, directory)) {
            repeat(server, one, one.times() / 4);
            long before = TlsServer.cpuNanos();
            repeat(server, one, one.times());
            return (TlsServer.cpuNanos() - before) / NANOS_PER_MICRO / one.times();
        }
    }

    private static void repeat(TlsServer server, Case one, int times) throws Exception {
        if (one.bytes() == 0) {
            for (int n = 0; n < times; n++) {
                try (TlsClient client = new TlsClient(server.port())) {
                    client.get(1);
                }
            }
            return;
        }
        try (TlsClient client = new TlsClient(server.port())) {
            for (int n = 0; n < times; n++) {
                client.get(one.bytes());
            }
        }
    }

    private static void createKey(Path keyStore) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        TlsServer.PASSWORD,
                        "-keystore",
                        keyStore.toString())
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
    }
}
