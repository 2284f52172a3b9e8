/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;

/** A logger context of a test's own, from the inside of a {@code <configuration>}. */
final class ConfiguredContext extends LoggerContext implements AutoCloseable {

    ConfiguredContext(String xml) {
        setMDCAdapter(new LogbackMDCAdapter());
        configure(xml);
    }

    void configure(String xml) {
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(this);
        try {
            configurator.doConfigure(new ByteArrayInputStream(
                    ("<configuration>" + xml + "</configuration>").getBytes(StandardCharsets.UTF_8)));
        } catch (JoranException ex) {
            throw new IllegalArgumentException(xml, ex);
        }
    }

    AsyncLogging install() {
        return install(CallerDataMode.AUTO);
    }

    AsyncLogging install(CallerDataMode callerData) {
        return AsyncLogging.install(this, settings(callerData, Duration.ofSeconds(30)));
    }

    static AsyncSettings settings(CallerDataMode callerData, Duration shutdownTimeout) {
        return new AsyncSettings(Set.of(), Set.of(), callerData, sink(8192, Duration.ofMillis(20), shutdownTimeout));
    }

    static SinkSettings sink(int queueSize, Duration flushInterval, Duration shutdownTimeout) {
        SinkSettings other = SinkSettings.DEFAULTS;
        return new SinkSettings(
                queueSize,
                other.overflow(),
                other.dropBelowLevel(),
                other.blockTimeout(),
                other.bufferSize(),
                flushInterval,
                other.flushOnIdle(),
                other.flushLevel(),
                other.encodeInCaller(),
                shutdownTimeout);
    }

    @Override
    public void close() {
        stop();
    }
}
