/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.ConfiguredContext;
import dev.tuned.logging.OverflowPolicy;
import dev.tuned.logging.install.InstalledLogging;

/**
 * Logs what is large, or where there is no memory off the heap, and says on standard error what became of it. Its arguments are what to do,
 * the directory of its file, and the size of the queue.
 */
@SuppressWarnings("SystemOut")
final class LargeEvents {

    static final int EVENTS = 3000;
    static final int LARGE_LINE = 12 << 20;
    /** As many as were lost once. */
    static final int FEW = 22;

    private static final int NINE_MEGABYTES = 9 << 20;

    private final ConfiguredContext context = new ConfiguredContext("");
    private final Logger logger = context.getLogger("large");
    private final Path directory;
    private final long queueBytes;

    private LargeEvents(Path directory, long queueBytes) {
        this.directory = directory;
        this.queueBytes = queueBytes;
    }

    /** Runs. */
    public static void main(String[] arguments) throws Exception {
        LargeEvents program = new LargeEvents(Path.of(arguments[1]), Long.parseLong(arguments[2]));
        switch (arguments[0]) {
            case "line" -> program.largeLine();
            case "exhausted" -> program.exhaustedBefore();
            case "exhausted-later" -> program.exhaustedLater();
            case "kept" -> program.keptDirectMemory();
            default -> program.toAPipeThatIsNotRead(arguments[0]);
        }
        Runtime.getRuntime().halt(0);
    }

    private void toAPipeThatIsNotRead(String what) {
        String pattern = what.equals("exception") ? "%-60msg %.-20ex{1}%n" : "%-60msg%n%nopex";
        context.configure("<appender name='CONSOLE' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>"
                + pattern + "</pattern></encoder></appender><root><appender-ref ref='CONSOLE'/></root>");
        InstalledLogging installed = install();
        for (int i = 0; i < EVENTS; i++) {
            switch (what) {
                case "argument" -> logger.info("line {} {}", i, new Large());
                case "pair" -> logger.atInfo().addKeyValue("large", new Large()).log("line {}", i);
                case "mdc" -> {
                    context.getMDCAdapter().put("large", "x".repeat(1 << 20));
                    logger.info("line {}", i);
                }
                default -> logger.info("line {}", i, new IllegalStateException("x".repeat(1 << 20)));
            }
        }
        System.err.println("returned " + installed.statistics());
    }

    private InstalledLogging install() {
        return context.install(ConfiguredContext.queue(queueBytes, OverflowPolicy.BLOCK, Duration.ofSeconds(60)));
    }

    private InstalledLogging installOnFile() {
        context.configure("<appender name='FILE' class='ch.qos.logback.core.rolling.RollingFileAppender'><file>"
                + directory.resolve("app.log")
                + "</file><rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'><fileNamePattern>"
                + directory.resolve("rolled.%d{yyyy-MM}")
                + "</fileNamePattern></rollingPolicy><encoder><pattern>%msg%n</pattern></encoder></appender>"
                + "<root><appender-ref ref='FILE'/></root>");
        return install();
    }

    private void largeLine() {
        InstalledLogging installed = installOnFile();
        logger.info("before");
        logger.info("x".repeat(LARGE_LINE));
        few("after");
        end(installed);
    }

    private void few(String word) {
        for (int i = 0; i < FEW; i++) {
            logger.info("{} {}", word, i);
        }
    }

    private void end(InstalledLogging installed) {
        List<AppenderStatistics> before = installed.statistics();
        context.stop();
        System.err.println("returned " + before + " " + installed.current().warnings());
    }

    private void exhaustedBefore() {
        List<ByteBuffer> all = exhaust();
        InstalledLogging installed = installOnFile();
        few("line");
        end(installed);
        System.err.println(all.size() + " buffers");
    }

    private void exhaustedLater() {
        InstalledLogging installed = installOnFile();
        List<ByteBuffer> all = exhaust();
        few("line");
        RollingFileAppender<?> file =
                (RollingFileAppender<?>) context.getLogger("ROOT").getAppender("FILE");
        ((TimeBasedRollingPolicy<?>) file.getRollingPolicy())
                .getTimeBasedFileNamingAndTriggeringPolicy()
                .setCurrentTime(System.currentTimeMillis() + TimeUnit.DAYS.toMillis(40));
        few("rolled");
        end(installed);
        System.err.println(all.size() + " buffers");
    }

    private static List<ByteBuffer> exhaust() {
        List<ByteBuffer> all = new ArrayList<>();
        for (int size = 1 << 20; size > 0; size /= 2) {
            try {
                while (true) {
                    all.add(ByteBuffer.allocateDirect(size));
                }
            } catch (OutOfMemoryError ex) {
                System.err.println("no more of " + size);
            }
        }
        return all;
    }

    private void keptDirectMemory() throws InterruptedException {
        InstalledLogging installed = installOnFile();
        String large = "x".repeat(NINE_MEGABYTES);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            threads.add(new Thread(() -> {
                logger.info(large);
                logger.info(large);
            }));
        }
        for (Thread thread : threads) {
            thread.start();
            thread.join();
        }
        logger.info(large);
        few("line");
        installed.flushAppenders();
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getName().equals("direct")) {
                System.err.println("direct " + pool.getMemoryUsed());
            }
        }
        end(installed);
    }

    /** A short text, and much behind it. */
    private static final class Large {

        @SuppressWarnings("UnusedVariable")
        private final byte[] content = new byte[1 << 20];

        @Override
        public String toString() {
            return "large " + content.length;
        }
    }
}
