/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

import java.nio.charset.StandardCharsets;

/** An answer with its whole body. */
public final class Answer {

    private final int status;
    private final byte[] body;
    private final boolean accepted;

    Answer(int status, byte[] body, boolean accepted) {
        this.status = status;
        this.body = body;
        this.accepted = accepted;
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }

    /** The body, not a copy. */
    public byte[] body() {
        return body;
    }

    /** The body as text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** Whether the request's expectation held. */
    public boolean accepted() {
        return accepted;
    }
}
