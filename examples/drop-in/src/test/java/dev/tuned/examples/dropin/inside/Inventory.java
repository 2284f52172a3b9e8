/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.inside;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

/** Notes what the first application of a JVM has once it is ready: beans and their types, meters, threads; and that it is. */
@Order(Ordered.LOWEST_PRECEDENCE)
class Inventory implements ApplicationListener<ApplicationReadyEvent> {

    @Override
    public void onApplicationEvent(ApplicationReadyEvent event) {
        ConfigurableApplicationContext context = event.getApplicationContext();
        Path ready = Path.of(System.getProperty("dropin.ready"));
        if (isBootstrap(context) || hasParent(context) || Files.exists(ready)) {
            return;
        }
        for (String name : context.getBeanDefinitionNames()) {
            Class<?> type = context.getBeanFactory().getType(name, false);
            Notes.add(
                    "beans",
                    name,
                    type == null ? "?" : ClassUtils.getUserClass(type).getName());
        }
        Thread.getAllStackTraces().keySet().stream()
                // A recording may begin before this or after it.
                .filter(thread -> !thread.getName().startsWith("JFR "))
                // Prometheus starts it with the first exemplar, which may come before this or after it.
                .filter(thread -> !thread.getName().startsWith("prometheus-metrics-scheduler"))
                // Hikari ends it when it has nothing to add for a while.
                .filter(thread -> !thread.getName().endsWith(":connection-adder"))
                .collect(Collectors.toMap(
                        thread -> thread.getName().replaceAll("@\\w+", "@N").replaceAll("\\d+", "N"),
                        thread -> thread.isDaemon() ? "daemon" : "keeps the JVM",
                        (one, other) -> one))
                .forEach((name, kind) -> Notes.add("threads", name, kind));
        if (ClassUtils.isPresent("io.micrometer.core.instrument.MeterRegistry", null)) {
            Meters.note(context);
        }
        try {
            Path draft = ready.resolveSibling("ready.draft");
            Files.writeString(draft, context.getEnvironment().getProperty("local.server.port", ""));
            Files.move(draft, ready, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Whether it is the one that Spring Cloud starts before the application; it gets its id when it is ready. */
    private static boolean isBootstrap(ConfigurableApplicationContext context) {
        return context.getEnvironment().getPropertySources().contains("bootstrap");
    }

    private static boolean hasParent(ApplicationContext context) {
        return context.getParent() != null
                && !"bootstrap".equals(context.getParent().getId());
    }

    /** Apart, for applications without Micrometer. */
    private static final class Meters {

        static void note(ConfigurableApplicationContext context) {
            context.getBeanProvider(MeterRegistry.class).stream()
                    .flatMap(registry -> registry.getMeters().stream())
                    .map(Meter::getId)
                    // Of pauses there is one meter a cause, and only of causes that have occurred.
                    .filter(id -> !id.getName().equals("jvm.gc.pause"))
                    .collect(Collectors.toMap(
                            Meter.Id::getName,
                            id -> new TreeSet<>(List.of(id.getTags().toString())),
                            (one, other) -> {
                                one.addAll(other);
                                return one;
                            }))
                    .forEach((name, tags) -> Notes.add("meters", name, tags));
        }
    }
}
