/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.sink;

import java.io.IOException;
import java.net.URI;

/** A receiver's answer to a forwarded part that does not say that it has the part. */
@SuppressWarnings("serial")
public final class ForwardException extends IOException {

    private final int statusCode;

    ForwardException(URI uri, int statusCode, String toWhat) {
        super("%s answered %d %s".formatted(uri, statusCode, toWhat));
        this.statusCode = statusCode;
    }

    /** Status of the receiver's answer. */
    public int statusCode() {
        return statusCode;
    }
}
