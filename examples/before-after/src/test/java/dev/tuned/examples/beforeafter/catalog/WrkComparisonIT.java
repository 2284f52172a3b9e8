/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.catalog;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import dev.tuned.bench.load.Load;
import dev.tuned.bench.load.LoadClient;
import dev.tuned.bench.load.LoadRequest;
import dev.tuned.bench.load.LoadResult;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.process.ServiceProcess;
import dev.tuned.bench.process.Variant;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Puts the same services under the load of wrk and of our own load client, and writes a table of what each says of them
 * to {@code target/wrk.md}. Takes twenty minutes, needs wrk on the path, and asserts nothing about times.
 */
@EnabledIfSystemProperty(
        named = "wrk",
        matches = "true",
        disabledReason = "takes twenty minutes and needs wrk: -Dwrk=true")
class WrkComparisonIT {

    private static final int LAUNCHES = 3;
    private static final int ROUNDS = 10;
    private static final int SECONDS = 1;
    private static final int WARM_UP_SECONDS = 20;
    private static final Pattern REQUESTS = Pattern.compile("(\\d+) requests in ([\\d.]+)(m?s)");
    private static final Pattern FAILED = Pattern.compile("Non-2xx|Socket errors");

    /** What is asked for: {@code %d} stands for a number below the count. */
    private record Target(String name, String path, int count, int connections) {

        LoadRequest request(int number) {
            return LoadRequest.get(String.format(Locale.ROOT, path, number), response -> response.status() == 200);
        }
    }

    private static final List<Target> TARGETS = List.of(
            new Target("hello", "/hello", 1, 16),
            new Target("files of 100 KB", "/files/file-%d.bin", 1000, 100),
            new Target("50 ms of waiting", "/slow?ms=50", 1, 1000));

    /**
     * What a client said of a service in one round: requests/s, the service's CPU and the client's own, in µs per
     * request.
     */
    private record Seen(double rate, double cpu, double client) {}

    private final Map<String, List<Seen>> seen = new LinkedHashMap<>();

    @TempDir
    Path directory;

    @Test
    void bothClientsSayTheSame() throws Exception {
        Repository repository = new Repository(Path.of("../..").toRealPath());
        Path files = Files.createDirectories(directory.resolve("files"));
        StaticFiles.OF_100_KB.write(files);
        Variants variants = new Variants(repository, files);
        JavaRuntime java = JavaRuntime.newest();
        try (Children children = new Children();
                LocalCouchbase couchbase =
                        new LocalCouchbase(repository.couchbase(java), directory.resolve("couchbase"), children)) {
            couchbase.start();
            for (int launch = 1; launch <= LAUNCHES; launch++) {
                Map<String, ServiceProcess> services = new LinkedHashMap<>();
                for (Variant variant :
                        List.of(variants.stock(), variants.dependency().named("tuned"))) {
                    String name = variant.name() + "-" + launch;
                    Variant how = new Variant(name, variant.jar(), variant.arguments(), variant.jvmFlags(), java)
                            .with(couchbase.argumentsFor(name).toArray(String[]::new));
                    services.put(variant.name(), ServiceProcess.start(how, directory.resolve(name), children));
                }
                for (ServiceProcess service : services.values()) {
                    service.awaitReady("/actuator/health");
                }
                for (Target target : TARGETS) {
                    compare(target, services);
                }
                services.values().forEach(ServiceProcess::close);
            }
        }
        String table = table();
        Files.writeString(Path.of("target", "wrk.md"), table);
        System.out.println(table);
    }

    private void compare(Target target, Map<String, ServiceProcess> services) throws Exception {
        Map<String, Long> lastCount = new LinkedHashMap<>();
        for (Map.Entry<String, ServiceProcess> service : services.entrySet()) {
            long count = wrk(target, service.getValue(), WARM_UP_SECONDS).requests();
            lastCount.put(service.getKey(), count * SECONDS / WARM_UP_SECONDS);
        }
        // Short rounds, with services and clients in each order equally often, so that what the machine does hits all
        // alike. Ours sends as many requests as wrk did last.
        List<Map.Entry<String, ServiceProcess>> order = new ArrayList<>(services.entrySet());
        for (int round = 0; round < ROUNDS; round++) {
            boolean wrkFirst = round % 4 < 2;
            for (Map.Entry<String, ServiceProcess> service : order) {
                for (boolean wrk : new boolean[] {wrkFirst, !wrkFirst}) {
                    long count = Objects.requireNonNull(lastCount.get(service.getKey()));
                    Counted counted = wrk
                            ? wrk(target, service.getValue(), SECONDS)
                            : ours(target, service.getValue(), Math.max(count, target.connections() * 2L));
                    if (wrk) {
                        lastCount.put(service.getKey(), counted.requests());
                    }
                    seen.computeIfAbsent(key(target, wrk ? "wrk" : "ours", service.getKey()), each -> new ArrayList<>())
                            .add(counted.perRequest());
                }
            }
            Collections.reverse(order);
        }
    }

    private static String key(Target target, String client, String service) {
        return target.name() + "|" + client + "|" + service;
    }

    private record Counted(long requests, double seconds, long serviceNanos, long clientNanos) {

        Seen perRequest() {
            return new Seen(requests / seconds, serviceNanos / 1e3 / requests, clientNanos / 1e3 / requests);
        }
    }

    private Counted ours(Target target, ServiceProcess service, long count) throws Exception {
        List<LoadRequest> requests = new ArrayList<>();
        for (int number = 1; number <= target.count(); number++) {
            requests.add(target.request(number));
        }
        SplittableRandom random = new SplittableRandom(1);
        long before = service.usage().ownCpuNanos();
        LoadResult result = LoadClient.run(
                service.address(),
                () -> requests.get(random.nextInt(requests.size())),
                Load.closed(count, target.connections()));
        long after = service.usage().ownCpuNanos();
        assertThat(result.failures()).isZero();
        return new Counted(count, result.nanos() / 1e9, after - before, result.clientCpuNanos());
    }

    private Counted wrk(Target target, ServiceProcess service, int seconds) throws Exception {
        Path script = directory.resolve("request.lua");
        Files.writeString(
                script,
                target.count() == 1
                        ? ""
                        : "request = function() return wrk.format('GET', '%s' .. math.random(%d) .. '%s') end"
                                .formatted(
                                        target.path().substring(0, target.path().indexOf("%d")),
                                        target.count(),
                                        target.path().substring(target.path().indexOf("%d") + 2)));
        // The shell's times are those of the wrk that it waited for.
        List<String> command = List.of(
                "sh",
                "-c",
                "wrk \"$@\"; times",
                "sh",
                "-t1",
                "-c" + target.connections(),
                "-d" + seconds + "s",
                "--timeout",
                "10s",
                "-s",
                script.toString(),
                service.uri(target.count() == 1 ? target.path() : "/").toString());
        long before = service.usage().ownCpuNanos();
        Process wrk = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        long after = service.usage().ownCpuNanos();
        assertThat(wrk.waitFor(10, TimeUnit.SECONDS)).isTrue();
        Matcher counted = REQUESTS.matcher(output);
        assertThat(counted.find()).as(output).isTrue();
        assertThat(FAILED.matcher(output).find()).as(output).isFalse();
        double took = Double.parseDouble(counted.group(2)) / (counted.group(3).equals("ms") ? 1000 : 1);
        return new Counted(Long.parseLong(counted.group(1)), took, after - before, childNanos(output));
    }

    /** From the last line of the shell's {@code times}, such as {@code 0m1.230000s 0m0.450000s}: its children's. */
    private static long childNanos(String output) {
        String[] lines = output.strip().split("\n");
        double seconds = 0;
        for (String time : lines[lines.length - 1].trim().split("\\s+")) {
            String[] parts = time.replace("s", "").split("m");
            seconds += Integer.parseInt(parts[0]) * 60 + Double.parseDouble(parts[1]);
        }
        return Math.round(seconds * 1e9);
    }

    private String table() {
        StringBuilder table = new StringBuilder(
                "| request | CPU, by wrk | CPU, by ours | rate, by wrk | rate, by ours | wrk's CPU µs/request | ours |\n|---|---|---|---|---|---|---|\n");
        for (Target target : TARGETS) {
            table.append(String.format(
                    Locale.ROOT,
                    "| %s, %d connections | %.2f | %.2f | %.2f | %.2f | %.0f, %.0f | %.0f, %.0f |%n",
                    target.name(),
                    target.connections(),
                    ratio(target, "wrk", Seen::cpu),
                    ratio(target, "ours", Seen::cpu),
                    ratio(target, "wrk", Seen::rate),
                    ratio(target, "ours", Seen::rate),
                    mean(target, "wrk", "stock", Seen::client),
                    mean(target, "wrk", "tuned", Seen::client),
                    mean(target, "ours", "stock", Seen::client),
                    mean(target, "ours", "tuned", Seen::client)));
        }
        return table.toString();
    }

    private double ratio(Target target, String client, ToDoubleFunction<Seen> value) {
        return mean(target, client, "tuned", value) / mean(target, client, "stock", value);
    }

    /** The geometric mean over the rounds of all launches. */
    private double mean(Target target, String client, String service, ToDoubleFunction<Seen> value) {
        return Math.exp(Objects.requireNonNull(seen.get(key(target, client, service))).stream()
                .mapToDouble(each -> Math.log(value.applyAsDouble(each)))
                .average()
                .orElseThrow());
    }
}
