/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.microbenchmarks.log;

/** A logging library, set up to write to a file. Thread-safe. */
interface Target extends AutoCloseable {

    /** Puts what a web request would into the MDC of the calling thread. */
    void enterRequest();

    /** Logs a line about a product, in full or only in short. */
    void log(boolean inFull, long product);

    /** Waits until nothing is left to be done for the lines so far; a line may stay in a buffer. */
    void await();

    /** Ends logging as the library does at the end of an application. */
    @Override
    void close();
}
