/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.ArrayList;
import java.util.List;
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

    /** Stands in where the class path has no JDBC. */
    ConnectionPools NONE = () -> null;

    String METADATA = "org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider";

    /** Those of an application, made if need be; {@link #NONE} where the class path has no JDBC of Spring Boot. */
    static ConnectionPools of(ConfigurableListableBeanFactory beans) {
        return of(beans, name -> true);
    }

    /** Those that something has made already: a lazy data source stays so. */
    static ConnectionPools made(ConfigurableListableBeanFactory beans) {
        return of(beans, beans::containsSingleton);
    }

    private static ConnectionPools of(ConfigurableListableBeanFactory beans, Predicate<String> counts) {
        return ClassUtils.isPresent(METADATA, beans.getBeanClassLoader()) ? new OfDataSources(beans, counts) : NONE;
    }

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

    /** Loaded only where Spring Boot's module for JDBC is. */
    final class OfDataSources implements ConnectionPools {

        private final ConfigurableListableBeanFactory beans;

        private final Predicate<String> counts;

        OfDataSources(ConfigurableListableBeanFactory beans, Predicate<String> counts) {
            this.beans = beans;
            this.counts = counts;
        }

        @Override
        public @Nullable Pool smallest() {
            List<DataSourcePoolMetadataProvider> providers = new ArrayList<>();
            for (String name : names(DataSourcePoolMetadataProvider.class)) {
                providers.add(this.beans.getBean(name, DataSourcePoolMetadataProvider.class));
            }
            var metadata = new CompositeDataSourcePoolMetadataProvider(providers);
            Pool smallest = null;
            for (String name : names(DataSource.class)) {
                DataSource source = this.beans.getBean(name, DataSource.class);
                Pool pool = pool(name, metadata.getDataSourcePoolMetadata(source));
                if (pool != null && (smallest == null || pool.connections() < smallest.connections())) {
                    smallest = pool;
                }
            }
            return smallest;
        }

        private List<String> names(Class<?> type) {
            return Stream.of(this.beans.getBeanNamesForType(type, false, false))
                    .filter(this.counts)
                    .toList();
        }

        private static @Nullable Pool pool(String name, @Nullable DataSourcePoolMetadata metadata) {
            Integer most = (metadata != null) ? metadata.getMax() : null;
            return (most != null && most > 0) ? new Pool(name, most) : null;
        }
    }
}
