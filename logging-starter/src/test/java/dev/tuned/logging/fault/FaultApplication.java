/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

import dev.tuned.logging.AppenderStatistics;
import dev.tuned.logging.TunedAsyncAppender;
import dev.tuned.logging.install.InstalledLogging;
import dev.tuned.logging.output.AppenderQueue;

import static java.util.Objects.requireNonNull;

/**
 * Does what it is told on standard input, a command per line, and answers each on standard error. With the starter where it has
 * arguments for Spring, otherwise with Logback alone, configured by {@code logback.configurationFile}.
 */
@SuppressWarnings("SystemOut")
public final class FaultApplication {

    static final String ANSWER = "answer: ";
    /** The system property that names the file of the counters, and the file's name in a directory of a test. */
    static final String COUNTERS = "fault.counters";

    static final String CONFIGURATION = "logback.xml";
    static final String THREADS = "fault.threads";
    static final String CALLER = "fault.caller";
    static final String VIRTUAL = "fault.virtual";

    private final Executor executor;
    private AppenderQueue sink;
    private Producers producers;
    private CountDownLatch running = new CountDownLatch(0);

    private FaultApplication(Executor executor) {
        this.executor = executor;
        this.sink = fileSink();
        this.producers = producers(Path.of(System.getProperty(COUNTERS)));
    }

    private Producers producers(Path counters) {
        return new Producers(
                counters,
                Integer.getInteger(THREADS, 4),
                Producers.Caller.valueOf(System.getProperty(CALLER, "ORDINARY")),
                stopped(),
                executor);
    }

    /** Whether one of the appenders that there are now has been stopped: Logback stops them before it lets go of them. */
    private static BooleanSupplier stopped() {
        List<Appender<ILoggingEvent>> appenders = new ArrayList<>();
        ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                .iteratorForAppenders()
                .forEachRemaining(appenders::add);
        return () -> !appenders.stream().allMatch(Appender::isStarted);
    }

    /** Runs until it is told to exit, or nobody is there to tell it. */
    public static void main(String[] args) {
        if (args.length > 0) {
            SpringApplication.run(StarterApplication.class, args);
        }
        SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("producer-");
        executor.setVirtualThreads(Boolean.getBoolean(VIRTUAL));
        try {
            new FaultApplication(executor).obey();
        } catch (Throwable ex) {
            ex.printStackTrace();
        }
        Runtime.getRuntime().halt(4);
    }

    private void obey() throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        System.err.println(ANSWER + "ready");
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            String[] words = command.split(" ");
            System.err.println(ANSWER + obey(words[0], words.length > 1 ? words[1] : ""));
        }
    }

    private String obey(String command, String argument) throws Exception {
        switch (command) {
            case "configure" -> configure(Path.of(argument));
            case "log" -> producers.log(Integer.parseInt(argument));
            case "start" -> running = producers.start(Integer.parseInt(argument));
            case "done" -> running.await();
            case "clock" -> moveClock(Duration.parse(argument));
            case "error" -> LoggerFactory.getLogger("load").error("last words");
            case "failing" -> await(AppenderStatistics::failing);
            case "dropping" -> await(statistics -> statistics.dropped() > 0);
            case "full" -> await(statistics -> statistics.blocked() > 0);
            case "flush" -> await(statistics -> sink.flush(System.nanoTime()));
            case "drain" -> {
                sink.beginDrain();
                sink.awaitDrained(System.nanoTime());
            }
            case "stop" -> ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
            case "exit" -> System.exit(0);
            default -> throw new IllegalArgumentException(command);
        }
        return statistics().toString();
    }

    /** Begins again, with another configuration of Logback alone and all counters at zero. */
    private void configure(Path directory) throws JoranException {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.stop();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(directory.resolve(CONFIGURATION).toFile());
        context.start();
        sink = fileSink();
        producers = producers(directory.resolve(COUNTERS));
    }

    /** The clock that rollovers go by. */
    private void moveClock(Duration fromNow) {
        TunedAsyncAppender own = (TunedAsyncAppender) ((LoggerContext) LoggerFactory.getILoggerFactory())
                .getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME)
                .getAppender("FILE");
        RollingFileAppender<?> behind =
                (RollingFileAppender<?>) own.iteratorForAppenders().next();
        ((TimeBasedRollingPolicy<?>) behind.getRollingPolicy())
                .getTimeBasedFileNamingAndTriggeringPolicy()
                .setCurrentTime(System.currentTimeMillis() + fromNow.toMillis());
    }

    private void await(Predicate<AppenderStatistics> condition) {
        while (!condition.test(statistics())) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private AppenderStatistics statistics() {
        return requireNonNull(sink.statistics());
    }

    /** The one that writes the file: the starter's, or of an appender of ours in a Logback file. */
    private static AppenderQueue fileSink() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        InstalledLogging installed = InstalledLogging.of(context);
        if (installed != null) {
            return installed.current().queues().stream()
                    .filter(queue -> queue.name().equals("FILE"))
                    .findFirst()
                    .orElseThrow();
        }
        TunedAsyncAppender own = (TunedAsyncAppender) requireNonNull(
                context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).getAppender("FILE"));
        return requireNonNull(own.queue());
    }
}
