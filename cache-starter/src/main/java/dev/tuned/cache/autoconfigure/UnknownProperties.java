/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Set;
import java.util.TreeSet;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Says which properties below {@code tuned.cache} mean nothing: a wrong name would otherwise pass silently. */
final class UnknownProperties {

    private static final Log log = LogFactory.getLog(UnknownProperties.class);

    private static final ConfigurationPropertyName PREFIX = ConfigurationPropertyName.of("tuned.cache");

    private UnknownProperties() {}

    /** Looks at all sources but environment variables, whose names do not say where words end. */
    static void report(Environment environment) {
        for (String name : in(environment)) {
            log.warn("There is no property '" + name + "'; see those of the cache starter");
        }
    }

    static Set<String> in(Environment environment) {
        Set<String> unknown = new TreeSet<>();
        try {
            var unused = Binder.get(environment)
                    .bind(
                            PREFIX,
                            Bindable.of(CacheProperties.class),
                            new NoUnboundElementsBindHandler(BindHandler.DEFAULT, UnknownProperties::isRead));
        } catch (BindException ex) {
            // A value that cannot be converted stops the start elsewhere.
            if (ex.getCause() instanceof UnboundConfigurationPropertiesException unbound) {
                unbound.getUnboundProperties()
                        .forEach(property -> unknown.add(property.getName().toString()));
            }
        }
        return unknown;
    }

    private static boolean isRead(ConfigurationPropertySource source) {
        return !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)
                && source.getUnderlyingSource() instanceof PropertySource<?>;
    }
}
