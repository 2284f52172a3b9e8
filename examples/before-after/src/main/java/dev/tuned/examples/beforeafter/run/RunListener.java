/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.util.List;

import dev.tuned.examples.beforeafter.result.ScenarioResult;

/** Is told how a run goes, on the thread that runs it. */
public interface RunListener {

    /** What is about to be done, line by line. */
    void planned(List<String> lines);

    /** What is being done now, with the seconds to go as far as they are known. */
    void progress(String what, long secondsToGo);

    /** A scenario is through. */
    void measured(ScenarioResult result);
}
