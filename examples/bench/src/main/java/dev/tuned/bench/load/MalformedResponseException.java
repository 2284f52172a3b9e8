/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.io.IOException;

/** The server sent something that is not an HTTP/1.1 response to the request. */
final class MalformedResponseException extends IOException {

    MalformedResponseException(String message) {
        super(message);
    }
}
