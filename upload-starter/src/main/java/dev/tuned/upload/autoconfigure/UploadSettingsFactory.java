/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

import dev.tuned.upload.body.MinimumRate;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.tomcat.UploadSettings;

/** Checks the properties and combines them with Spring Boot's, which win where the application sets them. */
final class UploadSettingsFactory {

    static final String THRESHOLD = "spring.servlet.multipart.file-size-threshold";

    private static final String PREFIX = "tuned.upload.";

    private static final long MAX_BUDGET = 64L << 20;

    /** Part of the heap that uploads may have: the rest is for the server and what handlers make of uploads. */
    private static final int HEAP_SHARE = 4;

    private final UploadProperties properties;

    private final Environment environment;

    UploadSettingsFactory(UploadProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
    }

    UploadSettings settings() {
        refuse(properties.getThreshold().isNegative(), "threshold", properties.getThreshold());
        refuse(properties.getMinRate().isNegative(), "min-rate", properties.getMinRate());
        refuse(properties.getMinRateGrace().isNegative(), "min-rate-grace", properties.getMinRateGrace());
        UploadProperties.Linger linger = properties.getLinger();
        refuse(linger.getMaxSize().isNegative(), "linger.max-size", linger.getMaxSize());
        refuse(linger.getMaxTime().isNegative(), "linger.max-time", linger.getMaxTime());
        return new UploadSettings(
                isThresholdExplicit() ? -1 : properties.getThreshold().toBytes(),
                count("max-files", properties.getMaxFiles()),
                count("max-fields", properties.getMaxFields()),
                new MinimumRate(properties.getMinRate().toBytes(), properties.getMinRateGrace()));
    }

    private boolean isThresholdExplicit() {
        return Binder.get(environment).bind(THRESHOLD, DataSize.class).isBound();
    }

    /** Bytes that all parts together may have in memory. */
    long memoryBudget(long maxHeap) {
        DataSize budget = properties.getMemoryBudget();
        if (budget == null) {
            return Math.min(MAX_BUDGET, maxHeap / HEAP_SHARE);
        }
        refuse(budget.isNegative(), "memory-budget", budget);
        return budget.toBytes();
    }

    private static Limit count(String name, int value) {
        if (value < -1) {
            String reason = "is below -1, which stands for no limit";
            throw new InvalidConfigurationPropertyValueException(PREFIX + name, value, reason);
        }
        return new Limit(value, PREFIX + name);
    }

    private static void refuse(boolean negative, String name, Object value) {
        if (negative) {
            throw new InvalidConfigurationPropertyValueException(PREFIX + name, value, "is negative");
        }
    }
}
