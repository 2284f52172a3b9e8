/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

import org.jspecify.annotations.Nullable;

/**
 * What a process that misses a key does next: it takes the value that another one has loaded meanwhile, or loads.
 *
 * @param hit the value, or {@code null} where it is to be loaded
 * @param basis the last read of L2, on which a loaded value may be kept
 * @param end to be run when the loaded value is in L2, or will not be
 */
record Turn(@Nullable Hit hit, RemoteRead basis, Runnable end) {

    static Turn taken(Hit hit, RemoteRead basis) {
        return new Turn(hit, basis, () -> {});
    }

    static Turn load(RemoteRead basis) {
        return new Turn(null, basis, () -> {});
    }
}
