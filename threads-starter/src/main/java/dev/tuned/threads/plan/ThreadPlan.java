/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadsProperties.Async;
import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.WebMode;

/** The threads of each target, as the properties and the Java of this application have it. Immutable. */
public final class ThreadPlan {

    /** Name of its bean, by which conditions find it: looking by type would look at every bean of the application. */
    public static final String BEAN = "tunedThreadsPlan";

    /** First Java with virtual threads. */
    private static final int MIN_JAVA_VIRTUAL = 21;

    /** First Java in which blocking inside {@code synchronized} does not pin the carrier thread (JEP 491). */
    private static final int MIN_JAVA_UNPINNED = 24;

    /** Size of Tomcat's pool where nobody has set it, of Tomcat and of Spring Boot. */
    public static final int DEFAULT_THREADS = 200;

    private final ThreadsProperties properties;

    private final boolean bootFlag;

    private final int java;

    private ThreadPlan(ThreadsProperties properties, boolean bootFlag, int java) {
        this.properties = properties;
        this.bootFlag = bootFlag;
        this.java = java;
    }

    /**
     * Decides from the environment, before there are beans.
     *
     * @throws InvalidConfigurationPropertyValueException if a value cannot be used
     */
    public static ThreadPlan of(Environment environment, int java) {
        ThreadsProperties properties = Binder.get(environment).bindOrCreate("tuned.threads", ThreadsProperties.class);
        boolean flag = environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false);
        ThreadPlan plan = new ThreadPlan(properties, flag, java);
        plan.check();
        return plan;
    }

    private void check() {
        UserProperties.check(
                maxConcurrency() >= DEFAULT_THREADS,
                "tuned.threads.web.auto.max-concurrency",
                maxConcurrency(),
                "It is below %d, the size of the pool. Write how far it may grow, such as 1000."
                        .formatted(DEFAULT_THREADS));
        Async async = properties.getAsync();
        UserProperties.check(
                async.maxConcurrency() >= 0,
                "tuned.threads.async.max-concurrency",
                async.maxConcurrency(),
                "It is negative. Write how many tasks may run at once, such as 20, or 0 for no limit of this starter.");
    }

    /** Threads that handle requests. */
    public WebMode web() {
        WebMode mode = properties.getWeb().mode();
        return (mode == WebMode.VIRTUAL && java < MIN_JAVA_VIRTUAL) ? WebMode.PLATFORM : mode;
    }

    /** Largest size of Tomcat's pool with {@link WebMode#AUTO}. */
    public int maxConcurrency() {
        return properties.getWeb().auto().maxConcurrency();
    }

    /** Threads of the task executor. */
    public Mode async() {
        return supported(properties.getAsync().mode());
    }

    /** Settings of the task executor. */
    public Async asyncSettings() {
        return properties.getAsync();
    }

    /** Threads of the scheduler. */
    public Mode scheduling() {
        return supported(properties.getScheduling().mode());
    }

    private Mode supported(Mode mode) {
        return (mode == Mode.VIRTUAL && java < MIN_JAVA_VIRTUAL) ? Mode.PLATFORM : mode;
    }

    /** Whether tasks run on virtual threads in that mode. */
    public boolean runsVirtual(Mode mode) {
        return (mode == Mode.BOOT) ? bootIsVirtual() : mode == Mode.VIRTUAL;
    }

    /** Whether Spring Boot itself would use other threads. */
    public boolean differsFromBoot(Mode mode) {
        return runsVirtual(mode) != bootIsVirtual();
    }

    private boolean bootIsVirtual() {
        return bootFlag && java >= MIN_JAVA_VIRTUAL;
    }

    /** A mode in the start-up line. */
    public static String text(Enum<?> mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    /** Warnings of virtual threads that this Java does not have, or that pin their carriers. */
    public List<String> warnings() {
        Map<String, Enum<?>> modes = new LinkedHashMap<>();
        modes.put("tuned.threads.web.mode", properties.getWeb().mode());
        modes.put("tuned.threads.async.mode", properties.getAsync().mode());
        modes.put("tuned.threads.scheduling.mode", properties.getScheduling().mode());
        modes.values().removeIf(mode -> !mode.name().equals(Mode.VIRTUAL.name()));
        if (modes.isEmpty() || java >= MIN_JAVA_UNPINNED) {
            return List.of();
        }
        String warning = (java < MIN_JAVA_VIRTUAL)
                ? "virtual threads need Java %d or later; this is Java %d; platform threads are used instead"
                        .formatted(MIN_JAVA_VIRTUAL, java)
                : "on Java %d a virtual thread that blocks inside synchronized pins its carrier thread; Java %d and later do not (JEP 491)"
                        .formatted(java, MIN_JAVA_UNPINNED);
        return List.of("%s=virtual: %s".formatted(String.join(", ", modes.keySet()), warning));
    }
}
