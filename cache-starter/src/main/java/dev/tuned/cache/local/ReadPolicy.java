/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.local;

/**
 * What a read may do beside serving a fresh entry and loading on its caller's thread.
 *
 * @param refreshAhead whether it starts a reload in the background of an entry that is fresh, but due
 * @param stale whether it may be answered with a stale copy, while that is reloaded in the background or cannot be
 */
public record ReadPolicy(boolean refreshAhead, boolean stale) {}
