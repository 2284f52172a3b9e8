/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

/** The same, by all kinds of requests. */
class SiteInDetailScenario extends SiteScenario {

    @Override
    boolean inDetail() {
        return true;
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
