/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.requests;

/** A file of requests cannot be used. The message names the line and the reason. */
public final class RequestFileException extends Exception {

    private static final long serialVersionUID = 1L;

    RequestFileException(String place, String why) {
        super(place + ": " + why);
    }
}
