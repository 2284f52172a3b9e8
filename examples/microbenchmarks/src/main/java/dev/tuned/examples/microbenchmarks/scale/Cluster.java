/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.scale;

/**
 * Nodes that tell each other of their writes. Times are in seconds; every write changes another key.
 *
 * @param nodes processes, at least 2; each makes the same share of the writes
 * @param writes per second, of all nodes together, at random moments
 * @param poll {@code tuned.cache.invalidation.poll}
 * @param batchWindow {@code tuned.cache.invalidation.batch-window}
 * @param roundTrip from a node to Couchbase and back
 */
record Cluster(int nodes, double writes, double poll, double batchWindow, double roundTrip) {

    /** The log's own limit for the gets that it has under way. */
    static final int READS_AT_ONCE = 64;

    /** Bytes of a batch's document besides its keys. */
    static final double BATCH_BYTES = 95;

    /** Bytes of a key in a batch, such as {@code "product-1234567",}. */
    static final double KEY_BYTES = 18;

    /** Bytes of the counter. */
    static final double COUNTER_BYTES = 16;

    double writesPerNode() {
        return writes / nodes;
    }
}
