/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the threads starter.
 *
 * @param enabled Whether to enable the starter.
 */
@ConfigurationProperties("tuned.threads")
public record ThreadsProperties(@DefaultValue("true") boolean enabled) {}
