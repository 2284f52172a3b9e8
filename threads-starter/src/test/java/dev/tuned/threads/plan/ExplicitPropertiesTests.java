/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import static org.assertj.core.api.Assertions.assertThat;

class ExplicitPropertiesTests {

    @ParameterizedTest
    @ValueSource(strings = {"SERVER_TOMCAT_THREADS_MAX", "SERVER_TOMCAT_THREADSMAX"})
    void anEnvironmentVariableCounts(String variable) {
        ExplicitProperties explicit = explicit(variable);

        assertThat(explicit.contains("server.tomcat.threads.max")).isEqualTo(variable.endsWith("S_MAX"));
        assertThat(explicit.contains("server.tomcat.threads.min-spare")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"SERVER_TOMCAT_PROCESSORCACHE", "SERVER_TOMCAT_PROCESSOR_CACHE"})
    void withOrWithoutItsHyphens(String variable) {
        assertThat(explicit(variable).contains("server.tomcat.processor-cache")).isTrue();
    }

    private static ExplicitProperties explicit(String variable) {
        StandardEnvironment environment = new StandardEnvironment();
        String name = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment
                .getPropertySources()
                .replace(name, new SystemEnvironmentPropertySource(name, Map.of(variable, "300")));
        return new ExplicitProperties(environment);
    }
}
