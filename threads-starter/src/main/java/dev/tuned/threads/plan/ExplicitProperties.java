/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/**
 * What the user has set, in whatever form Spring Boot binds: {@code max-connections}, {@code maxConnections}, an environment
 * variable.
 *
 * @param environment where it is set
 */
public record ExplicitProperties(Environment environment) {

    public boolean contains(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        return sources().anyMatch(source -> source.getConfigurationProperty(name) != null);
    }

    /** Names of all properties below a prefix, in order, each once; those of environment variables without their hyphens. */
    public List<String> below(String prefix) {
        ConfigurationPropertyName ancestor = ConfigurationPropertyName.of(prefix);
        return sources()
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .filter(ancestor::isAncestorOf)
                .map(ConfigurationPropertyName::toString)
                .distinct()
                .sorted()
                .toList();
    }

    private Stream<ConfigurationPropertySource> sources() {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(this.environment).spliterator(), false);
    }
}
