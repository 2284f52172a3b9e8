/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.List;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.util.unit.DataSize;

import dev.tuned.threads.plan.UserProperties;

/**
 * Settings of sendfile for static resources. Immutable.
 *
 * @param minSize Smallest resource or range to send so.
 * @param safeClasses Names of your classes of resources that are nothing but the bytes of their file, and of response wrappers that
 *     leave the body alone.
 */
@ConfigurationProperties("tuned.threads.tomcat.sendfile")
public record SendfileProperties(
        @DefaultValue("48KB") DataSize minSize,
        @DefaultValue List<String> safeClasses) implements InitializingBean {

    static final String SAFE_CLASSES = "tuned.threads.tomcat.sendfile.safe-classes";

    /** @throws InvalidConfigurationPropertyValueException if the size is negative */
    @Override
    public void afterPropertiesSet() {
        UserProperties.check(
                !minSize.isNegative(),
                "tuned.threads.tomcat.sendfile.min-size",
                minSize,
                "It is negative. Write a size such as 48KB, or 0 for every resource.");
    }
}
