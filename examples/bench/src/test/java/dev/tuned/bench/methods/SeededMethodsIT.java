/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.compare.RecordedWorkload;
import dev.tuned.bench.compare.ServiceLoad;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.report.Words;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.requests.RequestFile;
import dev.tuned.bench.result.Growth;
import dev.tuned.bench.run.Comparison;
import dev.tuned.bench.run.Environment;
import dev.tuned.bench.run.Experiment;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.run.RunListener;
import dev.tuned.bench.run.SideBySide;
import dev.tuned.bench.run.Site;

import static org.assertj.core.api.Assertions.assertThat;

/** Ten changes in two applications, fixed before anything was measured: the first three lines say which. */
@Tag("nightly")
class SeededMethodsIT {

    private static final int NAMED_AT_LEAST = 8;

    /** The change, the application, and what one of the first three lines has to name. */
    private record Seed(String name, String application, String named) {}

    private static final List<Seed> SEEDS = List.of(
            new Seed("filter", "shop", "AuditFilter\\.(doFilterInternal|sign)"),
            new Seed("slower-query", "shop", "ProductRepository\\.(search|query)"),
            new Seed("lost-cache", "shop", "ProductRepository\\.(load|query)"),
            new Seed(
                    "logged-line",
                    "shop",
                    "ShopController\\.product: .*most of it in (org\\.slf4j|ch\\.qos\\.logback|java)\\."),
            new Seed("lock", "shop", "Stock\\.(reserve|check)"),
            new Seed("regex", "notes", "NoteService\\.clean: .*java\\.util\\.regex"),
            new Seed("boxing", "notes", "Statistics\\.sum"),
            new Seed("larger-response", "notes", "(?i)json|NotesController\\.(notes|lambda)|NoteService\\.note"),
            new Seed("serializer", "notes", "MoneySerializer\\.serialize"),
            new Seed("interceptor", "notes", "TenantInterceptor\\.preHandle"));

    private static final Map<String, String> REQUESTS = Map.of("shop", """
            GET /products/17

            ###
            GET /search?name=product%2017

            ###
            POST /reservations/17
            """, "notes", """
            GET /notes

            ###
            POST /clean
            Content-Type: text/plain

            this is\ta text with some tabs\tin it, and a few words more that have none

            ###
            GET /bill

            ###
            GET /sum
            """);

    @TempDir
    private Path directory;

    private SeededApplication applications;

    @Test
    void theFirstThreeLinesNameEightOfTenChanges() throws Exception {
        applications = new SeededApplication(directory);
        List<String> named = new ArrayList<>();
        for (Seed seed : SEEDS) {
            if (isNamed(seed)) {
                named.add(seed.name());
            }
        }
        System.out.println("named: " + named);
        assertThat(named).hasSizeGreaterThanOrEqualTo(NAMED_AT_LEAST);
    }

    private boolean isNamed(Seed seed) throws Exception {
        List<String> lines = lines(seed).stream().limit(3).toList();
        System.out.println(seed.name() + ":\n  " + String.join("\n  ", lines));
        return lines.stream().anyMatch(line -> line.matches(".*(" + seed.named() + ").*"));
    }

    private List<String> lines(Seed seed) throws Exception {
        JavaRuntime java = JavaRuntime.newest();
        Path before = applications.build(seed.application(), "none");
        Path after = applications.build(seed.application(), seed.name());
        List<FileRequest> requests = RequestFile.read(
                Files.writeString(directory.resolve(seed.application() + ".http"), REQUESTS.get(seed.application())));
        ServiceLoad load = new ServiceLoad(8, null, Duration.ofSeconds(8), "", ServiceProcess.READY_TIMEOUT);
        RecordedWorkload recorded = load.workload(requests, "status");
        List<String> flags = List.of("-Xmx256m");
        Variant one = MethodSearch.sampled(new Variant("before", before, List.of(), flags, java));
        Variant other = MethodSearch.sampled(new Variant("after", after, List.of(), flags, java));
        Path work = Files.createDirectories(directory.resolve("work-" + seed.name()));
        Experiment experiment = new Experiment(
                "methods", List.of(one, other), List.of(Comparison.of("methods", recorded, "before", "after")), false);
        Plan plan = new Plan(List.of(experiment), 1, load.warmUp(), load.ready(), load.readyWithin(), Map.of());
        try (Children children = new Children();
                SideBySide services =
                        new SideBySide(experiment, 1, new Site(Environment.NONE, QUIET, children, work))) {
            services.start(plan);
            services.warmUp(plan.warmUp());
            Growth growth = new MethodSearch(recorded, List.of(before, after), Set.of())
                    .between(services.services().get(0), services.services().get(1));
            System.out.println(growth.sure());
            return Words.growth(growth);
        }
    }

    private static final RunListener QUIET = new RunListener() {
        @Override
        public void announced(String line) {}

        @Override
        public void progress(String what, double share) {}
    };
}
