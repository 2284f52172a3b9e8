/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.Map;

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

    /** Those of an application; {@link #NONE} where the class path has no JDBC of Spring Boot. */
    static ConnectionPools of(ConfigurableListableBeanFactory beans) {
        return ClassUtils.isPresent(METADATA, beans.getBeanClassLoader()) ? new OfDataSources(beans) : NONE;
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

        OfDataSources(ConfigurableListableBeanFactory beans) {
            this.beans = beans;
        }

        /** Makes no data source that nobody has asked for, as with lazy initialization. */
        @Override
        public @Nullable Pool smallest() {
            var metadata = new CompositeDataSourcePoolMetadataProvider(this.beans
                    .getBeansOfType(DataSourcePoolMetadataProvider.class)
                    .values());
            Map<String, DataSource> sources = this.beans.getBeansOfType(DataSource.class, false, false);
            Pool smallest = null;
            for (Map.Entry<String, DataSource> source : sources.entrySet()) {
                Pool pool = this.beans.containsSingleton(source.getKey())
                        ? pool(source.getKey(), metadata.getDataSourcePoolMetadata(source.getValue()))
                        : null;
                if (pool != null && (smallest == null || pool.connections() < smallest.connections())) {
                    smallest = pool;
                }
            }
            return smallest;
        }

        private static @Nullable Pool pool(String name, @Nullable DataSourcePoolMetadata metadata) {
            Integer most = (metadata != null) ? metadata.getMax() : null;
            return (most != null && most > 0) ? new Pool(name, most) : null;
        }
    }
}
