/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

/** The store was not asked, because it failed too often a moment ago. Has no stack trace: it is thrown a lot. */
public final class BreakerOpenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BreakerOpenException() {
        super("Couchbase is skipped for a moment: it failed too often in a row", null, false, false);
    }
}
