/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

import dev.tuned.upload.UploadEngine;

/** Auto-configuration of the health of the directory for parts; {@code management.health.uploadstorage.enabled}. */
@AutoConfiguration(after = UploadAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(UploadEngine.class)
public final class UploadHealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "uploadStorageHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("uploadstorage")
    UploadStorageHealthIndicator uploadStorageHealthIndicator(UploadEngine engine, UploadProperties properties) {
        return new UploadStorageHealthIndicator(engine, properties);
    }
}
