/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.run.RunListener;
import dev.tuned.bench.run.Site;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Each row holds, and does not with its starter switched off, nor with the property in its place, unless it is known to
 * do as well. Not here: {@code small-forms} and {@code logged-orders}, which are about CPU alone and need a machine of
 * their own.
 */
@Tag("thorough")
class RowIT {

    private static final Repository REPOSITORY =
            new Repository(Path.of("../..").toAbsolutePath().normalize());
    private static final String OFF = "switched off";

    /**
     * How soon a pool has grown and how long the longest read takes depend on what else the machine does; and it takes
     * seconds until what a distant Couchbase has is in memory, since the time that it is kept there is asked apart.
     */
    private static final List<String> NOT_EACH_TIME =
            List.of("waiting-requests", "unreachable-cache", "unreachable-cache-redis");

    @TempDir
    private Path work;

    @ParameterizedTest
    @CsvSource({"changed-products, tuned.cache.enabled=false", "static-files, tuned.threads.enabled=false"})
    @EnabledOnOs(OS.LINUX)
    void holdsAndFailsWithoutTheStarterAndWithTheProperty(String name, String off) throws Exception {
        play(name, off, OFF, Column.STOCK, Column.PROPERTY);
    }

    @Tag("nightly")
    @ParameterizedTest
    @CsvSource({
        "slow-forms, tuned.upload.enabled=false",
        "unread-console, tuned.logging.enabled=false",
        "terminated-orders, tuned.logging.enabled=false",
        "waiting-requests, tuned.threads.enabled=false",
        "restarted-products, tuned.cache.enabled=false",
        "changed-products-redis, tuned.cache.enabled=false",
        "restarted-products-redis, tuned.cache.enabled=false"
    })
    @EnabledOnOs(OS.LINUX)
    void theOtherRowsHoldAndFailLikewise(String name, String off) throws Exception {
        play(name, off, OFF, Column.STOCK, Column.PROPERTY);
    }

    /** A local cache asks no other one, so the property holds these, too. */
    @Tag("nightly")
    @ParameterizedTest
    @ValueSource(strings = {"distant-cache", "unreachable-cache", "distant-cache-redis", "unreachable-cache-redis"})
    @EnabledOnOs(OS.LINUX)
    void rowsThatThePropertyHoldsFailWithoutTheStarter(String name) throws Exception {
        play(name, "tuned.cache.enabled=false", OFF, Column.STOCK);
    }

    private void play(String name, String off, String... failing) throws Exception {
        Row row = Rows.byName().get(name);
        assumeThat(row).as("those on Redis need redis-server on the PATH").isNotNull();
        JavaRuntime java = JavaRuntime.newest();
        // With the first compiler alone, a service is soon as warm as it gets.
        List<Column> three = row.columns(new Columns(REPOSITORY, java)).stream()
                .map(Column::withOneCompiler)
                .toList();
        List<Column> columns = Stream.concat(
                        three.stream(), Stream.of(three.get(2).named(OFF).with(List.of("--" + off))))
                .toList();
        RowCounts counts = new RowCounts(row, columns, 1);
        try (Children children = new Children();
                LocalCouchbase couchbase =
                        new LocalCouchbase(REPOSITORY.couchbase(java), work.resolve("couchbase"), children)) {
            couchbase.start();
            Services services = new Services(new Site(couchbase, new Silent(), children, work), couchbase);
            services.train(columns);
            new RowRun(counts, services, new Silent()).run();
        }

        Map<String, List<Boolean>> passed = counts.result().passed();
        if (!NOT_EACH_TIME.contains(name)) {
            assertThat(passed.get(Column.TUNED)).as("%s", counts.counted(1)).containsExactly(true);
        }
        assertThat(Stream.of(failing).map(passed::get))
                .as("%s", counts.counted(1))
                .containsOnly(List.of(false));
    }

    private record Silent() implements RunListener {

        @Override
        public void announced(String line) {}

        @Override
        public void progress(String what, double share) {}
    }
}
