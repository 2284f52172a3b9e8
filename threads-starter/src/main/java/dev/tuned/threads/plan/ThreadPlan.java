/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

import dev.tuned.threads.plan.ThreadsProperties.Mode;
import dev.tuned.threads.plan.ThreadsProperties.OnUnsupported;
import dev.tuned.threads.plan.ThreadsProperties.TargetMode;

/** Decisions for all targets of one application. */
public final class ThreadPlan {

    /** Name of its bean, by which conditions find it: looking by type would look at every bean of the application. */
    public static final String BEAN = "tunedThreadsPlan";

    private static final ConfigurationPropertyName EXECUTORS = ConfigurationPropertyName.of("tuned.threads.executors");

    /** Properties by which a user limits how many requests Tomcat's pool serves and queues. */
    private static final List<String> TOMCAT_LIMITS =
            List.of("server.tomcat.threads.max", "server.tomcat.threads.max-queue-capacity");

    private final ThreadRules rules;

    private final ThreadDecision web;

    private final ThreadDecision scheduling;

    private final Map<String, ExecutorPlan> executors = new LinkedHashMap<>();

    private ThreadPlan(ThreadRules rules, ThreadDecision web, ThreadDecision scheduling) {
        this.rules = rules;
        this.web = web;
        this.scheduling = scheduling;
    }

    /**
     * Decides from the environment, before there are beans.
     *
     * @throws InvalidConfigurationPropertyValueException if an executor cannot be made from its settings, or virtual threads are
     *     requested that this Java does not have, and {@code tuned.threads.on-unsupported} is {@code fail}
     */
    static ThreadPlan of(Environment environment, int java) {
        Binder binder = Binder.get(environment);
        ThreadsProperties properties = ThreadsProperties.bind(environment);
        Boolean bootFlag = environment.getProperty(ThreadRules.BOOT_FLAG, Boolean.class);
        ThreadRules rules = new ThreadRules(bootFlag, properties.getMode(), java);
        TargetMode web = binder.bind("tuned.threads.web.mode", TargetMode.class).orElse(TargetMode.INHERIT);
        boolean exceed = environment.getProperty(ThreadRules.EXCEED, Boolean.class, false);
        ThreadPlan plan = new ThreadPlan(
                rules,
                rules.decideWeb(web, exceed ? List.of() : UserProperties.set(TOMCAT_LIMITS, environment)),
                rules.decide("scheduling", properties.getScheduling().mode()));
        TargetMode async = properties.getAsync().mode();
        if (async == null && properties.getMode() != Mode.AUTO) {
            async = TargetMode.INHERIT;
        }
        plan.add(new ExecutorPlan(
                ExecutorPlan.BOOTS,
                rules.decide("async", async),
                properties.getAsync().executor(),
                "tuned.threads.async.",
                "tuned.threads.async"));
        Iterable<ConfigurationPropertySource> sources = ConfigurationPropertySources.get(environment);
        properties.getExecutors().forEach((name, executor) -> {
            ConfigurationPropertyName property = property(sources, name);
            String prefix = property.chop(EXECUTORS.getNumberOfElements() + 1) + ".";
            String target = "executor '%s'".formatted(name);
            ThreadDecision decision = rules.decide(target, prefix + "mode", executor.mode());
            plan.add(new ExecutorPlan(name, decision, executor, prefix, property.toString()));
        });
        if (properties.getOnUnsupported() == OnUnsupported.FAIL) {
            plan.failIfUnsupported();
        }
        return plan;
    }

    /** A property of the executor of that name that is set, in the form by which the environment finds it. */
    private static ConfigurationPropertyName property(Iterable<ConfigurationPropertySource> sources, String executor) {
        int depth = EXECUTORS.getNumberOfElements();
        return StreamSupport.stream(sources.spliterator(), false)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .filter(EXECUTORS::isAncestorOf)
                .filter(name -> name.getElement(depth, Form.ORIGINAL).equals(executor))
                .findFirst()
                .orElseThrow();
    }

    private void add(ExecutorPlan executor) {
        executor.settings().check(executor.prefix());
        String name = executor.name();
        if (name.isBlank() || name.startsWith(BeanFactory.FACTORY_BEAN_PREFIX)) {
            throw executor.invalidName("cannot be that of a bean: it is blank or begins with '&'");
        }
        if (executors.put(name, executor) != null) {
            throw executor.invalidName("is that of Spring Boot's own, which tuned.threads.async configures");
        }
    }

    private void failIfUnsupported() {
        for (ThreadDecision decision : decisions()) {
            String setting = decision.unsupported();
            if (setting != null) {
                int equals = setting.lastIndexOf('=');
                throw new InvalidConfigurationPropertyValueException(
                        setting.substring(0, equals),
                        setting.substring(equals + 1),
                        unsupported() + ", and tuned.threads.on-unsupported=fail."
                                + " Run on Java 21 or later (from Java 24 on, virtual threads that block inside synchronized"
                                + " are not pinned), ask for auto or platform instead of virtual,"
                                + " or set tuned.threads.on-unsupported=warn to start on platform threads.");
            }
        }
    }

    /** Decision for requests. */
    public ThreadDecision web() {
        return web;
    }

    /** Decision for Spring Boot's executor of asynchronous tasks. */
    public ThreadDecision async() {
        return executor(ExecutorPlan.BOOTS).decision();
    }

    /** Decision for scheduled tasks. */
    public ThreadDecision scheduling() {
        return scheduling;
    }

    /** Boot's executor and all that the application names. */
    public List<ExecutorPlan> executors() {
        return List.copyOf(executors.values());
    }

    /** Boot's executor or one that the application names. */
    public ExecutorPlan executor(String name) {
        return Objects.requireNonNull(executors.get(name), name);
    }

    /** Whether the decided kind of thread is not Spring Boot's own. */
    public boolean differsFromBoot(ThreadDecision decision) {
        return decision.virtual() != rules.bootIsVirtual();
    }

    /** Warnings of kinds of thread that are not as requested, or have a price. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        String unsupported = unsupported();
        if (unsupported != null) {
            warnings.add(unsupported + "; platform threads are used instead");
        }
        if (rules.java() < ThreadRules.MIN_JAVA_UNPINNED && decisions().stream().anyMatch(ThreadDecision::virtual)) {
            warnings.add("on Java %d a virtual thread that blocks inside synchronized pins its carrier thread;"
                            .formatted(rules.java())
                    + " Java 24 and later do not (JEP 491)");
        }
        return warnings;
    }

    /** Names the settings that request virtual threads that this Java does not have, and their targets; null where there are none. */
    @Nullable
    String unsupported() {
        List<ThreadDecision> refused = decisions().stream()
                .filter(decision -> decision.unsupported() != null)
                .toList();
        if (refused.isEmpty()) {
            return null;
        }
        return "%s: virtual threads for %s need Java %d or later; this is Java %d"
                .formatted(
                        join(refused, decision -> String.valueOf(decision.unsupported())),
                        join(refused, ThreadDecision::target),
                        ThreadRules.MIN_JAVA_VIRTUAL,
                        rules.java());
    }

    private static String join(List<ThreadDecision> decisions, Function<ThreadDecision, String> text) {
        return decisions.stream().map(text).distinct().collect(Collectors.joining(", "));
    }

    private List<ThreadDecision> decisions() {
        List<ThreadDecision> decisions = new ArrayList<>(List.of(web, async(), scheduling));
        executors().stream()
                .filter(ExecutorPlan::named)
                .map(ExecutorPlan::decision)
                .forEach(decisions::add);
        return decisions;
    }
}
