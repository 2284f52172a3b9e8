/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the example service.
 *
 * @param variant Name of the executable, as {@code /in-force} shows it.
 * @param dataDir Directory that streamed uploads are stored in.
 * @param keepUploads Whether to keep streamed uploads, rather than delete each once it is stored whole.
 * @param filesDir Directory that {@code /files} serves; {@code files} inside the data directory when not set.
 * @param portFile File to write the bound port to once the server listens.
 * @param mdc Whether to put the request's fields into the logging context.
 * @param loadSamples Whether to write the sample products into the configured cluster at start-up.
 * @param couchbase Where the products live.
 */
@ConfigurationProperties("catalog")
record CatalogProperties(
        @DefaultValue("unnamed") String variant,
        @DefaultValue("catalog-data") Path dataDir,
        @DefaultValue("true") boolean keepUploads,
        @Nullable Path filesDir,
        @Nullable Path portFile,
        @DefaultValue("false") boolean mdc,
        @DefaultValue("false") boolean loadSamples,
        @DefaultValue Couchbase couchbase) {

    /** The directory that {@code /files} serves. */
    Path servedDir() {
        return filesDir != null ? filesDir : dataDir.resolve("files");
    }

    /**
     * Where the products live.
     *
     * @param bucket Bucket that holds the products.
     */
    record Couchbase(@DefaultValue("catalog") String bucket) {}
}
