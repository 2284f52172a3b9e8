/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.app;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Does what {@code test.mode} says, with numbered lines. Reports on standard error, which no appender uses. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@SuppressWarnings("SystemOut")
public class LoggingApplication {

    private static final Logger log = LoggerFactory.getLogger("numbered");

    /** Runs. */
    public static void main(String[] args) {
        SpringApplication application = new SpringApplication(LoggingApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(args);
    }

    @Bean
    CommandLineRunner mode(Environment environment) {
        int lines = environment.getProperty("test.lines", Integer.class, 1000);
        return args -> {
            switch (environment.getProperty("test.mode", "none")) {
                case "lines" -> logLines(lines);
                case "error-last" -> {
                    logLines(lines);
                    log.error("last words");
                    waitForever();
                }
                case "idle" -> {
                    logLines(lines);
                    waitForever();
                }
                case "exit" -> {
                    logLines(lines);
                    System.exit(3);
                }
                case "exit-under-lock" -> exitUnderLock(lines);
                case "measure" -> measure(lines);
                case "full-heap" -> fillHeapAndLog(lines);
                case "large-exceptions" -> logLarge(i -> log.error("E {}", i, new IllegalStateException(large())));
                case "large-causes" ->
                    logLarge(i -> {
                        Exception thrown = new IllegalStateException("short", new IllegalStateException(large()));
                        log.error("E {}", i, thrown);
                    });
                case "large-mdc" ->
                    logLarge(i -> {
                        MDC.put("large", large());
                        log.error("E {}", i);
                        MDC.clear();
                    });
                case "large-pairs", "large-encoded" ->
                    logLarge(i ->
                            log.atError().addKeyValue("body", List.of(large())).log("E {}", i));
                case "fail" -> throw new IllegalStateException("this start fails");
                default -> log.info("nothing to do");
            }
        };
    }

    @Bean
    @ConditionalOnProperty("test.destroy-lines")
    DisposableBean logsInDestroy(Environment environment) {
        int lines = environment.getRequiredProperty("test.destroy-lines", Integer.class);
        return () -> logLines("destroyed", lines);
    }

    @Bean
    @Order(0)
    @ConditionalOnProperty("test.hook-lines")
    CommandLineRunner logsInHook(Environment environment) {
        int lines = environment.getRequiredProperty("test.hook-lines", Integer.class);
        return args -> Runtime.getRuntime().addShutdownHook(new Thread(() -> logLines(lines)));
    }

    private static void logLines(int lines) {
        logLines("line", lines);
    }

    private static void logLines(String word, int lines) {
        for (int i = 1; i <= lines; i++) {
            log.info("{} {}", word, i);
        }
    }

    /** One line holds an object that needs the lock to be printed, which is not given back any more. */
    private static void exitUnderLock(int lines) {
        Object lock = new Object();
        Object needsLock = new Object() {
            @Override
            public String toString() {
                synchronized (lock) {
                    return "with the lock";
                }
            }
        };
        synchronized (lock) {
            log.atInfo().addKeyValue("key", needsLock).log("before");
            logLines(lines);
            System.exit(3);
        }
    }

    /** Logs from a stack as deep as a web application's, and tells what it took. */
    private static void measure(int lines) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long calls = writeCalls();
        long cpu = system.getProcessCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        deeper(60, () -> logLines(lines));
        System.err.println("bytes " + (threads.getCurrentThreadAllocatedBytes() - bytes) / lines);
        // Ends what is buffered.
        log.error("the end");
        System.err.println("ready");
        System.in.read();
        System.err.println("cpu-ns " + (system.getProcessCpuTime() - cpu) / lines);
        System.err.println("syscw " + (writeCalls() - calls));
    }

    /** Leaves a megabyte, and keeps the rest until all is logged. */
    private static void fillHeapAndLog(int lines) {
        List<byte[]> kept = new ArrayList<>(100_000);
        byte[][] reserve = {new byte[1 << 20]};
        for (int size = 1 << 20; size >= 1 << 12; size /= 4) {
            try {
                while (true) {
                    kept.add(new byte[size]);
                }
            } catch (OutOfMemoryError ex) {
                // As intended.
            }
        }
        reserve[0] = null;
        int thrown = 0;
        for (int i = 1; i <= lines; i++) {
            try {
                log.info("{} {}", "line", i);
            } catch (OutOfMemoryError ex) {
                thrown++;
            }
        }
        kept.clear();
        System.err.println("thrown " + thrown);
    }

    private static String large() {
        return "x".repeat(2 << 20);
    }

    /** From eight threads, fifteen times each. */
    private static void logLarge(IntConsumer call) throws InterruptedException {
        AtomicInteger thrown = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 15; i++) {
                    try {
                        call.accept(i);
                    } catch (OutOfMemoryError ex) {
                        thrown.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.err.println("thrown " + thrown);
    }

    private static void deeper(int frames, Runnable action) {
        if (frames == 0) {
            action.run();
        } else {
            deeper(frames - 1, action);
        }
    }

    private static long writeCalls() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/io")).stream()
                .filter(line -> line.startsWith("syscw: "))
                .mapToLong(line -> Long.parseLong(line.substring("syscw: ".length())))
                .sum();
    }

    private static void waitForever() throws InterruptedException {
        System.err.println("ready");
        new CountDownLatch(1).await();
    }
}
