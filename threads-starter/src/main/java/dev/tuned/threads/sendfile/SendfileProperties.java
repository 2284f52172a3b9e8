/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

import dev.tuned.threads.plan.InvalidThreadsConfigurationException;

/**
 * Settings for static resources. Immutable.
 *
 * @param enabled Whether Spring MVC's static resources are sent by sendfile where that is possible.
 * @param minSize Smallest resource or range to send so.
 * @param maxSize Largest resource or range to send so; unlimited when not set.
 */
@ConfigurationProperties("tuned.threads.tomcat.sendfile")
public record SendfileProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue("48KB") DataSize minSize,
        @Nullable DataSize maxSize) {

    private static final String PREFIX = "tuned.threads.tomcat.sendfile.";

    /**
     * @throws InvalidThreadsConfigurationException if a size is negative, or the largest below the smallest
     */
    public SendfileProperties {
        if (minSize.isNegative()) {
            throw new InvalidThreadsConfigurationException(
                    PREFIX + "min-size",
                    minSize.toString(),
                    "is negative",
                    "Write a size such as 48KB, or 0 for every resource.");
        }
        if (maxSize != null && maxSize.compareTo(minSize) < 0) {
            throw new InvalidThreadsConfigurationException(
                    PREFIX + "max-size",
                    maxSize.toString(),
                    "is below min-size, " + minSize,
                    "Write a larger size, remove the property for no limit, or set " + PREFIX
                            + "enabled=false to send nothing by sendfile.");
        }
    }
}
