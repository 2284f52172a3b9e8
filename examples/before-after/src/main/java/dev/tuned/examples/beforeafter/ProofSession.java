/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import picocli.CommandLine;

import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.report.HtmlReport;
import dev.tuned.examples.beforeafter.report.TextReport;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.run.Proof;
import dev.tuned.examples.beforeafter.run.RunRequest;
import dev.tuned.examples.beforeafter.run.RunState;
import dev.tuned.examples.beforeafter.run.Surroundings;

/**
 * One run with its files. However the run ends, by itself, by a failure or by Ctrl-C, its processes are ended and what has
 * been measured is written, once.
 */
final class ProofSession {

    private static final long CLEAN_SECONDS = 5;

    private final Path json;
    private final Path html;
    private final RunRequest request;
    private final RunState state;
    private final Children children = new Children();
    private final Progress progress = new Progress(System.out, CommandLine.Help.Ansi.AUTO.enabled());
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private boolean written;

    ProofSession(RunRequest request, Path json, Path html) {
        this.request = request;
        this.json = json;
        this.html = html;
        this.state = new RunState(
                Surroundings.machine(request.java(), request.jvmFlags()), Surroundings.commit(), request.command());
    }

    /** Runs and returns the exit code. */
    int run() throws IOException, InterruptedException {
        Thread hook = new Thread(this::interrupted, "ctrl-c");
        Runtime.getRuntime().addShutdownHook(hook);
        try (WorkDirectory work = WorkDirectory.create();
                children) {
            new Proof(request, state, progress, children, work.path()).run();
        } catch (IOException ex) {
            state.failed(String.valueOf(ex.getMessage()));
        } finally {
            cleaned.countDown();
        }
        return end();
    }

    /** Runs with the live page, which stays until Ctrl-C. */
    int serve() throws IOException, InterruptedException {
        try (LivePage page = LivePage.open(state, progress)) {
            System.out.println("live page: " + page.address());
            int exitCode = run();
            progress.progress("the run is over; Ctrl-C ends this page", 0);
            System.out.println("the page stays at " + page.address() + " until Ctrl-C");
            new CountDownLatch(1).await();
            return exitCode;
        }
    }

    /** Runs as a shutdown hook: does nothing after a run that came to its end. */
    private void interrupted() {
        state.failed("interrupted");
        children.close();
        try {
            end();
            cleaned.await(CLEAN_SECONDS, TimeUnit.SECONDS);
        } catch (IOException ex) {
            System.err.println("The results could not be written: " + ex.getMessage());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized int end() throws IOException {
        Results results = state.snapshot();
        if (!written) {
            written = true;
            progress.end();
            ResultsFile.write(json, ResultsFile.toJson(results));
            ResultsFile.write(html, HtmlReport.of(results));
            System.out.print(TextReport.of(results));
            if (results.problem() != null) {
                System.err.println("stopped: " + results.problem());
            }
            System.out.println("written: " + json + ", " + html);
        }
        return Outcome.exitCode(results.verdict());
    }
}
