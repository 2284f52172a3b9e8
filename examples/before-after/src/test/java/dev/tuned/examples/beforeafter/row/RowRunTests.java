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
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.run.RunListener;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;

import static dev.tuned.examples.beforeafter.row.Condition.that;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

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
        public String starter() {
            return "upload";
        }

        @Override
        public String title() {
            return "Requests are answered";
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
        public void play(Instances instances, Counts counts) throws IOException, InterruptedException {
            play.play(instances.one(), counts);
        }

        @Override
        public List<Condition> conditions() {
            return List.of(claims);
        }

        @Override
        public Headline headline() {
            return Headline.of("%s answered", ANSWERED)
                    .failing(ANSWERED, answered -> answered == 0, "nothing, %s times");
        }
    }

    private static Column column(String name) {
        return new Column(name, Path.of(name + ".jar"), List.of(), "64m", JavaRuntime.newest(), false, false);
    }

    private interface Start {
        ServiceProcess start(Column column, String name) throws IOException, InterruptedException;
    }

    private record Started(Start start) implements Instances.Starter {

        @Override
        public ServiceProcess start(Column column, String name) throws IOException, InterruptedException {
            return start.start(column, name);
        }

        @Override
        public LocalCouchbase couchbase() {
            throw new IllegalStateException("There is none");
        }
    }

    private RowResult run(Row row, Start start) throws IOException, InterruptedException {
        RowCounts counts = new RowCounts(row, List.of(column("stock"), column("best property"), column("tuned")), 3);
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
        new RowRun(counts, new Started(start), listener).run();
        return counts.result();
    }

    private ServiceProcess somewhere(Column column, String name) throws IOException {
        started.add(name);
        RunningService running = new RunningService(InetSocketAddress.createUnresolved("127.0.0.1", 1), null);
        return ServiceProcess.start(Variant.running(column.name(), running), directory, children);
    }

    private static Play answering(double stock, double property, double tuned) {
        Map<String, Double> answers = Map.of("stock", stock, "best property", property, "tuned", tuned);
        return (service, counts) -> counts.put(ANSWERED, answers.getOrDefault(service.name(), -1.0));
    }

    @Test
    void whatIsClaimedIsAskedOfEachColumn() throws Exception {
        RowResult result = run(new Played(answering(0, 5, 10), that(ANSWERED).is(10)), this::somewhere);

        assertThat(result.beyondProperties()).isTrue();
        assertThat(result.verdict()).isEqualTo("held, and by no property");
        assertThat(result.counts().get(0).values().get("tuned")).containsExactly(10.0, 10.0, 10.0);
        assertThat(result.shown().get("stock")).isEqualTo(new RowResult.Shown(0, "nothing, 0 times", true));
        assertThat(result.shown().get("tuned")).isEqualTo(new RowResult.Shown(10, "10 answered", false));
        assertThat(started).containsExactlyInAnyOrder("stock-1", "best-property-1", "tuned-1");
        assertThat(progress).contains("played: tuned: 3 of 3");
    }

    @Test
    void whereThePropertyDoesAsWellNothingIsClaimed() throws Exception {
        RowResult result = run(new Played(answering(0, 10, 10), that(ANSWERED).is(10)), this::somewhere);

        assertThat(result.held()).isTrue();
        assertThat(result.beyondProperties()).isFalse();
        assertThat(result.verdict()).isEqualTo("held, and claims nothing: the property does as well in 3 of 3");
    }

    @Test
    void whatIsClaimedHasToHoldEachTime() throws Exception {
        AtomicInteger times = new AtomicInteger();
        RowResult result = run(
                new Played(
                        (service, counts) ->
                                counts.put(ANSWERED, service.name().equals("tuned") ? times.getAndIncrement() : 0),
                        that(ANSWERED).isAtLeast(1)),
                this::somewhere);

        assertThat(result.conditions().get(0).held()).containsExactly(false, true, true);
        assertThat(result.held()).isFalse();
        assertThat(result.verdict()).isEqualTo("not held in 1 of 3");
    }

    @Test
    void aRateThatCannotBeEndsTheRow() {
        Row row = new Played(
                (service, counts) -> counts.putRate(ANSWERED, 267, 200, Duration.ofSeconds(1)),
                that(ANSWERED).is(267));

        assertThatIOException()
                .isThrownBy(() -> run(row, this::somewhere))
                .withMessageContaining("267 were measured")
                .withMessageContaining("200 at most");
    }

    @Test
    void aServiceThatCannotBeStartedEndsTheRow() {
        assertThatIOException()
                .isThrownBy(() ->
                        run(new Played(answering(1, 1, 1), that(ANSWERED).is(1)), (column, name) -> {
                            if (column.name().equals("tuned")) {
                                throw new IOException("no port is free");
                            }
                            return somewhere(column, name);
                        }))
                .withMessage("no port is free");
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

        run(row, (column, name) -> {
            started.add(name);
            Variant variant = new Variant(column.name(), jar, List.of(), CheapJvm.FLAGS, JavaRuntime.newest());
            ServiceProcess service = ServiceProcess.start(variant, directory.resolve(name), children);
            service.awaitReady("/");
            return service;
        });

        assertThat(started)
                .containsExactlyInAnyOrder(
                        "stock-1", "best-property-1", "best-property-2", "best-property-3", "tuned-1");
    }
}
