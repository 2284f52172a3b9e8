/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads;

/**
 * How many requests may be in service at once. An application's own bean of this type replaces the configured limit, and may return
 * another number each time. Implementations are thread-safe and never block.
 */
@FunctionalInterface
public interface RequestLimit {

    /** Requests that may be in service at once now; values below 1 count as 1. Asked with each request. */
    int current();
}
