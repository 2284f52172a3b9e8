/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the logging starter.
 *
 * @param enabled Whether to enable the starter.
 */
@ConfigurationProperties("tuned.logging")
public record LoggingProperties(@DefaultValue("true") boolean enabled) {}
