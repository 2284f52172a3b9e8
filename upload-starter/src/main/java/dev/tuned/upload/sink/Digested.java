/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

/**
 * A stored part and the digest of its bytes.
 *
 * @param stored what the sink that stored it says
 * @param hex the digest in lower-case hexadecimal
 * @param <R> what the sink that stored it says
 */
public record Digested<R>(R stored, String hex) {}
