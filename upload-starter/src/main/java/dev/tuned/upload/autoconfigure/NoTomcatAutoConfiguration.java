/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.apache.commons.logging.LogFactory;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;

/** Warns that uploads are left as they are without an embedded Tomcat of Spring Boot 4: on Spring Boot 3, Jetty, WebFlux. */
@AutoConfiguration
@ConditionalOnMissingClass("org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory")
@ConditionalOnBooleanProperty(name = "tuned.upload.enabled", matchIfMissing = true)
public final class NoTomcatAutoConfiguration {

    NoTomcatAutoConfiguration() {
        LogFactory.getLog(getClass())
                .warn(
                        "tuned upload: nothing is changed, because it is for the embedded Tomcat of Spring Boot 4, and there is none (Spring Boot "
                                + SpringBootVersion.getVersion() + ")");
    }
}
