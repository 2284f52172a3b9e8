/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.PrintStream;
import java.util.function.LongSupplier;

/** Prints one line that keeps changing; where the output is not a terminal, a line for each step. */
public final class Progress implements RunListener {

    private static final int WIDTH = 100;
    private static final double MIN_SHARE = 0.05;

    private final PrintStream out;
    private final boolean terminal;
    private final LongSupplier nanos;
    private long begin = -1;
    private double reached;
    private long reachedAt;

    /** @param nanos the clock */
    Progress(PrintStream out, boolean terminal, LongSupplier nanos) {
        this.out = out;
        this.terminal = terminal;
        this.nanos = nanos;
    }

    @Override
    public void announced(String line) {
        end();
        out.println(line);
    }

    @Override
    public void progress(String what, double share) {
        String line = Math.round(100 * share) + " % " + what + left(share);
        if (terminal) {
            out.print("\r" + pad(line));
            out.flush();
        } else {
            out.println(line);
        }
    }

    /** The remaining time at the speed at which this share was reached; empty while hardly anything is done. */
    private String left(double share) {
        long now = nanos.getAsLong();
        if (begin < 0) {
            begin = now;
        }
        if (share != reached) {
            reached = share;
            reachedAt = now;
        }
        long seconds = Math.round(((reachedAt - begin) * (1 - share) / share - (now - reachedAt)) / 1e9);
        return share < MIN_SHARE || seconds <= 0
                ? ""
                : ", about " + (seconds < 120 ? seconds + " s" : Math.round(seconds / 60.0) + " minutes") + " left";
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
