/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

import dev.tuned.logging.autoconfigure.PropertyCheck;

/**
 * Settings of the timing of stages. Immutable.
 *
 * @param enabled Whether to time what the application observes with Micrometer.
 * @param reportInterval Time from one table of the stages in the log to the next. No tables if zero.
 * @param slowRequestThreshold Time from which on a request is reported in the log with its stages. Not reported if empty.
 */
@ConfigurationProperties("tuned.logging.stages")
public record StageProperties(
        @DefaultValue("false") Boolean enabled,
        @DefaultValue("30s") Duration reportInterval,
        @Nullable Duration slowRequestThreshold) {

    /** Checks the bounds. Throws an exception that names the property for a value that cannot work. */
    public StageProperties {
        PropertyCheck check = new PropertyCheck("tuned.logging.stages.");
        if (!reportInterval.isZero()) {
            check.upTo("report-interval", reportInterval, Duration.ofDays(1));
        }
        if (slowRequestThreshold != null) {
            check.upTo("slow-request-threshold", slowRequestThreshold, Duration.ofHours(1));
        }
    }
}
