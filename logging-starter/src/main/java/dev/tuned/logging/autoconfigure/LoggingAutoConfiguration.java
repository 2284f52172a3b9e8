/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Auto-configuration of the logging starter. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.logging.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LoggingProperties.class)
public final class LoggingAutoConfiguration {}
