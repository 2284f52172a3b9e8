/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

/** A document would be larger than {@link ValueCodec#MAX_BYTES}. */
public final class TooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooLargeException() {
        super("The document would be larger than " + ValueCodec.MAX_BYTES + " bytes", null, false, false);
    }
}
