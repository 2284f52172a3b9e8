/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.row;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.RunningService;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.run.RunListener;
import dev.tuned.bench.run.Site;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class ServicesTests {

    private static final Column STOCK = column("64m");
    private static final Column LARGER = column("128m");

    @TempDir
    private Path directory;

    private final Children children = new Children();
    private final Map<Column, ServiceProcess> left = new HashMap<>();

    @AfterEach
    void end() {
        children.close();
    }

    private static Column column(String heap) {
        return new Column(
                "stock",
                Path.of("none.jar"),
                List.of(),
                heap,
                new JavaRuntime(Path.of("java"), Runtime.version(), ""),
                false,
                false);
    }

    private Services services(Column next) {
        Variant none = new Variant("none", Path.of("none.jar"), List.of(), List.of(), STOCK.java());
        LocalCouchbase couchbase = new LocalCouchbase(none, directory, children);
        return new Services(new Site(couchbase, new Silent(), children, directory), couchbase, List.of(next), left);
    }

    private ServiceProcess instance() throws IOException {
        RunningService running = new RunningService(InetSocketAddress.createUnresolved("127.0.0.1", 1), null);
        return ServiceProcess.start(Variant.running("stock", running), directory, children);
    }

    private record Silent() implements RunListener {

        @Override
        public void announced(String line) {}

        @Override
        public void progress(String what, double share) {}
    }

    @Test
    void aRowBeginsWithTheInstanceOfTheOneBeforeWhereTheColumnsAreEqual() throws Exception {
        ServiceProcess instance = instance();
        services(STOCK).end(STOCK, instance);
        assertThat(services(LARGER).start(STOCK, "stock-1")).isSameAs(instance);
        assertThat(left).isEmpty();
    }

    @Test
    void anInstanceOfAnotherColumnIsNotKept() throws Exception {
        services(LARGER).end(STOCK, instance());
        assertThat(left).isEmpty();
    }

    @Test
    void whatIsThereIsNotStartedForTheNextRow() throws Exception {
        ServiceProcess instance = instance();
        services(STOCK).end(STOCK, instance);
        services(STOCK).startNext(STOCK);
        assertThat(left).containsValue(instance);
    }
}
