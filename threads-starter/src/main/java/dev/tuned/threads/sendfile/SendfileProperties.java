/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.List;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

import dev.tuned.threads.plan.UserProperties;

/** Settings of sendfile for static resources. */
@ConfigurationProperties("tuned.threads.tomcat.sendfile")
public final class SendfileProperties implements InitializingBean {

    static final String SAFE_CLASSES = "tuned.threads.tomcat.sendfile.safe-classes";

    /** Smallest resource or range to send so. */
    private DataSize minSize = DataSize.ofKilobytes(48);

    /**
     * Names of your classes of resources that are nothing but the bytes of their file, and of response wrappers that leave the
     * body alone.
     */
    private List<String> safeClasses = List.of();

    /** @throws InvalidConfigurationPropertyValueException if the size is negative */
    @Override
    public void afterPropertiesSet() {
        UserProperties.check(
                !minSize.isNegative(),
                "tuned.threads.tomcat.sendfile.min-size",
                minSize,
                "It is negative. Write a size such as 48KB, or 0 for every resource.");
    }

    public DataSize getMinSize() {
        return minSize;
    }

    public void setMinSize(DataSize minSize) {
        this.minSize = minSize;
    }

    public List<String> getSafeClasses() {
        return safeClasses;
    }

    public void setSafeClasses(List<String> safeClasses) {
        this.safeClasses = safeClasses;
    }
}
