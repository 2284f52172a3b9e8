/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.scenario;

/** What lies between the variants and Couchbase. */
public enum Wire {
    /** This machine's loopback. */
    NEAR(0),

    /** What field report S2 measured of a read: 19 of its 25 ms. */
    FAR(19),

    /** Cut and joined again under load. */
    CUT(0);

    private final int delayMillis;

    Wire(int delayMillis) {
        this.delayMillis = delayMillis;
    }

    /** How much later answers arrive. */
    public int delayMillis() {
        return delayMillis;
    }
}
