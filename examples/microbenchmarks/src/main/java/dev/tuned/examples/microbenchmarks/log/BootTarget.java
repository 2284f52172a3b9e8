/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

import java.nio.file.Path;
import java.util.Map;

import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.logback.LogbackLoggingSystem;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import dev.tuned.logging.AsyncLogging;

/** Logback as Boot configures it where there is no file, with and without the starter. */
final class BootTarget extends Slf4jTarget {

    private final LoggingSystem system;

    private BootTarget(LoggingSystem system) {
        this.system = system;
    }

    static BootTarget open(Peer peer, Path file) {
        ClassLoader loader = BootTarget.class.getClassLoader();
        boolean tuned = peer.name().startsWith("BOOT_TUNED");
        LoggingSystem system = tuned ? LoggingSystem.get(loader) : new LogbackLoggingSystem(loader);
        StandardEnvironment environment = new StandardEnvironment();
        boolean two = peer.name().endsWith("_TWO");
        Map<String, Object> json =
                peer.name().endsWith("_JSON") ? Map.of("logging.structured.format.file", "ecs") : Map.of();
        environment.getPropertySources().addFirst(new MapPropertySource("json", json));
        environment
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "benchmark",
                        Map.of(
                                LogFile.FILE_NAME_PROPERTY,
                                file.toString(),
                                "logging.threshold.console",
                                two ? "TRACE" : "OFF",
                                "logging.logback.rollingpolicy.max-file-size",
                                "10GB")));
        system.getSystemProperties(environment).apply(LogFile.get(environment));
        system.beforeInitialize();
        system.initialize(new LoggingInitializationContext(environment), null, LogFile.get(environment));
        return new BootTarget(system);
    }

    @Override
    public void await() {
        AsyncLogging.flush();
    }

    @Override
    public void close() {
        Runnable handler = system.getShutdownHandler();
        if (handler != null) {
            handler.run();
        }
    }
}
