/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;

/** Auto-configuration of the upload starter. */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.upload.enabled", matchIfMissing = true)
@EnableConfigurationProperties(UploadProperties.class)
public final class UploadAutoConfiguration {}
