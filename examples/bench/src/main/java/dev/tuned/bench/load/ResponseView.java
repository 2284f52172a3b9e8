/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

/** A response that has arrived in full. */
public interface ResponseView {

    /** The HTTP status. */
    int status();

    /** Whether it says after which time to try again. */
    boolean hasRetryAfter();

    /** The length of the body in bytes, without the framing of chunks. */
    long bodyLength();

    /** A CRC-32 of the first 16 KB of the body. */
    int checksum();

    /** Whether the body starts with these bytes; only the first 64 are kept to compare. */
    boolean bodyStartsWith(byte[] prefix);
}
