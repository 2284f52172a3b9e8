/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.sanitizer.SanitizerApplication;

import dev.tuned.examples.dropin.Application;

/** A filter in front that escapes markup in parameters. */
class SanitizerScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(SanitizerApplication.class);
    }

    @Override
    void requireActed(String seen) {
        require(seen, "first &lt;b&gt;hi");
    }
}
