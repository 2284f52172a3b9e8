/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;

import dev.tuned.logging.install.InstalledLogging;
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
        return install(LoggingSettings.DEFAULTS);
    }

    public InstalledLogging install(LoggingSettings settings) {
        return InstalledLogging.install(this, settings, null);
    }

    public static LoggingSettings settings(Set<String> include, Set<String> exclude) {
        return new LoggingSettings(include, exclude, 8L << 20, OverflowPolicy.BLOCK, Map.of(), Duration.ofSeconds(30));
    }

    public static LoggingSettings queue(long bytes, OverflowPolicy overflow, Duration shutdownTimeout) {
        return new LoggingSettings(Set.of(), Set.of(), bytes, overflow, Map.of(), shutdownTimeout);
    }

    @Override
    public void close() {
        stop();
    }
}
