/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

/** Settings for static resources. */
@ConfigurationProperties("tuned.threads.tomcat.sendfile")
final class SendfileProperties implements InitializingBean {

    private static final String PREFIX = "tuned.threads.tomcat.sendfile.";

    /** Whether Spring MVC's static resources are sent by sendfile where that is possible. */
    private Boolean enabled = true;

    /** Smallest resource or range to send so. */
    private DataSize minSize = DataSize.ofKilobytes(48);

    /** Largest resource or range to send so; unlimited when not set. */
    private @Nullable DataSize maxSize;

    /**
     * @throws InvalidConfigurationPropertyValueException if a size is negative, or the largest below the smallest
     */
    @Override
    public void afterPropertiesSet() {
        if (minSize.isNegative()) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + "min-size",
                    minSize,
                    "It is negative. Write a size such as 48KB, or 0 for every resource.");
        }
        if (maxSize != null && maxSize.compareTo(minSize) < 0) {
            throw new InvalidConfigurationPropertyValueException(
                    PREFIX + "max-size",
                    maxSize,
                    "It is below min-size, " + minSize
                            + ". Write a larger size, remove the property for no limit, or set " + PREFIX
                            + "enabled=false to send nothing by sendfile.");
        }
    }

    public Boolean getEnabled() {
        return this.enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

    public DataSize getMinSize() {
        return this.minSize;
    }

    public void setMinSize(DataSize minSize) {
        this.minSize = minSize;
    }

    public @Nullable DataSize getMaxSize() {
        return this.maxSize;
    }

    public void setMaxSize(@Nullable DataSize maxSize) {
        this.maxSize = maxSize;
    }
}
