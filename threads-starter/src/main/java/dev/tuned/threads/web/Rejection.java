/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.time.Duration;

import jakarta.servlet.http.HttpServletResponse;

/**
 * The answer to a request for which there is no room, without a body. Immutable.
 *
 * @param status 400 to 599
 * @param retryAfter value of the header {@code Retry-After}, rounded up to seconds; zero for none
 */
record Rejection(int status, Duration retryAfter) {

    /** Answers a request of which nothing was answered yet. */
    void answer(HttpServletResponse response) {
        response.setStatus(this.status);
        if (!this.retryAfter.isZero()) {
            response.setHeader(
                    "Retry-After",
                    String.valueOf(this.retryAfter.plusNanos(999_999_999).toSeconds()));
        }
        response.setContentLength(0);
    }
}
