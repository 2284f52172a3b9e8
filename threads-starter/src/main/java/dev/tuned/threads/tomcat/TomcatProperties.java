/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;

/**
 * Settings of the Tomcat connector. Immutable.
 *
 * @param processorCache Number of idle request processors that Tomcat keeps for reuse: auto (with virtual threads 5 % of the heap, from 200 to 2000; otherwise unchanged), -1 for unlimited, or a number; server.tomcat.processor-cache wins.
 */
@ConfigurationProperties("tuned.threads.tomcat")
public record TomcatProperties(@DefaultValue("auto") String processorCache) {

    static final String PROPERTY = "tuned.threads.tomcat.processor-cache";

    private static final String AUTO = "auto";

    /**
     * @throws InvalidThreadsConfigurationException if the value is neither auto nor an integer of at least -1
     */
    public TomcatProperties {
        if (!AUTO.equalsIgnoreCase(processorCache) && !isSize(processorCache)) {
            throw new InvalidThreadsConfigurationException(
                    PROPERTY,
                    processorCache,
                    "is neither 'auto' nor a whole number of at least -1",
                    "Write auto, -1 (unlimited) or the number of idle request processors to keep, such as 500.");
        }
    }

    /** Size asked for, -1 for unlimited; null for auto. */
    @Nullable
    Integer fixedProcessorCache() {
        return AUTO.equalsIgnoreCase(this.processorCache) ? null : Integer.valueOf(this.processorCache);
    }

    private static boolean isSize(String value) {
        try {
            return Integer.parseInt(value) >= -1;
        } catch (NumberFormatException ex) {
            return false;
        }
    }
}
