/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import ch.qos.logback.classic.LoggerContext;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import dev.tuned.logging.stage.Stages;

/** Auto-configuration of the actuator's view of logging, for whoever exposes the endpoint {@code tunedlogging}. */
@AutoConfiguration(after = {LoggingAutoConfiguration.class, StagesAutoConfiguration.class})
@ConditionalOnClass({LoggerContext.class, Endpoint.class, ConditionalOnAvailableEndpoint.class})
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
public final class LoggingEndpointAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnAvailableEndpoint(TunedLoggingEndpoint.class)
    TunedLoggingEndpoint tunedLoggingEndpoint(ObjectProvider<Stages> stages) {
        return new TunedLoggingEndpoint(InForce.inLogback(), stages);
    }
}
