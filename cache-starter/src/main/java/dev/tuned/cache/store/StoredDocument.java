/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.store;

/**
 * A document as the store had it.
 *
 * @param content the bytes; never changed by anyone who gets them
 * @param cas identifies this version of the document: every change makes another, never 0
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record StoredDocument(byte[] content, long cas) {}
