/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.List;
import java.util.stream.Stream;

import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.examples.beforeafter.catalog.Repository;

/**
 * The columns of the example service.
 *
 * @param repository where it is built
 * @param java the runtime of the services
 */
public record Columns(Repository repository, JavaRuntime java) {

    static final String FILE_SIZE_THRESHOLD = "spring.servlet.multipart.file-size-threshold=1MB";

    private static final String HEAP = "256m";

    /** In place of {@link #MINUTE}, so that a row ends which waits until values expire. */
    static final int SHORT_SECONDS = 2;

    /** The TTL of the property's cache in other rows, in seconds. */
    static final int MINUTE = 60;

    /** Spring Boot as Spring Initializr gives it, and where its caches are. */
    public Column stock(String... properties) {
        return column(Column.STOCK, "catalog-stock", properties);
    }

    /** The same with what a good engineer sets without a dependency. */
    public Column property(String... properties) {
        return column(Column.PROPERTY, "catalog-stock", properties);
    }

    /** The same code with the four starters, and what has to be declared. */
    public Column tuned(String... properties) {
        return column(Column.TUNED, "catalog-tuned", properties);
    }

    /** The three columns of rows about logging. */
    public List<Column> ofLogging() {
        return List.of(stock(), property("logging.config=classpath:logback-async.xml"), tuned());
    }

    /** The three columns of rows about caches; the property's cache is local, and keeps values for this time. */
    List<Column> ofCaches(FarCache far, int seconds) {
        return List.of(
                stock(far.with()),
                property("spring.cache.type=caffeine", "spring.cache.caffeine.spec=expireAfterWrite=" + seconds + "s"),
                tuned(far.with("tuned.cache.near=products")));
    }

    private Column column(String name, String module, String... properties) {
        List<String> arguments =
                Stream.of(properties).map(property -> "--" + property).toList();
        return new Column(name, repository.jar(module, module), arguments, HEAP, java, false, false);
    }
}
