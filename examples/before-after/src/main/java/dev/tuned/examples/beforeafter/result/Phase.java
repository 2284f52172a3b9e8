/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.result;

/**
 * A part of a round in which Couchbase goes away.
 *
 * @param name {@code healthy}, {@code away}, {@code returning} (until an answer is newer than the return) or
 *     {@code recovered}
 * @param requests how many requests were answered or failed
 * @param failures how many of them failed
 * @param latencyMsP99 the 99th percentile of the latency of all of them
 * @param oldestMs the age of the oldest data in an answer
 */
public record Phase(String name, long requests, long failures, double latencyMsP99, double oldestMs) {}
