/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;

import dev.tuned.logging.install.InstalledLogging;
import dev.tuned.logging.queue.CallerDataMode;
import dev.tuned.logging.queue.LoggingSettings;

/** A logger context of a test's own, from the inside of a {@code <configuration>}. */
public final class ConfiguredContext extends LoggerContext implements AutoCloseable {

    public ConfiguredContext(String xml) {
        setMDCAdapter(new LogbackMDCAdapter());
        configure(xml);
    }

    public void configure(String xml) {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(this);
        try {
            configurator.doConfigure(new ByteArrayInputStream(
                    ("<configuration>" + xml + "</configuration>").getBytes(StandardCharsets.UTF_8)));
        } catch (JoranException ex) {
            throw new IllegalArgumentException(xml, ex);
        }
    }

    public InstalledLogging install() {
        return install(CallerDataMode.AUTO);
    }

    public InstalledLogging install(CallerDataMode callerData) {
        return InstalledLogging.install(this, settings(callerData, Duration.ofSeconds(30)), null);
    }

    public static LoggingSettings settings(CallerDataMode callerData, Duration shutdownTimeout) {
        LoggingSettings settings = sink(8192, Duration.ofMillis(20), shutdownTimeout);
        settings.callerData = callerData;
        return settings;
    }

    public static LoggingSettings sink(int queueSize, Duration flushInterval, Duration shutdownTimeout) {
        LoggingSettings settings = new LoggingSettings();
        settings.queueSize = queueSize;
        settings.flushInterval = flushInterval;
        settings.shutdownTimeout = shutdownTimeout;
        return settings;
    }

    @Override
    public void close() {
        stop();
    }
}
