/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.IOException;

import com.couchbase.client.java.Cluster;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseAutoConfiguration;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Starts a Couchbase inside the service where {@code spring.couchbase.connection-string} is not set. */
@AutoConfiguration(before = CouchbaseAutoConfiguration.class)
@ConditionalOnClass({Cluster.class, CouchbaseAutoConfiguration.class})
public final class LocalCouchbaseAutoConfiguration {

    @Bean
    CouchbaseWarmUp couchbaseWarmUp(
            Cluster cluster,
            @Value("${catalog.couchbase.bucket:catalog}") String bucket,
            @Value("${catalog.load-samples:false}") boolean loadSamples,
            ObjectProvider<EmbeddedCouchbase> embedded) {
        return new CouchbaseWarmUp(cluster.bucket(bucket), loadSamples, embedded.getIfAvailable() != null);
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(NoConnectionString.class)
    static class Embedded {

        @Bean
        EmbeddedCouchbase embeddedCouchbase(
                @Value("${catalog.couchbase.bucket:catalog}") String bucket,
                @Value("${spring.couchbase.password:}") String password) {
            try {
                return EmbeddedCouchbase.start(bucket, password, 0);
            } catch (IOException | RuntimeException ex) {
                throw new IllegalStateException(
                        "The embedded Couchbase did not start; set spring.couchbase.connection-string (and username,"
                                + " password and catalog.couchbase.bucket) to use a cluster instead",
                        ex);
            }
        }

        @Bean
        WireProxy embeddedCouchbaseWire(EmbeddedCouchbase couchbase) throws IOException {
            return WireProxy.open(0, couchbase.port());
        }

        @Bean
        CouchbaseConnectionDetails embeddedCouchbaseConnectionDetails(
                WireProxy wire,
                @Value("${catalog.couchbase.bucket:catalog}") String bucket,
                @Value("${spring.couchbase.password:}") String password) {
            return new CouchbaseConnectionDetails() {
                @Override
                public String getConnectionString() {
                    return wire.connectionString();
                }

                @Override
                public String getUsername() {
                    return bucket;
                }

                @Override
                public String getPassword() {
                    return password;
                }
            };
        }

        @Bean
        MeterBinder embeddedCouchbaseMetrics(WireProxy wire) {
            return meters -> {
                FunctionCounter.builder("couchbase.commands", wire, WireProxy::productCommands)
                        .tag("documents", "products")
                        .description("Commands on documents that the service has sent to the embedded Couchbase")
                        .register(meters);
                FunctionCounter.builder("couchbase.commands", wire, it -> it.commands() - it.productCommands())
                        .tag("documents", "others")
                        .register(meters);
            };
        }
    }

    /** An empty connection string counts as none. */
    static class NoConnectionString extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            boolean given =
                    StringUtils.hasText(context.getEnvironment().getProperty("spring.couchbase.connection-string"));
            return new ConditionOutcome(
                    !given, ConditionMessage.of("spring.couchbase.connection-string is %s", given ? "set" : "not set"));
        }
    }
}
