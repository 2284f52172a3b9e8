/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.run;

import java.io.IOException;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.result.Outcome;

/**
 * One run with its files. However it ends, by itself, by a failure or by Ctrl-C, its processes are ended and what has
 * been measured is written.
 */
public abstract class Session {

    private final Children children = new Children();
    private final Progress progress = new Progress(System.out, CommandLine.Help.Ansi.AUTO.enabled(), System::nanoTime);
    private volatile @Nullable RunState measured;
    private @Nullable Outcome outcome;

    /** Measures, with the files of the run below a directory; calls {@link #begun} before anything is measured. */
    protected abstract void measure(Path work) throws IOException, InterruptedException;

    /** Writes what was measured, and prints the results. */
    protected abstract Outcome write(RunState measured) throws IOException;

    protected final Children children() {
        return children;
    }

    protected final Progress progress() {
        return progress;
    }

    protected final void begun(RunState begun) {
        measured = begun;
    }

    /** Runs and returns the exit code. */
    public final int run() throws IOException, InterruptedException {
        Interruption interruption = new Interruption(this::interrupted);
        try (children) {
            measure(children.directory());
        } catch (IOException ex) {
            RunState begun = measured;
            if (begun == null) {
                throw ex;
            }
            begun.failed(String.valueOf(ex.getMessage()));
        } finally {
            interruption.close();
        }
        return end();
    }

    /** Runs in a shutdown hook: the processes end, and what has been measured is written. */
    private void interrupted() {
        RunState begun = measured;
        if (begun != null) {
            begun.failed("interrupted");
        }
        children.close();
        try {
            if (begun != null) {
                end();
            }
        } catch (IOException ex) {
            System.err.println("The results could not be written: " + ex.getMessage());
        }
    }

    private synchronized int end() throws IOException {
        RunState begun = measured;
        if (begun == null) {
            return Outcome.INVALID.exitCode();
        }
        if (outcome == null) {
            outcome = Outcome.INVALID;
            progress.end();
            outcome = write(begun);
        }
        return outcome.exitCode();
    }
}
