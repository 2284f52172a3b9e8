/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import dev.tuned.bench.judge.Claims;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.Run;
import dev.tuned.bench.run.RunListener;
import dev.tuned.bench.run.RunState;
import dev.tuned.bench.run.Session;
import dev.tuned.bench.run.Site;
import dev.tuned.bench.run.WarmUp;
import dev.tuned.bench.run.Workload;
import dev.tuned.examples.beforeafter.catalog.FastLaunch;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.catalog.StarterExperiments;
import dev.tuned.examples.beforeafter.catalog.StaticFiles;
import dev.tuned.examples.beforeafter.catalog.Variants;
import dev.tuned.examples.beforeafter.catalog.Workloads;
import dev.tuned.examples.beforeafter.report.RowReport;
import dev.tuned.examples.beforeafter.report.TextReport;
import dev.tuned.examples.beforeafter.row.Column;
import dev.tuned.examples.beforeafter.row.Columns;
import dev.tuned.examples.beforeafter.row.Row;
import dev.tuned.examples.beforeafter.row.RowCounts;
import dev.tuned.examples.beforeafter.row.RowRun;
import dev.tuned.examples.beforeafter.row.Services;

/** A run of the example service: rows, workloads, or both. */
final class ProofSession extends Session {

    /** Of uploads that do not fit the services' heaps. */
    private static final long MIN_FREE_BYTES = 512L << 20;

    private final RunOptions options;
    private final JavaRuntime java;
    private final String command;
    private final Repository repository = Repository.ours();

    ProofSession(RunOptions options, JavaRuntime java, String command) {
        this.options = options;
        this.java = java;
        this.command = command;
    }

    @Override
    protected void measure(Path work) throws IOException, InterruptedException {
        long free = Files.getFileStore(work).getUsableSpace();
        if (free < MIN_FREE_BYTES) {
            throw new IOException(
                    "%s has %d MB free, and a row takes up to %d (another one: java -Djava.io.tmpdir=DIRECTORY -jar …)"
                            .formatted(work.getParent(), free >> 20, MIN_FREE_BYTES >> 20));
        }
        try (LocalCouchbase couchbase =
                new LocalCouchbase(repository.couchbase(java), work.resolve("couchbase"), children())) {
            couchbase.start();
            Site site = new Site(couchbase, progress(), children(), work);
            List<RowCounts> rows = new ArrayList<>();
            for (Row row : options.rows()) {
                List<Column> columns = options.columns(row.columns(new Columns(repository, java)));
                rows.add(new RowCounts(row, columns, options.times));
            }
            new Services(site, couchbase)
                    .train(rows.stream().flatMap(row -> row.columns().stream()).toList());
            Machine machine = Machine.here(java.describe(), Variants.JVM_FLAGS);
            Plan plan = options.measuresWorkloads()
                    ? options.plan(StarterExperiments.of(repository, work.resolve("files")))
                    : Plan.of(List.of(), 0, "");
            Results earlier = options.measuresWorkloads() ? options.earlier : null;
            RunState state = new RunState(plan, machine, repository.commit(), command, earlier);
            begun(state);
            Map<Column, ServiceProcess> left = new ConcurrentHashMap<>();
            for (int number = 0; number < rows.size(); number++) {
                RowCounts row = rows.get(number);
                List<Column> next =
                        (number + 1 < rows.size()) ? rows.get(number + 1).columns() : List.of();
                Path directory = Files.createDirectories(work.resolve(row.row().name()));
                Site rowSite = new Site(couchbase, progress(), children(), directory);
                play(
                        row,
                        new Services(rowSite, couchbase, next, left),
                        state,
                        new RowProgress(progress(), number, rows.size()));
            }
            if (plan.experiments().isEmpty()) {
                state.finished();
            } else {
                new Run(trained(plan, site), state, site).run();
            }
        }
    }

    /** Plays a row, unless an earlier run has. */
    private void play(RowCounts row, Services services, RunState state, RunListener listener)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        RowResult planned = row.result();
        Optional<RowResult> earlier = Stream.ofNullable(options.earlier)
                .flatMap(results -> results.rows().stream())
                .filter(each -> each.complete()
                        && each.name().equals(planned.name())
                        && each.times() == planned.times()
                        && each.columns().equals(planned.columns()))
                .findFirst();
        state.add(() -> earlier.orElseGet(row::result));
        if (earlier.isEmpty()) {
            new RowRun(row, services, listener).run();
        }
        listener.announced(RowReport.of(earlier.orElseGet(row::result)) + "  "
                + Math.round((System.nanoTime() - begin) / 1e9) + " s\n");
    }

    /** The progress of a row as a part of that of all rows. */
    private record RowProgress(RunListener all, int before, int rows) implements RunListener {

        @Override
        public void announced(String line) {
            all.announced(line);
        }

        @Override
        public void progress(String what, double share) {
            all.progress(what, (before + share) / rows);
        }
    }

    /** The plan with fast launches, which are trained. */
    private Plan trained(Plan plan, Site site) throws IOException, InterruptedException {
        Path files = Files.createDirectories(site.work().resolve("files"));
        for (StaticFiles each : Workloads.FILES) {
            each.write(files);
        }
        List<Experiment> experiments = new ArrayList<>();
        for (Experiment each : plan.experiments()) {
            List<Variant> variants = new ArrayList<>();
            for (Variant variant : each.variants()) {
                FastLaunch launch = new FastLaunch(java, variant.jar(), variant.jvmFlags());
                launch.train(site, variant.arguments(), plan.readyPath(), service -> {
                    for (Workload workload : each.workloadsOf(variant.name())) {
                        workload.warmUp(service, WarmUp.Round.FIRST);
                    }
                });
                variants.add(launch.variant(variant));
            }
            experiments.add(new Experiment(each.name(), variants, each.comparisons(), each.withControl()));
        }
        return new Plan(
                experiments, plan.launches(), plan.warmUp(), plan.readyPath(), plan.readyWithin(), plan.settings());
    }

    @Override
    protected Outcome write(RunState state) throws IOException {
        Claims claims = Claims.of("Java " + java.version().feature());
        Results results = ProofVerdict.on(state.snapshot(), state.plan(), claims);
        ResultsFile.write(options.json, ResultsFile.toJson(results));
        ResultsFile.write(options.html, RowReport.html(results));
        if (results.problem() != null) {
            System.err.println("stopped: " + results.problem());
        }
        System.out.println("written: " + options.json + ", " + options.html);
        System.out.print(TextReport.of(results));
        return results.outcome();
    }
}
