/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.function.Predicate;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.util.ClassUtils;

/** The application's connection pools, as far as Spring Boot knows their sizes: those it has meters for. */
interface ConnectionPools {

    String METADATA = "org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider";

    /** The one with the fewest connections; null where none is known. */
    @Nullable
    Pool smallest();

    /**
     * A connection pool.
     *
     * @param name its bean
     * @param connections the most that it opens
     */
    record Pool(String name, int connections) {}

    /** Those of an application, made if need be; none where the class path has no JDBC of Spring Boot. */
    static ConnectionPools of(ConfigurableListableBeanFactory beans) {
        return of(beans, name -> true);
    }

    /** Those that something has made already: a lazy data source stays so. */
    static ConnectionPools made(ConfigurableListableBeanFactory beans) {
        return of(beans, beans::containsSingleton);
    }

    private static ConnectionPools of(ConfigurableListableBeanFactory beans, Predicate<String> counts) {
        boolean jdbc = ClassUtils.isPresent(METADATA, beans.getBeanClassLoader());
        return jdbc ? new OfDataSources(beans, counts) : () -> null;
    }

    /**
     * Loaded only where Spring Boot's module for JDBC is.
     *
     * @param beans of the application
     * @param counts which of them, by name
     */
    record OfDataSources(ConfigurableListableBeanFactory beans, Predicate<String> counts) implements ConnectionPools {

        @Override
        public @Nullable Pool smallest() {
            var metadata = new CompositeDataSourcePoolMetadataProvider(names(DataSourcePoolMetadataProvider.class)
                    .map(name -> this.beans.getBean(name, DataSourcePoolMetadataProvider.class))
                    .toList());
            Pool smallest = null;
            for (String name : names(DataSource.class).toList()) {
                DataSource source = this.beans.getBean(name, DataSource.class);
                DataSourcePoolMetadata pool = metadata.getDataSourcePoolMetadata(source);
                Integer most = (pool != null) ? pool.getMax() : null;
                if (most != null && most > 0 && (smallest == null || most < smallest.connections())) {
                    smallest = new Pool(name, most);
                }
            }
            return smallest;
        }

        private Stream<String> names(Class<?> type) {
            return Stream.of(this.beans.getBeanNamesForType(type, false, false)).filter(this.counts);
        }
    }
}
