/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

/**
 * A stored part and the digest of its bytes.
 *
 * @param stored result of the sink that stored it
 * @param hex the digest in lower-case hexadecimal
 * @param <R> type of that result
 */
public record Digested<R>(R stored, String hex) {}
