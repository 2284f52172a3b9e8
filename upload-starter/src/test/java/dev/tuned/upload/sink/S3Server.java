/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** S3 server (s3proxy, which keeps everything in memory) in a process and on a class path of its own, and a client. */
final class S3Server implements AutoCloseable {

    private static final Path CLASS_PATH = Path.of("target", "s3-server.classpath");

    final S3Client client;

    private final Process process;

    private final URI endpoint;

    private S3Server(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
        client = newClient().build();
    }

    /** A client of the server, to be changed. */
    S3ClientBuilder newClient() {
        return S3Client.builder()
                .endpointOverride(endpoint)
                .forcePathStyle(true)
                // Without checksums in trailers, as storages other than Amazon's may need it.
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
                .region(Region.US_EAST_1)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("identity", "credential")));
    }

    /** Starts a server; its configuration and log go to the directory. */
    static S3Server start(Path directory) throws IOException {
        return start(directory, 3);
    }

    private static S3Server start(Path directory, int attempts) throws IOException {
        URI endpoint = URI.create("http://127.0.0.1:" + freePort());
        Path properties = Files.writeString(directory.resolve("s3proxy.properties"), """
                s3proxy.endpoint=%s
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=identity
                s3proxy.credential=credential
                jclouds.provider=transient-nio2
                jclouds.identity=identity
                jclouds.credential=credential
                """.formatted(endpoint));
        Path logging = Files.writeString(
                directory.resolve("logback.xml"), "<configuration><root level='WARN'/></configuration>");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + logging,
                        "-cp",
                        Files.readString(CLASS_PATH).trim(),
                        "org.gaul.s3proxy.Main",
                        "--properties",
                        properties.toString())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("s3proxy.log").toFile())
                .start();
        S3Server server = new S3Server(process, endpoint);
        await().atMost(Duration.ofMinutes(5))
                .ignoreExceptions()
                .until(() -> !process.isAlive() || server.client.listBuckets().hasBuckets());
        if (process.isAlive()) {
            return server;
        }
        server.close();
        assertThat(attempts).as("starts left; see " + directory).isGreaterThan(1);
        return start(directory, attempts - 1); // Somebody else may have got the port.
    }

    List<String> keys(String bucket) {
        return client.listObjectsV2(list -> list.bucket(bucket)).contents().stream()
                .map(object -> object.key())
                .toList();
    }

    List<String> uploads(String bucket) {
        return client.listMultipartUploads(list -> list.bucket(bucket)).uploads().stream()
                .map(upload -> upload.uploadId())
                .toList();
    }

    /** Ends the server in the middle of whatever it does. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    @Override
    public void close() {
        kill();
        client.close();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
