/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.couchbase;

import java.io.IOException;
import java.io.OutputStream;

/** A request or an answer on a wire. */
interface Message {

    void write(OutputStream out) throws IOException;

    /** Whether this is a request that reads or writes a document, or an entry. */
    boolean isOnDocument();

    /** Whether this request has a key that starts so. */
    boolean isOnKeyStartingWith(String prefix);
}
