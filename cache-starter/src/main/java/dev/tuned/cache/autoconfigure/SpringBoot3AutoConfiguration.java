/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Says that an application on Spring Boot 3 is left as it is. A later version than this starter knows is no reason to do nothing. */
@AutoConfiguration
@ConditionalOnClass(name = SpringBoot3AutoConfiguration.ONLY_THERE)
@ConditionalOnBooleanProperty(name = "tuned.cache.enabled", matchIfMissing = true)
public final class SpringBoot3AutoConfiguration {

    /** Spring Boot 4 has it in another package. */
    static final String ONLY_THERE = "org.springframework.boot.web.embedded.tomcat.ConfigurableTomcatWebServerFactory";

    @Bean
    SmartInitializingSingleton tunedCacheNotice() {
        return () -> LogFactory.getLog(SpringBoot3AutoConfiguration.class)
                .warn("tuned cache: nothing is changed, because this is Spring Boot " + SpringBootVersion.getVersion()
                        + " and the starter is for Spring Boot 4");
    }
}
