/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.couchbase.autoconfigure.CouchbaseConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/** Stands in for a Couchbase cluster where no connection string is given. */
@Configuration(proxyBeanMethods = false)
@Conditional(EmbeddedCouchbaseConfiguration.NoConnectionString.class)
class EmbeddedCouchbaseConfiguration {

    @Bean
    EmbeddedCouchbase embeddedCouchbase(
            CatalogProperties properties, @Value("${spring.couchbase.password:}") String password) {
        try {
            return EmbeddedCouchbase.start(properties.couchbase().bucket(), password, 0);
        } catch (IOException | RuntimeException e) {
            throw new IllegalStateException(
                    "The embedded Couchbase did not start; set spring.couchbase.connection-string (and username, password"
                            + " and catalog.couchbase.bucket) to use a cluster instead",
                    e);
        }
    }

    @Bean
    CouchbaseConnectionDetails embeddedConnectionDetails(
            EmbeddedCouchbase couchbase,
            CatalogProperties properties,
            @Value("${spring.couchbase.password:}") String password) {
        return new CouchbaseConnectionDetails() {
            @Override
            public String getConnectionString() {
                return couchbase.connectionString();
            }

            @Override
            public String getUsername() {
                return properties.couchbase().bucket();
            }

            @Override
            public String getPassword() {
                return password;
            }
        };
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
