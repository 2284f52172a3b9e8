/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.util.List;

import dev.tuned.examples.beforeafter.run.Variant;

/**
 * The executables of the example service.
 *
 * @param repository where they are
 * @param files the directory of the static files
 */
public record Variants(Repository repository, Path files) {

    /** A heap of fixed size, so that no variant's collector gets more room than another's. Both compilers are on. */
    public static final List<String> JVM_FLAGS = List.of("-Xms512m", "-Xmx512m");

    /** For large bodies: a heap that two of 64 MB do not fit in. */
    private static final List<String> SMALL_HEAP = List.of("-Xms128m", "-Xmx128m");

    /** The Logback file that a field report started from. All variants have it. */
    private static final String LOGGING = "logback-s2-before.xml";

    /** What only the owner of that file can decide: that nobody needs the caller, and that its own queue is replaced. */
    private static final String[] LOGGING_DECISIONS = {
        "--tuned.logging.caller-data=off", "--tuned.logging.async.include=ASYNC"
    };

    /** Spring Boot and nothing else. */
    public Variant stock() {
        return catalog("stock");
    }

    /** Stock plus the four starters. */
    public Variant tuned() {
        return catalog("tuned").with(LOGGING_DECISIONS);
    }

    /** Code and configuration as the field reports found them. */
    Variant naive() {
        return catalog("naive");
    }

    /** Stock with another Logback file. */
    Variant stockLoggingAs(String name, String file) {
        return stock().named(name).with("--logging.config=classpath:" + file);
    }

    /** Spring Boot with what it offers for caching. */
    Variant stockWithCaffeine() {
        return stock().named("stock with Caffeine")
                .with("--spring.cache.type=caffeine", "--spring.cache.caffeine.spec=maximumSize=10000");
    }

    /** Spring Boot with what it offers for requests that wait. */
    Variant stockWithVirtualThreads() {
        return stock().named("stock with virtual threads").with("--spring.threads.virtual.enabled=true");
    }

    private Variant catalog(String name) {
        return new Variant(
                name,
                repository.jar("catalog-" + name, "catalog-" + name),
                List.of(
                        "--catalog.files-dir=" + files,
                        "--logging.config=classpath:" + LOGGING,
                        "--logging.file.name=" + LoggedOrders.LOG_FILE,
                        "--catalog.mdc=true"),
                JVM_FLAGS);
    }

    /** The example of streaming, with the starter or, as {@code stock}, with {@code MultipartFile}. */
    Variant streaming(String name) {
        Variant streaming = new Variant(
                name, repository.jar("streaming", "streaming"), List.of("--streaming.keep=false"), SMALL_HEAP);
        return name.equals("stock") ? streaming.with("--spring.profiles.active=stock") : streaming;
    }
}
