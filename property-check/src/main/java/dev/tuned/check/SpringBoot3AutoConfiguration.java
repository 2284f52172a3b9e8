/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.check;

import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Says for each starter that is there that an application on Spring Boot 3 is left as it is; the one for uploads says so itself, as without
 * Tomcat. A later version than the starters know is no reason to do nothing.
 */
@AutoConfiguration
@ConditionalOnClass(name = SpringBoot3.ONLY_THERE)
public final class SpringBoot3AutoConfiguration {

    @Bean
    @ConditionalOnClass(name = "dev.tuned.logging.autoconfigure.LoggingAutoConfiguration")
    @ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
    SmartInitializingSingleton tunedLoggingNotice() {
        return notice("logging");
    }

    @Bean
    @ConditionalOnClass(name = "dev.tuned.cache.autoconfigure.NearCacheAutoConfiguration")
    @ConditionalOnBooleanProperty(name = "tuned.cache.enabled", matchIfMissing = true)
    SmartInitializingSingleton tunedCacheNotice() {
        return notice("cache");
    }

    @Bean
    @ConditionalOnClass(name = "dev.tuned.threads.autoconfigure.ThreadsAutoConfiguration")
    @ConditionalOnBooleanProperty(name = "tuned.threads.enabled", matchIfMissing = true)
    SmartInitializingSingleton tunedThreadsNotice() {
        return notice("threads");
    }

    private static SmartInitializingSingleton notice(String starter) {
        return () -> LogFactory.getLog(SpringBoot3AutoConfiguration.class)
                .warn("tuned " + starter + ": nothing is changed, because this is Spring Boot "
                        + SpringBootVersion.getVersion() + " and the starter is for Spring Boot 4");
    }
}
