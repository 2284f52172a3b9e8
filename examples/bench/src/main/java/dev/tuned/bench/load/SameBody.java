/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

/** Learns length and checksum from the first response, then insists on them. Thread-safe. */
final class SameBody implements Expectation {

    private final int status;
    private long length = -1;
    private int checksum;

    SameBody(int status) {
        this.status = status;
    }

    @Override
    public synchronized boolean accepts(ResponseView response) {
        if (response.status() != status) {
            return false;
        }
        if (length < 0) {
            length = response.bodyLength();
            checksum = response.checksum();
        }
        return response.bodyLength() == length && response.checksum() == checksum;
    }
}
