/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import java.util.Map;

import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;

import dev.tuned.threads.RequestLimits;

/**
 * Auto-configuration of a starter that is switched off: the bean that an application may use is there and limits nothing, so
 * that its code runs as it is.
 */
@AutoConfiguration
@ConditionalOnBooleanProperty(name = "tuned.threads.enabled", havingValue = false)
public final class ThreadsOffAutoConfiguration {

    @Bean
    RequestLimits tunedThreadsNoLimits() {
        return new NoLimits();
    }

    /** No limits, and none to change. */
    private static final class NoLimits implements RequestLimits {

        @Override
        public Map<String, Integer> current() {
            return Map.of();
        }

        @Override
        public void change(String route, int limit) {
            LogFactory.getLog(RequestLimits.class)
                    .info("tuned threads: limit of requests '%s' not changed to %d, because tuned.threads.enabled=false"
                            .formatted(route, limit));
        }
    }
}
