/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

/** Is notified of how a run goes, on the thread that runs it. */
public interface RunListener {

    /** A line for the record. */
    void announced(String line);

    /** What is being done now, and the share of the measurements that is done. */
    void progress(String what, double share);
}
