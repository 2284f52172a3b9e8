/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.load;

/** What a response has to be. Called for every response under load, so an implementation allocates nothing. */
public interface Expectation {

    /** Whether the response is right. */
    boolean accepts(ResponseView response);

    /** Status and start of the body: for bodies that differ from request to request. */
    static Expectation startsWith(int status, byte[] prefix) {
        return response -> response.status() == status && response.bodyStartsWith(prefix);
    }

    /** Status and length of the body. */
    static Expectation length(int status, long length) {
        return response -> response.status() == status && response.bodyLength() == length;
    }

    /**
     * Status, and the same length and checksum of the body as the first right response had, whichever server sent that
     * one: sharing the request between servers holds their answers equal.
     */
    static Expectation sameBody(int status) {
        return new SameBody(status);
    }
}
