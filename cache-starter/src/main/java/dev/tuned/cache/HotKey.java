/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache;

/**
 * One of the keys of a region that are read most.
 *
 * @param key the key
 * @param share its part of the hits in L1, estimated from a sample, 0 to 1
 */
public record HotKey(Object key, double share) {}
