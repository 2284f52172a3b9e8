/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Warns of a property under {@code tuned} that no starter has, with the nearest name that one has, and refuses an {@code enabled} that is
 * neither true nor false, which a condition would take for false.
 */
final class PropertyCheck implements ApplicationListener<ApplicationPreparedEvent> {

    /** A bean of each context that Spring Boot runs. */
    private static final String ARGUMENTS = "springApplicationArguments";

    /** Of a property: groups and hints have no description after their type. */
    private static final Pattern NAME =
            Pattern.compile("\"name\": \"(tuned\\.[\\w.-]+)\",\\s+\"type\": \"[^\"]+\",\\s+\"description\"");

    private static final int MAX_TYPOS = 2;

    @Override
    public void onApplicationEvent(ApplicationPreparedEvent event) {
        ConfigurableEnvironment environment = event.getApplicationContext().getEnvironment();
        Stream.of("upload", "logging", "cache", "threads")
                .forEach(starter -> Binder.get(environment).bind("tuned." + starter + ".enabled", Boolean.class));
        Set<String> names = namesIn(environment);
        if (event.getApplicationContext().getParent() instanceof ConfigurableApplicationContext parent
                && parent.containsBean(ARGUMENTS)) {
            // Those were checked before; those of a bootstrap context's child are read later.
            names.removeAll(namesIn(parent.getEnvironment()));
        }
        if (!names.isEmpty()) {
            List<String> known = knownNames();
            names.removeIf(name -> known.stream().anyMatch(one -> (plain(name) + ".").startsWith(plain(one) + ".")));
            names.forEach(name -> warn(name, known));
        }
    }

    /** Those of files and arguments: what the environment of the process has may be meant for others. */
    private static Set<String> namesIn(ConfigurableEnvironment environment) {
        return environment.getPropertySources().stream()
                .filter(source -> !(source instanceof SystemEnvironmentPropertySource))
                .flatMap(source -> source instanceof EnumerablePropertySource<?> properties
                        ? Stream.of(properties.getPropertyNames())
                        : Stream.empty())
                .filter(name -> name.startsWith("tuned."))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Those of the configuration metadata of all starters that are there. */
    private static List<String> knownNames() {
        List<String> known = new ArrayList<>();
        try {
            for (Resource metadata : new PathMatchingResourcePatternResolver(PropertyCheck.class.getClassLoader())
                    .getResources("classpath*:META-INF/spring-configuration-metadata.json")) {
                NAME.matcher(metadata.getContentAsString(StandardCharsets.UTF_8))
                        .results()
                        .forEach(match -> known.add(match.group(1)));
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return known;
    }

    /** However it is written; what is in brackets is a part of its own. */
    private static String plain(String name) {
        return name.replaceAll("[-_]", "").replace("[", ".[").toLowerCase(Locale.ROOT);
    }

    /** Names whose second part is like no starter's are of the application. */
    private static void warn(String name, List<String> known) {
        if (known.stream().anyMatch(one -> typos(part(name), part(one)) <= MAX_TYPOS)) {
            String nearest = known.stream()
                    .min(Comparator.comparingInt(one -> typos(name, one)))
                    .orElseThrow();
            LogFactory.getLog(PropertyCheck.class)
                    .warn("tuned: no starter has a property " + name + "; the nearest is " + nearest);
        }
    }

    private static String part(String name) {
        return name.split("\\.", 3)[1];
    }

    /** How many characters have to be put in, taken out or replaced. */
    private static int typos(String text, String other) {
        int[] row = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= text.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + ((text.charAt(i - 1) == other.charAt(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[other.length()];
    }
}
