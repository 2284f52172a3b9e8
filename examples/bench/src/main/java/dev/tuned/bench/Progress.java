/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench;

import java.io.PrintStream;

import dev.tuned.bench.run.RunListener;

/** Prints one line that keeps changing; where the output is not a terminal, a line for each step. */
public final class Progress implements RunListener {

    private static final int WIDTH = 100;

    private final PrintStream out;
    private final boolean terminal;

    Progress(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    @Override
    public void announced(String line) {
        end();
        out.println(line);
    }

    @Override
    public void progress(String what, double share) {
        String line = Math.round(100 * share) + " % " + what;
        if (terminal) {
            out.print("\r" + pad(line));
            out.flush();
        } else {
            out.println(line);
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
