/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.command.PlainService;
import dev.tuned.bench.process.CheapJvm;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.Launch;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.run.RunListener;

import static dev.tuned.examples.beforeafter.row.Condition.that;
import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RowRunTests {

    private static final Count ANSWERED = new Count("answered", "requests answered");

    @TempDir
    private Path directory;

    private final Children children = new Children();
    private final List<String> started = Collections.synchronizedList(new ArrayList<>());
    private final List<String> progress = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void end() {
        children.close();
    }

    /** Plays by itself: the services are not there. */
    private interface Play {
        void play(ServiceProcess service, Counts counts) throws IOException;
    }

    private record Played(Play play, Condition... claims) implements Row {

        @Override
        public String name() {
            return "played";
        }

        @Override
        public String sentence() {
            return "something comes";
        }

        @Override
        public List<Column> columns(Columns columns) {
            return List.of();
        }

        @Override
        public void play(ServiceProcess service, Counts counts) throws IOException {
            play.play(service, counts);
        }

        @Override
        public List<Condition> conditions() {
            return List.of(claims);
        }
    }

    private static Column column(String name) {
        return new Column(name, Path.of(name + ".jar"), List.of(), Map.of(), "64m", JavaRuntime.newest(), false);
    }

    private static final List<Column> COLUMNS = List.of(column("stock"), column("best property"), column("tuned"));

    private Results run(Row row, RowRun.Starter starter) throws IOException, InterruptedException {
        RowState state = new RowState(row, COLUMNS, 3, new Machine(2, 24_000, "Linux", "25", "", "25", 0), null, "row");
        RunListener listener = new RunListener() {
            @Override
            public void announced(String line) {
                progress.add(line);
            }

            @Override
            public void progress(String what, double share) {
                progress.add(what);
            }
        };
        try {
            new RowRun(row, COLUMNS, 3, starter, state, listener).run();
        } catch (IOException ex) {
            state.failed(String.valueOf(ex.getMessage()));
        }
        return state.snapshot();
    }

    private ServiceProcess somewhere(Column column, int time) throws IOException {
        started.add(column.name() + " " + time);
        return ServiceProcess.running(
                new RunningService(InetSocketAddress.createUnresolved("127.0.0.1", 1), null),
                column.name(),
                column.name(),
                directory,
                children);
    }

    @Test
    void aConditionHasToHoldEachTime() throws Exception {
        AtomicInteger times = new AtomicInteger();
        Row row = new Played(
                (service, counts) ->
                        counts.put(ANSWERED, service.name().equals("tuned") ? 10 : times.getAndIncrement()),
                that("tuned", ANSWERED).is(10),
                that("stock", ANSWERED).isBelow(1));

        Results results = run(row, this::somewhere);

        assertThat(results.outcome()).isEqualTo(Outcome.REFUTED);
        assertThat(results.sentence()).isEqualTo("played: 1 of 2 conditions held each of 3 times");
        RowResult result = results.row();
        assertThat(result).isNotNull();
        assertThat(result.conditions().get(0).held()).containsExactly(true, true, true);
        assertThat(result.conditions().get(1).heldEachTime()).isFalse();
        assertThat(result.counts().get(0).values().get("tuned")).containsExactly(10.0, 10.0, 10.0);
        assertThat(started).containsExactlyInAnyOrder("stock 1", "best property 1", "tuned 1");
    }

    @Test
    void aRowThatHoldsIsWrittenAndReadBack() throws Exception {
        Row row = new Played(
                (service, counts) -> counts.put(ANSWERED, 10),
                that("tuned", ANSWERED).is(10));

        Results results = run(row, this::somewhere);

        assertThat(results.outcome().exitCode()).isZero();
        Path file = directory.resolve("results.json");
        ResultsFile.write(file, ResultsFile.toJson(results));
        assertThat(ResultsFile.read(file)).isEqualTo(results);
        assertThat(progress).contains("played: tuned: starting", "played: tuned: 3 of 3");
    }

    @Test
    void aRateThatCannotBeMakesTheRowInvalid() throws Exception {
        Row row = new Played(
                (service, counts) -> counts.putRate(ANSWERED, 267, 200, Duration.ofSeconds(1)),
                that("tuned", ANSWERED).is(267));

        Results results = run(row, this::somewhere);

        assertThat(results.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(results.outcome().exitCode()).isEqualTo(2);
        assertThat(results.sentence()).contains("267 were measured", "200 at most");
    }

    @Test
    void aServiceThatCannotBeStartedMakesTheRowInvalid() throws Exception {
        Row row = new Played(
                (service, counts) -> counts.put(ANSWERED, 10),
                that("tuned", ANSWERED).is(10));

        Results results = run(row, (column, time) -> {
            if (column.name().equals("tuned")) {
                throw new IOException("no port is free");
            }
            return somewhere(column, time);
        });

        assertThat(results.outcome()).isEqualTo(Outcome.INVALID);
        assertThat(results.problem()).isEqualTo("no port is free");
    }

    @Test
    void aServiceThatHasEndedIsStartedAgain() throws Exception {
        Path jar = PlainService.jar(directory);
        Row row = new Played((service, counts) -> {
            counts.put(ANSWERED, 10);
            if (service.variant().equals("best property")) {
                service.kill();
            }
        });

        run(row, (column, time) -> {
            String name = column.name().replace(' ', '-') + "-" + time;
            started.add(name);
            Launch launch = Launch.jar(name, JavaRuntime.newest().java(), CheapJvm.FLAGS, jar);
            ServiceProcess service = ServiceProcess.start(launch, column.name(), directory.resolve(name), children);
            service.awaitReady("/");
            return service;
        });

        assertThat(started)
                .containsExactlyInAnyOrder(
                        "stock-1", "best-property-1", "best-property-2", "best-property-3", "tuned-1");
    }
}
