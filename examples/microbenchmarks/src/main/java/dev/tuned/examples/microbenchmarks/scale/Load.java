/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

/**
 * What the log of a cluster costs, and how long it takes.
 *
 * @param operations commands to Couchbase per second
 * @param onCounter how many of them go to the one document that counts the batches
 * @param bytes of documents' content moved per second, without keys and protocol
 * @param meanDelay seconds from a write on one node to its arrival on another
 * @param p99Delay as {@code meanDelay}, for 99 of 100
 */
record Load(double operations, double onCounter, double bytes, double meanDelay, double p99Delay) {}
