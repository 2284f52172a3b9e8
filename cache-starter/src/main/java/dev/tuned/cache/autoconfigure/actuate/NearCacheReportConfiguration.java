/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.actuate;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import dev.tuned.cache.autoconfigure.RemoteLocation;
import dev.tuned.cache.autoconfigure.StartupReport;
import dev.tuned.cache.manager.TunedCacheManager;

/** What health and endpoint have in common. */
@Configuration(proxyBeanMethods = false)
class NearCacheReportConfiguration {

    @Bean
    NearCacheReport tunedCacheReport(TunedCacheManager manager, StartupReport report, RemoteLocation remote) {
        return new NearCacheReport(manager, report, remote);
    }
}
