/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.PrintStream;
import java.util.List;

import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.run.RunListener;

/**
 * Prints the plan, then one line that keeps changing. Where the output is not a terminal, a line per scenario instead.
 */
final class Progress implements RunListener {

    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean terminal;
    private volatile String current = "starting";

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** What is being done now. */
    String current() {
        return current;
    }

    @Override
    public void planned(List<String> lines) {
        lines.forEach(out::println);
    }

    @Override
    public void progress(String what, long secondsToGo) {
        current = what + ", about " + secondsToGo + " s to go";
        if (terminal) {
            out.print("\r" + pad(current));
            out.flush();
        }
    }

    @Override
    public void measured(ScenarioResult result) {
        if (!terminal) {
            out.println(result.name() + ", " + result.candidate() + " against " + result.baseline() + ": "
                    + result.verdict());
        }
    }

    /** Clears the line, so that what follows starts on it. */
    void end() {
        if (terminal) {
            out.print("\r" + pad("") + "\r");
            out.flush();
        }
    }

    private static String pad(String text) {
        return text.length() >= WIDTH ? text.substring(0, WIDTH) : text + " ".repeat(WIDTH - text.length());
    }
}
