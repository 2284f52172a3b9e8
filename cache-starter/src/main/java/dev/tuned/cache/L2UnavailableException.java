/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

/** Couchbase did not answer a read that has no loader, and there was no copy in the process that might be served. */
public final class L2UnavailableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public L2UnavailableException(String region, @Nullable Throwable cause) {
        super(
                "Couchbase did not answer in cache region '" + region + "' within tuned.cache.regions." + region
                        + ".l2.hard-timeout, and L1 has no copy that may be served",
                cause);
    }
}
