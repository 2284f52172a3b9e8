/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

import dev.tuned.upload.storage.UploadStorage;

/** Auto-configuration of the upload starter's meters, where Micrometer is. */
@AutoConfiguration(after = UploadAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(name = UploadAutoConfiguration.STORAGE)
public final class UploadMetricsAutoConfiguration {

    @Bean
    UploadMeters tunedUploadMeters(UploadStorage tunedUploadStorage) {
        return new UploadMeters(tunedUploadStorage);
    }
}
