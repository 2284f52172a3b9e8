/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.OnUnsupported;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/** Decisions for all targets of one application. */
public final class ThreadPlan {

    /** Name of its bean, by which conditions find it: looking by type would look at every bean of the application. */
    public static final String BEAN = "tunedThreadsPlan";

    private static final String PREFIX = "tuned.threads.";

    private final ThreadsProperties properties;

    private final int java;

    private final boolean bootVirtual;

    private final ThreadDecision web;

    private final ThreadDecision async;

    private final ThreadDecision scheduling;

    private final Map<String, ThreadDecision> executors;

    /**
     * @param properties what the user has set
     * @param java feature version of the running Java
     * @param bootVirtual whether Spring Boot itself runs everything on virtual threads
     * @param executors for the executors that the application names, by name
     */
    private ThreadPlan(
            ThreadsProperties properties,
            int java,
            boolean bootVirtual,
            ThreadDecision web,
            ThreadDecision async,
            ThreadDecision scheduling,
            Map<String, ThreadDecision> executors) {
        this.properties = properties;
        this.java = java;
        this.bootVirtual = bootVirtual;
        this.web = web;
        this.async = async;
        this.scheduling = scheduling;
        this.executors = executors;
    }

    /**
     * Decides by the environment, before there are beans.
     *
     * @throws InvalidThreadsConfigurationException if virtual threads are requested that this Java has not, and
     *     {@code tuned.threads.on-unsupported} is {@code fail}
     */
    static ThreadPlan of(Environment environment, int java) {
        Binder binder = Binder.get(environment);
        ThreadsProperties properties = binder.bindOrCreate("tuned.threads", ThreadsProperties.class);
        properties.afterPropertiesSet();
        TargetMode web = binder.bind(PREFIX + "web.mode", TargetMode.class).orElse(TargetMode.INHERIT);
        Boolean bootFlag = environment.getProperty(ThreadRules.BOOT_FLAG, Boolean.class);
        ThreadRules rules = new ThreadRules(bootFlag, properties.getMode(), java);
        TargetMode async = properties.getAsync().getMode();
        if (async == null && properties.getMode() != Mode.AUTO) {
            async = TargetMode.INHERIT;
        }
        Map<String, ThreadDecision> executors = new LinkedHashMap<>();
        for (Map.Entry<String, ExecutorProperties> entry :
                properties.getExecutors().entrySet()) {
            String name = entry.getKey();
            TargetMode mode = entry.getValue().mode();
            executors.put(name, rules.decide("executor '%s'".formatted(name), property(name, "mode"), mode));
        }
        ThreadPlan plan = new ThreadPlan(
                properties,
                java,
                rules.bootIsVirtual(),
                rules.decide("web", web),
                rules.decide("async", async),
                rules.decide("scheduling", properties.getScheduling().getMode()),
                executors);
        String unsupported = plan.unsupported();
        if (unsupported != null && properties.getOnUnsupported() == OnUnsupported.FAIL) {
            throw new InvalidThreadsConfigurationException(
                    unsupported + ", and tuned.threads.on-unsupported=fail.",
                    "Run on Java 21 or later (from Java 24 on, virtual threads that block inside synchronized"
                            + " are not pinned), ask for auto or platform instead of virtual,"
                            + " or set tuned.threads.on-unsupported=warn to start on platform threads.");
        }
        return plan;
    }

    /** Name of a property of the executor of that name. */
    public static String property(String executor, String property) {
        boolean plain = executor.chars().allMatch(c -> (c < 128 && Character.isLetterOrDigit(c)) || c == '-');
        return PREFIX + "executors" + (plain ? "." + executor : "[" + executor + "]") + "." + property;
    }

    /** What the user has set. */
    public ThreadsProperties properties() {
        return this.properties;
    }

    /** For requests. */
    public ThreadDecision web() {
        return this.web;
    }

    /** For Spring Boot's executor of asynchronous tasks. */
    public ThreadDecision async() {
        return this.async;
    }

    /** For scheduled tasks. */
    public ThreadDecision scheduling() {
        return this.scheduling;
    }

    /** For an executor that the application names. */
    public ThreadDecision executor(String name) {
        return Objects.requireNonNull(this.executors.get(name), name);
    }

    /** Whether something has to be changed to get from Spring Boot's kind of thread to the decided one. */
    public boolean differsFromBoot(ThreadDecision decision) {
        return decision.virtual() != this.bootVirtual;
    }

    /** Whether some target runs on virtual threads. */
    boolean anyVirtual() {
        for (ThreadDecision decision : decisions()) {
            if (decision.virtual()) {
                return true;
            }
        }
        return false;
    }

    /** What the user should know of it. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        String unsupported = unsupported();
        if (unsupported != null) {
            warnings.add(unsupported + "; platform threads are used instead");
        }
        if (this.java < ThreadRules.FIRST_UNPINNED && anyVirtual()) {
            warnings.add("on Java %d a virtual thread that blocks inside synchronized pins its carrier thread;"
                            .formatted(this.java)
                    + " Java 24 and later do not (JEP 491)");
        }
        return warnings;
    }

    /** Says which settings ask for virtual threads that this Java has not, and for what; null where none does. */
    @Nullable
    String unsupported() {
        List<ThreadDecision> refused = new ArrayList<>();
        for (ThreadDecision decision : decisions()) {
            if (decision.unsupported() != null) {
                refused.add(decision);
            }
        }
        if (refused.isEmpty()) {
            return null;
        }
        return "%s: virtual threads for %s need Java %d or later; this is Java %d"
                .formatted(
                        join(refused, decision -> String.valueOf(decision.unsupported())),
                        join(refused, ThreadDecision::target),
                        ThreadRules.FIRST_VIRTUAL,
                        this.java);
    }

    private static String join(List<ThreadDecision> decisions, Function<ThreadDecision, String> text) {
        return decisions.stream().map(text).distinct().collect(Collectors.joining(", "));
    }

    private List<ThreadDecision> decisions() {
        List<ThreadDecision> decisions = new ArrayList<>(List.of(this.web, this.async, this.scheduling));
        decisions.addAll(this.executors.values());
        return decisions;
    }
}
