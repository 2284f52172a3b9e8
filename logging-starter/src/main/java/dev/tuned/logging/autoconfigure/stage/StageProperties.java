/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.autoconfigure.stage;

import java.time.Duration;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;

import dev.tuned.logging.autoconfigure.PropertyCheck;

/** Settings of the timing of stages. */
@ConfigurationProperties("tuned.logging.stages")
final class StageProperties implements InitializingBean {

    /** Whether to time what the application observes with Micrometer. */
    private Boolean enabled = false;

    /** Time from one table of the stages in the log to the next. No tables if zero. */
    private Duration reportInterval = Duration.ofSeconds(30);

    /** Checks the bounds. Throws an exception that names the property for a value that cannot work. */
    @Override
    public void afterPropertiesSet() {
        PropertyCheck check = new PropertyCheck("tuned.logging.stages.");
        if (!reportInterval.isZero()) {
            check.upTo("report-interval", reportInterval, Duration.ofDays(1));
        }
    }

    public Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

    public Duration getReportInterval() {
        return reportInterval;
    }

    public void setReportInterval(Duration reportInterval) {
        this.reportInterval = reportInterval;
    }
}
