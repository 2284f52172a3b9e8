/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.app;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/** Logs numbered lines and has itself restarted by the devtools, each time with a new class loader, twice. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@SuppressWarnings("SystemOut")
public class RestartedApplication {

    /** How often it starts. */
    public static final int STARTS = 3;

    /** Lines of one start. */
    public static final int LINES = 1000;

    private static final Logger log = LoggerFactory.getLogger("numbered");
    private static final int WRITERS = 2;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Runs. */
    public static void main(String[] args) {
        SpringApplication.run(RestartedApplication.class, args);
    }

    @Bean
    ApplicationListener<ApplicationReadyEvent> logsAndRestarts() {
        return event -> {
            int starts = Integer.getInteger("test.starts", 0);
            System.setProperty("test.starts", Integer.toString(starts + 1));
            for (int i = 1; i <= LINES; i++) {
                log.info("line {}", starts * LINES + i);
            }
            String loader = getClass().getClassLoader().getClass().getSimpleName();
            System.err.println("start %d: %d writers, %s".formatted(starts + 1, settledWriters(), loader));
            if (starts + 1 < STARTS) {
                restart();
            }
        };
    }

    private static void restart() {
        try {
            Class<?> restarter = Class.forName("org.springframework.boot.devtools.restart.Restarter");
            restarter
                    .getMethod("restart")
                    .invoke(restarter.getMethod("getInstance").invoke(null));
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** What was logged while the application before ended may have needed a thread for a moment longer. */
    private static long settledWriters() {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (writers() != WRITERS && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(1_000_000);
        }
        return writers();
    }

    private static long writers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tuned-logging-"))
                .count();
    }
}
