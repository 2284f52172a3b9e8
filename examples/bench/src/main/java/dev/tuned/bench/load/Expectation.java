/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.load;

/** Checks a response, at little cost, since each response of a load is checked. */
public interface Expectation {

    /** Whether the response is right. */
    boolean accepts(Answer response);
}
