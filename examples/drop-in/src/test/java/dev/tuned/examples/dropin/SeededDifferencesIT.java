/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The suite finds what it is for: a fault put into an application in place of a starter, one for each part and neighbour. */
@EnabledIfSystemProperty(
        named = "dropin.all",
        matches = "true",
        disabledReason = "belongs to the whole drop-in suite: mvn verify -Pdrop-in")
@Tag("thorough")
class SeededDifferencesIT {

    private static final String IMPORTS =
            "META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "upload, bodies, com.example.seeds.UploadSeed, contents empty, parts body",
        "logging, appenders, com.example.seeds.LoggingSeed, level, file log",
        "cache, annotations, com.example.seeds.CacheSeed, cacheable: null result, value",
        "cache, advice, com.example.seeds.NothingCachedSeed, an entry is kept, value",
        "cache, values, com.example.seeds.NothingCachedSeed, put, on the other",
        "cache, neighbours, com.example.seeds.NothingCachedSeed, a put in a transaction, after it",
        "cache, restarted-neighbours, com.example.seeds.NothingCachedSeed, a put in a transaction, after it",
        "cache, rest, com.example.seeds.NothingCachedSeed, '/own/statistics, again', body",
        "together, plain, com.example.seeds.TogetherSeed, get /hello, head",
        "threads, static-files, com.example.seeds.ThreadsSeed, GET /site/49k.txt, head",
        "neighbours, sanitizer, com.example.seeds.AroundWrappersSeed, POST /form?z=%3C1%3E, body",
        "neighbours, logbook, com.example.seeds.LogbookSeed, file, log",
        "neighbours, jpa, com.example.seeds.JpaSeed, GET /authors/2, body",
        "neighbours, tracing, com.example.seeds.TracingSeed, GET /trace?key=2, body",
        "neighbours, springdoc, com.example.seeds.SpringdocSeed, GET /v3/api-docs, body",
        "neighbours, clients, com.example.seeds.TogetherSeed, GET /feign, head",
        "neighbours, database, com.example.seeds.TogetherSeed, GET /sell/nuts, head",
        "neighbours, jobs, com.example.seeds.TogetherSeed, GET /order/pears, head",
        "neighbours, modules, com.example.seeds.TogetherSeed, GET /sell/pears, head",
        "neighbours, push, com.example.seeds.TogetherSeed, GET /events/pears, head",
        "neighbours, pages, com.example.seeds.TogetherSeed, GET /wicket/form, head",
        "neighbours, rpc, com.example.seeds.TogetherSeed, GET /rpc/pears, head",
        "neighbours, settings, com.example.seeds.TogetherSeed, GET /changed, head",
        "neighbours, coroutines, com.example.seeds.TogetherSeed, GET /suspended/pears, head",
        "neighbours, assistant, com.example.seeds.TogetherSeed, GET /tool/price, head",
        "neighbours, telemetry, com.example.seeds.TogetherSeed, GET /trace, head",
        "neighbours, proxy, com.example.seeds.AroundWrappersSeed, 'method in a field: /method/files, file of 1300000', body",
        "neighbours, security, com.example.seeds.AroundWrappersSeed, 'Spring Session: /session/count, file of 1300000', body",
        "neighbours, bodies, com.example.seeds.LostPartSeed, 'content caching: /cached/parts, file of 1300000', body",
        "neighbours, servlets, com.example.seeds.LostPartSeed, 'own servlet: /own/written, file of 1300000', body",
        "neighbours, gateway, com.example.seeds.LostPartSeed, 'backend: /backend/parts, file of 1300000', body",
        "neighbours, graphql, com.example.seeds.LostPartSeed, 'GraphQL: /graphql/multipart, file of 1300000', body",
        "neighbours, open-telemetry, com.example.seeds.LostPartSeed, 'agent: /traced/parts, file of 1300000', body",
        "neighbours, site, com.example.seeds.StoredBytesSeed, ETag: GET /tagged/300k.txt, head",
        "neighbours, site-in-detail, com.example.seeds.StoredBytesSeed, transformer: GET /upper-case/300k.txt, body",
        "neighbours, compression, com.example.seeds.UncountedBytesSeed, compression: GET /files/300k.txt, head",
        "neighbours, own-resources, com.example.seeds.StoredBytesSeed, decorator: GET /decorated/300k.txt, body",
        "neighbours, secured-files, com.example.seeds.TogetherSeed, headers: GET /files/300k.txt, head",
        "neighbours, webjars, com.example.seeds.StoredBytesSeed, files beside: GET /300k.txt, head",
        "neighbours, resilience, com.example.seeds.StoredBytesSeed, circuit breaker around files: GET /guarded/300k.txt, status",
        "neighbours, probes, com.example.seeds.ProbeSeed, probes: while /hold/ is full: /healthz, status",
        "neighbours, probes-on-own-port, com.example.seeds.ProbeSeed, probes: while /hold/ is full: /healthz, status",
        "neighbours, log-console, com.example.seeds.LogNeighboursSeed, captured, right after the call",
        "neighbours, log-shippers, com.example.seeds.LogNeighboursSeed, logstash, lines",
        "neighbours, log-batch-job, com.example.seeds.LogNeighboursSeed, job, log",
        "neighbours, log-captured, com.example.seeds.LogNeighboursSeed, captured, printed between",
        "neighbours, log-wars, com.example.seeds.LogNeighboursSeed, first, log",
        "neighbours, numbers, com.example.seeds.UncountedBytesSeed, given up: /large.bin after 200000, bytes by Tomcat"
    })
    void isFound(String part, String scenario, String seed, String name, String aspect) throws Exception {
        Path imports = directory.resolve("seed").resolve(IMPORTS);
        Files.createDirectories(imports.getParent());
        Files.writeString(imports, seed);
        Scenario seeded = new Seeded(scenario(part, scenario), directory.resolve("seed"));

        Map<String, Difference> differences =
                new Pair(seeded, Jdk.forSuite(false).get(0), directory.resolve("pair")).run();

        assertThat(differences).containsKey(name);
        assertThat(differences.get(name).aspects()).contains(aspect);
    }

    private static Scenario scenario(String part, String name) {
        return Scenarios.of(part).stream()
                .filter(scenario -> Scenarios.name(scenario).equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Another scenario, whose second application has a seed and no starter. */
    private record Seeded(Scenario scenario, Path seed) implements Scenario {

        @Override
        public Application application() {
            return scenario.application();
        }

        @Override
        public Application tuned() {
            return scenario.application().resources(seed);
        }

        @Override
        public void exercise(RunningApplication application, Recording recording) throws Exception {
            scenario.exercise(application, recording);
        }

        @Override
        public boolean sideBySide() {
            return scenario.sideBySide();
        }

        @Override
        public Duration patience() {
            return scenario.patience();
        }

        @Override
        public String normalize(String text) {
            return scenario.normalize(text);
        }
    }
}
