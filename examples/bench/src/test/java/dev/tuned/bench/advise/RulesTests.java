/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.advise;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.advise.Finding.Gain;
import dev.tuned.bench.advise.Signals.Calls;
import dev.tuned.bench.advise.Signals.Cpu;
import dev.tuned.bench.advise.Signals.Gets;
import dev.tuned.bench.advise.Signals.Heap;
import dev.tuned.bench.advise.Signals.Pool;
import dev.tuned.bench.advise.Signals.Writes;
import dev.tuned.bench.compare.ServiceLoad;
import dev.tuned.bench.recording.MethodTimings.Timing;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RulesTests {

    private static final ServiceLoad LOAD = new ServiceLoad(16, null, Duration.ZERO, "", Duration.ZERO);

    private static final ProofCommand COMMAND =
            new ProofCommand("tool", "app.jar", "shop.http", null, List.of(), List.of(), LOAD);

    @TempDir
    private Path directory;

    private static final Writes NO_WRITES = new Writes(0, 0, 0, 0);

    private static Pool pool(
            int full, int threads, long busy, long waiting, Map<Signal, Long> in, String... appenders) {
        return new Pool(30, full, threads, busy, waiting, 0, 0, in, List.of(appenders), false);
    }

    private static Pool idle() {
        return pool(0, 10, 5, 0, Map.of());
    }

    private static Signals signals(Map<Signal, Calls> calls, Map<Signal, Long> cpu, Pool pool, double connections) {
        Map<Signal, Calls> all = new EnumMap<>(Signal.class);
        all.put(Signal.REQUEST, new Calls(1000, 1000 * 2e6));
        all.putAll(calls);
        return new Signals(
                25,
                60,
                all,
                new Cpu(true, 10_000, cpu),
                pool,
                NO_WRITES,
                0.2,
                0.1,
                connections,
                new Heap(0, 0, 0),
                0,
                Map.of());
    }

    private static Findings rules(Signals signals) {
        return Rules.of(signals, COMMAND);
    }

    @Test
    void requestsThatDoNothingSpecialLeadToNoFinding() {
        Signals hello = signals(Map.of(), Map.of(Signal.LOGGING, 5L), idle(), 16);
        assertThat(rules(hello).all()).isEmpty();
        assertThat(Advice.of("hello", hello, COMMAND).sentence()).startsWith("Nothing here pays");
    }

    @Test
    void uploadsThatTakeHalfOfTheCpuPay() {
        Finding finding = rules(signals(
                        Map.of(Signal.UPLOAD, new Calls(900, 900 * 1e6)), Map.of(Signal.UPLOAD, 6000L), idle(), 16))
                .all()
                .get(0);
        assertThat(finding.starter()).isEqualTo("upload");
        assertThat(finding.metric()).isEqualTo(Gain.CPU);
        assertThat(finding.high()).isGreaterThan(finding.low()).isLessThanOrEqualTo(0.6);
        assertThat(finding.seen().get(0)).startsWith("60 % of the service's CPU time");
        assertThat(finding.seen().get(1)).startsWith("900 uploads of 1.00 ms, 45 %");
        assertThat(finding.prove())
                .startsWith(
                        "tool compare --jar app.jar --add upload --requests shop.http --launches 5 --accept 'allocated <= 30'");
    }

    @Test
    void theLargestGainComesFirst() {
        List<Finding> findings = rules(signals(
                        Map.of(),
                        Map.of(Signal.UPLOAD, 2500L, Signal.LOGGING, 6000L, Signal.STATIC_FILE, 2600L),
                        idle(),
                        16))
                .all();
        assertThat(findings).extracting(Finding::starter).startsWith("logging").contains("upload", "threads");
        assertThat(findings).isSortedAccordingTo((a, b) -> Double.compare(b.low(), a.low()));
    }

    @Test
    void noRangeIsWiderThanTwice() {
        Map<Signal, Long> all = Map.of(Signal.UPLOAD, 4000L, Signal.LOGGING, 4000L, Signal.STATIC_FILE, 4000L);
        Signals signals = signals(
                Map.of(Signal.REDIS_CACHE, new Calls(1000, 1000 * 1.8e6)),
                all,
                pool(30, 200, 6000, 5900, Map.of()),
                800);
        List<Finding> findings = rules(signals).all();
        assertThat(findings).hasSize(5);
        assertThat(findings).allSatisfy(each -> assertThat(each.high()).isLessThanOrEqualTo(2 * each.low()));
    }

    @Test
    void findingTheCallerOfALineIsNotWhatTheStarterSaves() {
        Findings rules = rules(signals(Map.of(), Map.of(Signal.LOGGING, 5000L, Signal.CALLER_DATA, 2000L), idle(), 16));
        Findings without = rules(signals(Map.of(), Map.of(Signal.LOGGING, 3000L), idle(), 16));
        assertThat(rules.notes())
                .anySatisfy(note -> assertThat(note)
                        .startsWith("logging: 20 % of the CPU time in finding out the caller")
                        .contains("%method"));
        assertThat(rules.all()).hasSize(1);
        assertThat(rules.all().get(0).gain()).isEqualTo(without.all().get(0).gain());
        assertThat(without.notes()).noneMatch(note -> note.startsWith("logging"));
    }

    @Test
    void appendersBehindLogbacksQueueAreNoFinding() {
        Signals queued =
                signals(Map.of(), Map.of(Signal.LOGGING, 5000L), pool(0, 10, 5, 0, Map.of(), "ASYNC", "OTHER"), 16);
        assertThat(rules(queued).all()).isEmpty();
        assertThat(rules(queued).notes())
                .anySatisfy(note -> assertThat(note)
                        .startsWith("logging: 50 % of the CPU time")
                        .contains("behind ASYNC and OTHER"));
        assertThat(Advice.of("queued", queued, COMMAND).sentence()).contains("said above of logging");
    }

    @Test
    void noMoreThanTheWholeCpuIsSaved() {
        Finding finding = rules(signals(Map.of(), Map.of(Signal.UPLOAD, 9900L), idle(), 16))
                .all()
                .get(0);
        assertThat(finding.high()).isEqualTo(0.95);
    }

    @Test
    void readsOfRedisPayByHitRate() {
        Finding finding = rules(
                        signals(Map.of(Signal.REDIS_CACHE, new Calls(1000, 1000 * 1.8e6)), Map.of(), idle(), 16))
                .all()
                .get(0);
        assertThat(finding.metric()).isEqualTo(Gain.TIME);
        assertThat(finding.low()).isCloseTo(0.45, org.assertj.core.data.Offset.offset(0.001));
        assertThat(finding.high()).isCloseTo(0.81, org.assertj.core.data.Offset.offset(0.001));
        assertThat(finding.seen().get(0))
                .startsWith("1.00 reads of Spring's Redis caches per request, of 1.80 ms each: 90 %");
        assertThat(finding.set().get(0)).startsWith("tuned.cache.near=*");
        assertThat(finding.prove()).contains("--add cache").contains("--args-after '--tuned.cache.near=*'");
    }

    @Test
    void readsOfRedisThatAreAFewPercentOfTheTimeAreLeftAlone() {
        Findings rules =
                rules(signals(Map.of(Signal.REDIS_CACHE, new Calls(1000, 1000 * 0.1e6)), Map.of(), idle(), 16));
        assertThat(rules.all()).isEmpty();
    }

    @Test
    void requestsThatWaitForThreadsPayUpToTheConnections() {
        Finding finding = rules(signals(Map.of(), Map.of(), pool(30, 200, 6000, 5900, Map.of()), 500))
                .all()
                .get(0);
        assertThat(finding.metric()).isEqualTo(Gain.RATE);
        assertThat(finding.low()).isLessThan(1.5);
        assertThat(finding.high()).isGreaterThan(1.5);
        assertThat(finding.prove()).contains("--add threads").contains("'rate >= 1.41'");
    }

    @Test
    void threadsThatComputeGainNothing() {
        Findings rules = rules(signals(Map.of(), Map.of(), pool(30, 200, 6000, 500, Map.of()), 500));
        assertThat(rules.all()).isEmpty();
        assertThat(rules.notes()).anyMatch(note -> note.contains("would wait for the CPU"));
    }

    @Test
    void aPoolWithIdleThreadsGainsNothing() {
        assertThat(rules(signals(Map.of(), Map.of(), pool(3, 200, 3000, 3000, Map.of()), 500))
                        .all())
                .isEmpty();
    }

    @Test
    void oldJavaReadsSharesFromSamplesAndSaysSo() {
        Signals old = new Signals(
                17,
                60,
                Map.of(),
                new Cpu(false, 5000, Map.of(Signal.UPLOAD, 2500L)),
                pool(0, 10, 200, 150, Map.of(Signal.REDIS_CACHE, 120L)),
                new Writes(300, 9000, 1_000_000, 0),
                0.5,
                0.4,
                16,
                new Heap(0, 0, 0),
                0,
                Map.of());
        Advice advice = Advice.of("old", old, COMMAND);
        assertThat(advice.sure()).startsWith("Less sure");
        assertThat(advice.findings()).extracting(Finding::starter).containsExactly("cache", "upload");
        assertThat(advice.findings().get(1).seen()).anyMatch(line -> line.startsWith("300 temporary files"));
    }

    private static Signals hardlyUsingTheCpu(Calls requests) {
        return new Signals(
                25,
                60,
                Map.of(Signal.REQUEST, requests),
                new Cpu(true, 20, Map.of()),
                idle(),
                NO_WRITES,
                0.01,
                0.01,
                1,
                new Heap(0, 0, 0),
                0,
                Map.of());
    }

    @Test
    void aServiceThatDoesNothingIsNotJudged() {
        Signals quiet = hardlyUsingTheCpu(new Calls(3, 1e6));
        assertThat(rules(quiet).notes().get(0)).startsWith("only 3 requests");
    }

    @Test
    void heapIsANoteWithWhatElseThereIsWhereCollectionsStopTheService() {
        Signals little = new Signals(
                25,
                60,
                Map.of(Signal.REQUEST, new Calls(1000, 1e9)),
                new Cpu(true, 10_000, Map.of()),
                idle(),
                NO_WRITES,
                0.5,
                0.4,
                16,
                new Heap(102_400_000, 30, 90e6),
                0,
                Map.of());
        assertThat(rules(little).notes())
                .contains(
                        "heap: 100 KB per request, 0.5 collections per second that stop it for 3.0 ms each, 0.2 % of the time");
        Signals much = new Signals(
                25,
                60,
                Map.of(),
                new Cpu(true, 10_000, Map.of()),
                idle(),
                NO_WRITES,
                0.5,
                0.4,
                16,
                new Heap(1, 600, 6e9),
                0,
                Map.of());
        assertThat(rules(much).notes())
                .anyMatch(note -> note.startsWith("heap: 10.0 collections") && note.contains("compare --jvm-after"));
        assertThat(rules(much).all()).isEmpty();
    }

    /** A jar of Spring Boot with libraries. */
    private ProofCommand command(String version, String... libraries) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Spring-Boot-Version", version);
        manifest.getMainAttributes().putValue("Spring-Boot-Lib", "BOOT-INF/lib/");
        Path jar = directory.resolve("shop.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (String library : libraries) {
                out.putNextEntry(new ZipEntry("BOOT-INF/lib/" + library + "-1.0.jar"));
            }
        }
        List<String> arguments = List.of("--tuned.threads.web.mode=platform", "--a=1");
        return new ProofCommand("tool", jar.toString(), "shop.http", null, List.of(), arguments, LOAD);
    }

    private static Signals exhausted(int threads) {
        return signals(Map.of(), Map.of(), pool(30, threads, 6000, 5900, Map.of()), 5 * threads);
    }

    @Test
    void aThreadsStarterThatIsThereNeedsAPropertyAndNoDependency() throws Exception {
        ProofCommand command = command("4.0.7", "tuned-threads-spring-boot-starter", "spring-boot-webmvc");
        Advice advice = Advice.of("shop", exhausted(200), command);
        Finding finding = advice.findings().get(0);
        assertThat(finding.set()).containsExactly("tuned.threads.web.mode=auto");
        assertThat(finding.seen()).anyMatch(line -> line.contains("the service has the starter"));
        assertThat(finding.prove())
                .doesNotContain("--add")
                .contains(
                        "--args --a=1 --args-before --tuned.threads.web.mode=platform --args-after --tuned.threads.web.mode=auto");
        assertThat(advice.sentence()).startsWith("One fix would pay, first of all threads: requests/s +");
        assertThat(advice.notes()).noneMatch(note -> note.contains("requests/s"));
    }

    @Test
    void aServiceWithoutTheStarterNeedsItWithTheProperty() {
        Finding finding = rules(exhausted(200)).all().get(0);
        assertThat(finding.set()).containsExactly("tuned.threads.web.mode=auto");
        assertThat(finding.prove()).contains("--add threads", "--args-after --tuned.threads.web.mode=auto");
        assertThat(finding.high()).isCloseTo(4.4, org.assertj.core.data.Offset.offset(0.001));
    }

    @Test
    void noMoreThreadsThanTheStarterAddsArePredicted() {
        Signals idleMachine = new Signals(
                25,
                60,
                Map.of(Signal.REQUEST, new Calls(1000, 1e12)),
                new Cpu(true, 10_000, Map.of()),
                pool(30, 200, 6000, 5900, Map.of()),
                NO_WRITES,
                0.01,
                0.01,
                10_000,
                new Heap(0, 0, 0),
                0,
                Map.of());
        assertThat(rules(idleMachine).all().get(0).high()).isCloseTo(4.4, org.assertj.core.data.Offset.offset(0.001));
    }

    @Test
    void aSizeThatSomebodyHasSetIsToBeSetAnew() throws Exception {
        Advice advice = Advice.of("shop", exhausted(50), COMMAND);
        assertThat(advice.findings()).isEmpty();
        assertThat(advice.notes())
                .anyMatch(note -> note.startsWith("threads: no thread of Tomcat's 50")
                        && note.endsWith(
                                "raise server.tomcat.threads.max, or remove it and set tuned.threads.web.mode=auto"));
        assertThat(advice.sentence()).isEqualTo("Nothing to add here; see what is said above of threads.");
        ProofCommand command = command("4.0.7", "tuned-threads-spring-boot-starter", "spring-boot-webmvc");
        assertThat(Rules.of(exhausted(950), command).notes()).noneMatch(note -> note.startsWith("threads: "));
        assertThat(Rules.of(exhausted(150), command).notes())
                .anyMatch(note -> note.contains("the endpoint tunedthreads says why the pool has no more threads"));
    }

    @Test
    void threadsThatWaitForOneObjectNeedALimit() {
        Pool pool = new Pool(30, 30, 200, 6000, 5900, 5000, 4000, Map.of(), List.of(), false);
        Advice advice = Advice.of("shop", signals(Map.of(), Map.of(), pool, 500), COMMAND);
        assertThat(advice.findings()).isEmpty();
        assertThat(advice.notes())
                .anyMatch(note -> note.contains("85 % of these for a connection of a pool")
                        && note.contains("tuned.threads.web.limit=pool")
                        && !note.contains("web.mode"));
        assertThat(advice.sentence()).isEqualTo("Nothing to add here; see what is said above of threads.");
        Pool some = new Pool(30, 30, 200, 6000, 5900, 2000, 0, Map.of(), List.of(), false);
        assertThat(rules(signals(Map.of(), Map.of(), some, 500)).all()).hasSize(1);
    }

    @Test
    void staticFilesNeedNoProperty() {
        Finding finding = rules(signals(Map.of(), Map.of(Signal.STATIC_FILE, 5000L), idle(), 16))
                .all()
                .get(0);
        assertThat(finding.set()).isEmpty();
        assertThat(finding.prove()).contains("--add threads").doesNotContain("--args-after");
    }

    @Test
    void theSentenceDoesNotDenyWhatANoteHoldsBack() throws Exception {
        Signals uploads = signals(Map.of(), Map.of(Signal.UPLOAD, 6000L), idle(), 16);
        Advice there =
                Advice.of("shop", uploads, command("4.0.7", "tuned-upload-spring-boot-starter", "spring-boot-webmvc"));
        assertThat(there.findings()).isEmpty();
        assertThat(there.notes().get(0)).startsWith("upload: 60 %").contains("set tuned.upload.enabled=true");
        assertThat(there.sentence()).isEqualTo("Nothing to add here; see what is said above of upload.");
        Advice unfit = Advice.of("shop", uploads, command("3.5.0"));
        assertThat(unfit.notes().get(0))
                .startsWith("upload: CPU per request −30")
                .contains("has Spring Boot 3.5.0");
        assertThat(unfit.sentence()).isEqualTo(there.sentence());
    }

    @Test
    void withoutSamplesOfTheCpuNothingIsSaidOfWhatTheyShow() {
        Signals waiting = hardlyUsingTheCpu(new Calls(1000, 1e9));
        Advice advice = Advice.of("shop", waiting, COMMAND);
        assertThat(advice.sentence()).contains("of the rest nothing can be said");
        assertThat(advice.conclusive()).isFalse();
    }

    private static Signals readingRedis(double othersCpu, Map<String, Gets> caches) {
        Signals plain = signals(Map.of(Signal.REDIS_CACHE, new Calls(1000, 1000 * 1.8e6)), Map.of(), idle(), 16);
        return new Signals(
                plain.java(),
                plain.seconds(),
                plain.calls(),
                plain.cpu(),
                plain.pool(),
                plain.writes(),
                plain.machineCpu(),
                plain.serviceCpu(),
                plain.connections(),
                plain.heap(),
                othersCpu,
                caches);
    }

    @Test
    void theCacheIsNamedThatHasMostOfTheHits() {
        Map<String, Gets> caches =
                Map.of("products", new Gets(800, 200), "prices", new Gets(10, 0), "users", new Gets(0, 990));
        Finding finding = rules(readingRedis(0, caches)).all().get(0);
        assertThat(finding.set()).containsExactly("tuned.cache.near=products");
        assertThat(finding.prove()).contains("--args-after --tuned.cache.near=products");
        assertThat(finding.seen())
                .contains(
                        "reads by the meter cache.gets: prices 10 with 100 % hits, products 1,000 with 80 % hits, users"
                                + " 990 with 0 % hits");
        assertThat(finding.high()).isCloseTo(0.81 * 810 / 2000, org.assertj.core.data.Offset.offset(0.001));
        assertThat(finding.asWell()).startsWith("spring.cache.type=caffeine");
    }

    @Test
    void cachesThatAreNotSeenAreSaid() {
        Finding finding = rules(readingRedis(0, Map.of())).all().get(0);
        assertThat(finding.seen()).anyMatch(line -> line.contains("was not seen: that takes the endpoint metrics"));
    }

    @Test
    void onABusyMachineNothingIsClaimed() {
        Advice advice = Advice.of("shop", readingRedis(0.6, Map.of()), COMMAND);
        assertThat(advice.findings()).isEmpty();
        assertThat(advice.conclusive()).isFalse();
        assertThat(advice.sentence()).startsWith("Nothing is claimed: other processes kept the machine busy");
        assertThat(advice.notes().get(0)).isEqualTo("other processes used 60 % of the machine's CPU");
        assertThat(advice.notes()).anyMatch(note -> note.startsWith("cache: 1.00 reads") && note.contains("no gain"));
    }

    @Test
    void theLimitOfWhatIsScarceIsTwiceWhatItGives() {
        Pool pool = new Pool(30, 30, 200, 6000, 5900, 5700, 0, Map.of(), List.of(), false);
        assertThat(rules(signals(Map.of(), Map.of(), pool, 500)).notes())
                .anyMatch(
                        note -> note.contains("for one object: more threads would wait for it, too. About 10 requests")
                                && note.contains("tuned.threads.web.max-concurrency=20"));
    }

    @Test
    void callsOfOverloadsAndOfMethodsThatCallOneAnotherDoNotAddUp() {
        String get = "org.springframework.data.redis.cache.RedisCache::lookup";
        String resolve = "org.springframework.web.multipart.support.StandardServletMultipartResolver::resolveMultipart";
        Map<Signal, Calls> calls = RecordingReader.calls(
                MethodTable.read(),
                List.of(
                        new Timing(get, 100, 5e6),
                        new Timing(get, 130, 6e6),
                        new Timing(resolve, 10, 9e6),
                        new Timing("org.apache.catalina.connector.Request::parseParts", 20, 8e6)));
        assertThat(calls)
                .containsOnly(
                        Map.entry(Signal.REDIS_CACHE, new Calls(130, 6e6)),
                        Map.entry(Signal.UPLOAD, new Calls(10, 9e6)));
    }
}
