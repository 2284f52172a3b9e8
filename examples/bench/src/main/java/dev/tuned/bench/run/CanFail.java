/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

/** What is measured in a session, which may have to end before it is complete. Thread-safe. */
public interface CanFail {

    /** It cannot go on. The first reason counts, which may quote a log or an answer. */
    void failed(String reason);
}
