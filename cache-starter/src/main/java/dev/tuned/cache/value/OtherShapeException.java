/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.value;

/** A document was written by another version of the application, whose type has another shape. */
public final class OtherShapeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    OtherShapeException() {
        super("The document is of another version of the type", null, false, false);
    }
}
