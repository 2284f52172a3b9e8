/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the upload starter.
 *
 * @param enabled Whether to enable the starter.
 */
@ConfigurationProperties("tuned.upload")
public record UploadProperties(@DefaultValue("true") boolean enabled) {}
