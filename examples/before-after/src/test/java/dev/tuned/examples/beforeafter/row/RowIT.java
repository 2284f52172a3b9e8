/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.run.RunListener;
import dev.tuned.bench.run.Site;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Each row holds, and does not with its starter switched off, nor with the property in its place. Not here: {@code logged-orders}, which is
 * about CPU and needs a machine of its own.
 */
class RowIT {

    private static final Repository REPOSITORY =
            new Repository(Path.of("../..").toAbsolutePath().normalize());
    private static final String OFF = "switched off";

    @TempDir
    private Path work;

    @ParameterizedTest
    @CsvSource({
        "slow-forms, tuned.upload.enabled=false, true",
        "unread-console, tuned.logging.enabled=false, true",
        "terminated-orders, tuned.logging.enabled=false --logging.config=classpath:logback-async.xml, true",
        // Spring Boot's property answers as many of these; but not of those.
        "waiting-requests, tuned.threads.enabled=false, false",
        "scarce-connections, tuned.threads.enabled=false --spring.threads.virtual.enabled=true, true",
        "changed-products, tuned.cache.enabled=false, true",
        "static-files, tuned.threads.tomcat.sendfile.enabled=false, true"
    })
    @EnabledOnOs(OS.LINUX)
    void holdsAndFailsWithoutTheStarterAndWithTheProperty(String name, String off, boolean propertyFails)
            throws Exception {
        Row row = Rows.byName().get(name);
        JavaRuntime java = JavaRuntime.newest();
        List<Column> three = row.columns(new Columns(REPOSITORY, java));
        Column tuned = three.get(2);
        List<Column> columns = Stream.concat(
                        three.stream(), Stream.of(tuned.named(OFF).with(List.of(("--" + off).split(" ")))))
                .toList();
        RowState state = new RowState(row, columns, 1, new Machine(1, 1, "", "", "", "", 0), null, "row " + name);
        try (Children children = new Children();
                LocalCouchbase couchbase =
                        new LocalCouchbase(REPOSITORY.couchbase(java.java()), work.resolve("couchbase"), children)) {
            couchbase.start();
            Services services = new Services(new Site(couchbase, new Silent(), children, work));
            services.train(columns);
            new RowRun(row, columns, 1, services, state, new Silent()).run();
        }

        assumeTrue(
                failed(state, Column.TUNED).stream().noneMatch(condition -> condition.startsWith(Column.STOCK + ":")),
                () -> row.name() + ": the machine is too busy for stock, too: " + state.counted(1));
        if (!row.name().equals("waiting-requests")) {
            // How soon the pool has grown depends on what else the machine does.
            assertThat(failed(state, Column.TUNED)).as("%s", state.counted(1)).isEmpty();
        }
        assertThat(failed(state, OFF)).as("%s", state.counted(1)).isNotEmpty();
        if (propertyFails) {
            assertThat(failed(state, Column.PROPERTY))
                    .as("%s", state.counted(1))
                    .isNotEmpty();
        }
    }

    /** The conditions that do not hold where another column is taken for tuned. */
    private static List<String> failed(RowState state, String tuned) {
        Map<String, Map<Count, Double>> counts = new HashMap<>(state.counted(1));
        counts.put(Column.TUNED, counts.get(tuned));
        return state.row().conditions().stream()
                .filter(condition -> !condition.holds().test(counts))
                .map(Condition::text)
                .toList();
    }

    private record Silent() implements RunListener {

        @Override
        public void announced(String line) {}

        @Override
        public void progress(String what, double share) {}
    }
}
