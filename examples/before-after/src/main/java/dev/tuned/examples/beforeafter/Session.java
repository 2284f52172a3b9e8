/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;
import dev.tuned.examples.beforeafter.process.Children;
import dev.tuned.examples.beforeafter.process.JavaRuntime;
import dev.tuned.examples.beforeafter.process.Launch;
import dev.tuned.examples.beforeafter.report.HtmlReport;
import dev.tuned.examples.beforeafter.report.TextReport;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.Results;
import dev.tuned.examples.beforeafter.result.ResultsFile;
import dev.tuned.examples.beforeafter.run.Plan;
import dev.tuned.examples.beforeafter.run.Run;
import dev.tuned.examples.beforeafter.run.RunState;
import dev.tuned.examples.beforeafter.run.Surroundings;

/**
 * One run with its files. However it ends, by itself, by a failure or by Ctrl-C, its processes are ended and what has been
 * measured is written.
 */
final class Session {

    private static final long CLEAN_SECONDS = 5;

    private final RunOptions options;
    private final JavaRuntime java;
    private final String command;
    private final Children children = new Children();
    private final Progress progress = new Progress(System.out, CommandLine.Help.Ansi.AUTO.enabled());
    private final CountDownLatch cleaned = new CountDownLatch(1);
    private volatile @Nullable RunState state;
    private boolean written;

    Session(RunOptions options, JavaRuntime java, String command) {
        this.options = options;
        this.java = java;
        this.command = command;
    }

    /** The plans, to look at and not to run. */
    static Plans plans(Repository repository, Path files) {
        Launch none = repository.couchbase(Path.of("java"));
        return new Plans(repository, new LocalCouchbase(none, files, new Children()), files);
    }

    /** Runs and returns the exit code. */
    int run() throws IOException, InterruptedException {
        Thread hook = new Thread(this::interrupted, "ctrl-c");
        Runtime.getRuntime().addShutdownHook(hook);
        try (WorkDirectory work = WorkDirectory.create();
                children) {
            measure(work.path());
        } catch (IOException ex) {
            if (state == null) {
                throw ex;
            }
            state.failed(String.valueOf(ex.getMessage()));
        } finally {
            cleaned.countDown();
        }
        return end();
    }

    private void measure(Path work) throws IOException, InterruptedException {
        Repository repository = Repository.ours();
        Path files = Files.createDirectories(work.resolve("files"));
        try (LocalCouchbase couchbase =
                new LocalCouchbase(repository.couchbase(java.java()), work.resolve("couchbase"), children)) {
            Plan plan = options.plan(new Plans(repository, couchbase, files));
            RunState begun = new RunState(
                    plan,
                    Surroundings.machine(java, Variants.JVM_FLAGS),
                    Surroundings.commit(repository.root()),
                    command,
                    options.earlier());
            state = begun;
            for (StaticFiles each : Workloads.FILES) {
                each.write(files);
            }
            couchbase.start();
            new Run(plan, java, couchbase, begun, progress, children, work).run();
        }
    }

    /** Runs as a shutdown hook: does nothing after a run that came to its end. */
    private void interrupted() {
        RunState begun = state;
        if (begun != null) {
            begun.failed("interrupted");
        }
        children.close();
        try {
            if (begun != null) {
                end();
            }
            cleaned.await(CLEAN_SECONDS, TimeUnit.SECONDS);
        } catch (IOException ex) {
            System.err.println("The results could not be written: " + ex.getMessage());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized int end() throws IOException {
        RunState begun = state;
        if (begun == null) {
            return Outcome.VOID.exitCode();
        }
        Results results = begun.snapshot();
        if (!written) {
            written = true;
            progress.end();
            ResultsFile.write(options.json, ResultsFile.toJson(results));
            ResultsFile.write(options.html, HtmlReport.of(results));
            if (results.problem() != null) {
                System.err.println("stopped: " + results.problem());
            }
            System.out.println("written: " + options.json + ", " + options.html);
            System.out.print(TextReport.of(results));
        }
        return results.outcome().exitCode();
    }
}
