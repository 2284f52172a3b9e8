/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.List;

import com.example.neighbours.coroutines.CoroutinesApplication;

import dev.tuned.examples.dropin.Application;

/** Kotlin's coroutines, in controllers and in cached functions. */
class CoroutinesScenario extends NeighbourScenario {

    @Override
    public Application application() {
        return market(
                CoroutinesApplication.class,
                "org.jetbrains.kotlinx:kotlinx-coroutines-reactor",
                "org.jetbrains.kotlin:kotlin-reflect");
    }

    @Override
    List<String> paths() {
        return List.of("/suspended/pears", "/suspended/pears", "/flow/dates", "/flow/pears", "/fails");
    }

    @Override
    void requireActed(String seen) {
        require(seen, "coroutine: pears by call 1", "coroutine: dates by call 2; coroutine: dates by call 2; ");
    }

    @Override
    public boolean inSlice() {
        return false;
    }
}
