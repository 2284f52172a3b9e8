/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.UUID;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

import com.couchbase.client.core.deps.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import com.couchbase.client.core.service.ServiceType;
import com.couchbase.client.core.topology.ClusterTopologyWithBucket;
import com.couchbase.client.core.topology.CouchbaseBucketTopology;
import com.couchbase.client.core.topology.HostAndServicePorts;
import com.couchbase.client.java.Cluster;
import com.couchbase.mock.Info;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.couchbase.autoconfigure.ClusterEnvironmentBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The Couchbase that {@code -Dtuned.test.couchbase=couchbase://…} or {@code TUNED_TEST_COUCHBASE} names, else {@link
 * MockCouchbase}. For a named one there are also {@code tuned.test.couchbase.username} (Administrator), {@code .password}
 * (password) and {@code .bucket} (cache), each in the environment too.
 */
public final class TestCluster implements AutoCloseable {

    private static final String NAME = "tuned.test.couchbase";

    private final @Nullable MockCouchbase mock;
    private final String connection;
    private final String username;
    private final String password;
    private final String bucket;
    /** What another run left is not seen. */
    private final String keyPrefix = "it-" + UUID.randomUUID().toString().substring(0, 8);

    TestCluster() {
        String named = setting("", "");
        this.mock = named.isEmpty() ? new MockCouchbase() : null;
        this.connection = (mock != null) ? "couchbase://127.0.0.1:" + mock.port() : named;
        this.username = (mock != null) ? MockCouchbase.BUCKET : setting(".username", "Administrator");
        this.password = (mock != null) ? MockCouchbase.PASSWORD : setting(".password", "password");
        this.bucket = (mock != null) ? MockCouchbase.BUCKET : setting(".bucket", "cache");
    }

    private static String setting(String name, String otherwise) {
        String variable = (NAME + name).toUpperCase(Locale.ROOT).replace('.', '_');
        String value = System.getProperty(NAME + name, System.getenv().getOrDefault(variable, ""));
        return value.isEmpty() ? otherwise : value;
    }

    boolean isMock() {
        return mock != null;
    }

    String bucket() {
        return bucket;
    }

    String keyPrefix() {
        return keyPrefix;
    }

    String[] properties() {
        return propertiesFor(connection);
    }

    /** As {@link #properties}, through other addresses of the same cluster. */
    String[] propertiesFor(String connectionString) {
        return new String[] {
            "spring.couchbase.connection-string=" + connectionString,
            "spring.couchbase.username=" + username,
            "spring.couchbase.password=" + password,
            "tuned.cache.couchbase.bucket=" + bucket,
            "tuned.cache.key-prefix=" + keyPrefix
        };
    }

    /** The ports of the key-value service, one for each node. */
    List<Integer> ports(Cluster cluster) {
        return topology(cluster).nodes().stream()
                .flatMapToInt(node -> node.port(ServiceType.KV).stream())
                .boxed()
                .toList();
    }

    boolean isOnThisMachine(Cluster cluster) {
        return topology(cluster).nodes().stream()
                .allMatch(node -> node.host().equals("127.0.0.1") || node.host().equals("localhost"));
    }

    int replicas(Cluster cluster) {
        return ((CouchbaseBucketTopology) topology(cluster).bucket()).numberOfReplicas();
    }

    /** The address for encrypted connections, of which a client without encryption is not told. */
    String encrypted(Cluster cluster) throws Exception {
        HostAndServicePorts node = topology(cluster).nodes().get(0);
        String login = Base64.getEncoder().encodeToString((username + ":" + password).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + node.host() + ":"
                        + node.port(ServiceType.MANAGER).orElseThrow() + "/pools/default/nodeServices"))
                .header("Authorization", "Basic " + login)
                .build();
        String services = HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body();
        int port = JsonMapper.shared()
                .readTree(services)
                .at("/nodesExt/0/services/kvSSL")
                .asInt();
        assumeTrue(shakesHands(node.host(), port), "the cluster's port for TLS refuses every handshake");
        return "couchbases://" + node.host() + ":" + port;
    }

    private static boolean shakesHands(String host, int port) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, InsecureTrustManagerFactory.INSTANCE.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port)) {
            socket.startHandshake();
            return true;
        } catch (SSLException ex) {
            return false;
        }
    }

    private ClusterTopologyWithBucket topology(Cluster cluster) {
        return cluster.core().clusterConfig().bucketTopology(bucket);
    }

    /** Lets documents expire: in the mock at once. */
    void pass(Duration time) throws InterruptedException {
        if (mock != null) {
            Info.timeTravel((int) time.toSeconds());
        } else {
            Thread.sleep(time.toMillis());
        }
    }

    @Override
    public void close() {
        if (mock != null) {
            mock.close();
        }
    }

    /** Takes any certificate: that of a cluster for tests is signed by itself. */
    static class AnyCertificate {

        @Bean
        ClusterEnvironmentBuilderCustomizer anyCertificate() {
            return environment -> environment.securityConfig(security -> security.enableTls(true)
                    .enableHostnameVerification(false)
                    .trustManagerFactory(InsecureTrustManagerFactory.INSTANCE));
        }
    }
}
