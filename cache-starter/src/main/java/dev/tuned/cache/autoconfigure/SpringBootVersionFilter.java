/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;

/** Leaves an application on another Spring Boot than 4 as it is, and says so. */
final class SpringBootVersionFilter implements AutoConfigurationImportFilter {

    private final String version;
    private boolean logged;

    SpringBootVersionFilter() {
        this(SpringBootVersion.getVersion());
    }

    SpringBootVersionFilter(String version) {
        this.version = version;
    }

    /** Called for all auto-configurations at once, then for single classes. */
    @Override
    public boolean[] match(@Nullable String[] autoConfigurations, AutoConfigurationMetadata metadata) {
        boolean supported = version.startsWith("4.");
        if (!supported && !logged) {
            logged = true;
            LogFactory.getLog(getClass())
                    .warn("tuned cache: nothing is changed, because this is Spring Boot " + version
                            + " and the starter is for Spring Boot 4");
        }
        boolean[] matches = new boolean[autoConfigurations.length];
        for (int i = 0; i < matches.length; i++) {
            String name = autoConfigurations[i];
            matches[i] = supported || name == null || !name.startsWith("dev.tuned.cache.");
        }
        return matches;
    }
}
