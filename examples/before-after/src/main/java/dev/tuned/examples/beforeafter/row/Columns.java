/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.util.List;
import java.util.Map;
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

    private static final String HEAP = "256m";

    /** Spring Boot as Spring Initializr gives it. */
    public Column stock() {
        return column(Column.STOCK, "catalog-stock");
    }

    /** The same with what a good engineer sets without a dependency. */
    public Column property(String... properties) {
        return column(Column.PROPERTY, "catalog-stock", properties);
    }

    /** The same code with the four starters, and what has to be declared. */
    public Column tuned(String... properties) {
        return column(Column.TUNED, "catalog-tuned", properties);
    }

    /** The three columns of rows about Tomcat's threads. */
    public List<Column> ofThreads() {
        return List.of(stock(), property("spring.threads.virtual.enabled=true"), tuned("tuned.threads.web.mode=auto"));
    }

    /** The three columns of rows about logging. */
    public List<Column> ofLogging() {
        return List.of(stock(), property("logging.config=classpath:logback-async.xml"), tuned());
    }

    private Column column(String name, String module, String... properties) {
        List<String> arguments =
                Stream.of(properties).map(property -> "--" + property).toList();
        return new Column(name, repository.jar(module, module), arguments, Map.of(), HEAP, java, false);
    }
}
