/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.bench.process.Variant;

/**
 * The executables of the example service. What a variant has beyond its executable and the directory of the static
 * files is in its arguments, and these are in the report.
 *
 * @param repository where they are
 * @param files the directory of the static files
 */
public record Variants(Repository repository, Path files) {

    /** Spring Boot as Spring Initializr gives it. */
    public static final String STOCK = "stock";

    /** The same with what properties of Spring Boot, Tomcat and Logback can do. */
    public static final String PROPERTY = "best property";

    /** The same with the four starters, and not one setting of theirs. */
    public static final String DEPENDENCY = "dependency alone";

    /** A heap of fixed size, so that no variant's collector gets more room than another's. Both compilers are on. */
    public static final List<String> JVM_FLAGS = List.of("-Xms512m", "-Xmx512m");

    /** A heap in which two bodies of 64 MB do not fit. */
    private static final List<String> SMALL_HEAP = List.of("-Xms128m", "-Xmx128m");

    static final String FILE_SIZE_THRESHOLD = "spring.servlet.multipart.file-size-threshold=1MB";

    /** Spring Boot's own appenders behind an {@code AsyncAppender} with the settings that a field report ended with. */
    static final String ASYNC_LOGGING = "logging.config=classpath:logback-async.xml";

    static final String VIRTUAL_THREADS = "spring.threads.virtual.enabled=true";

    /** The one property of a starter that a row declares. */
    static final String GROWING = "tuned.threads.web.mode=auto";

    /** What {@link #growing} has in its name. */
    private static final String GROWING_NAME = "web.mode=auto";

    private static final String FILES = "--catalog.files-dir=";

    public Variant stock() {
        return catalog("catalog-stock").named(STOCK);
    }

    public Variant dependency() {
        return catalog("catalog-tuned").named(DEPENDENCY);
    }

    /** A variant of the starters with a pool that grows; one without them as it is. */
    public Variant growing(Variant variant) {
        return variant.jar().equals(dependency().jar())
                ? variant.with("--" + GROWING).named(variant.name().replace(DEPENDENCY, GROWING_NAME))
                : variant;
    }

    public Variant bestProperties() {
        return stock().named(PROPERTY).with("--" + FILE_SIZE_THRESHOLD, "--" + ASYNC_LOGGING, "--" + VIRTUAL_THREADS);
    }

    /** The code and the Logback file that the field reports began with. */
    Variant asFound() {
        return catalog("catalog-naive").named("as the reports found it");
    }

    /** Code of stock, with another Logback file of the field report. */
    Variant stockLoggingAs(String name, String file) {
        return stock().named(name).with("--logging.config=classpath:" + file, "--catalog.mdc=true");
    }

    /** The jar of a variant and its arguments and flags beyond those of all variants. */
    public static String settings(Variant variant) {
        return Stream.of(
                        Stream.of(variant.jar().getFileName().toString()),
                        variant.arguments().stream().filter(argument -> !argument.startsWith(FILES)),
                        variant.jvmFlags().stream().filter(flag -> !JVM_FLAGS.contains(flag)))
                .flatMap(each -> each)
                .collect(Collectors.joining(" "));
    }

    private Variant catalog(String module) {
        return new Variant(module, repository.jar(module, module), List.of(FILES + files), JVM_FLAGS);
    }

    /** The example of streaming, with the starter or, as {@code stock}, with {@code MultipartFile}. */
    Variant streaming(String name) {
        Variant streaming = new Variant(
                name, repository.jar("streaming", "streaming"), List.of("--streaming.keep=false"), SMALL_HEAP);
        return name.equals(STOCK) ? streaming.with("--spring.profiles.active=stock") : streaming;
    }
}
