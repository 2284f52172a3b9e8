/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.sql.Connection;

import org.springframework.boot.jdbc.metadata.AbstractDataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A connection pool that has a size and no connections. */
final class SizedPool extends AbstractDataSource {

    /** Knows the sizes of these. */
    static final DataSourcePoolMetadataProvider METADATA =
            source -> (source instanceof SizedPool pool) ? new Metadata(pool) : null;

    volatile int size;

    SizedPool(int size) {
        this.size = size;
    }

    @Override
    public Connection getConnection() {
        throw new IllegalStateException("not asked for");
    }

    @Override
    public Connection getConnection(String username, String password) {
        return getConnection();
    }

    private static final class Metadata extends AbstractDataSourcePoolMetadata<SizedPool> {

        Metadata(SizedPool pool) {
            super(pool);
        }

        @Override
        public Integer getMax() {
            return getDataSource().size;
        }

        @Override
        public Integer getActive() {
            return 0;
        }

        @Override
        public Integer getMin() {
            return 0;
        }

        @Override
        public String getValidationQuery() {
            return "";
        }

        @Override
        public Boolean getDefaultAutoCommit() {
            return true;
        }
    }
}
