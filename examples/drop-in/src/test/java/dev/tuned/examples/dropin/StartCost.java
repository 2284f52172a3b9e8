/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

import org.apache.commons.statistics.descriptive.DoubleStatistics;
import org.apache.commons.statistics.descriptive.Statistic;
import org.apache.commons.statistics.distribution.TDistribution;

/** What an application costs from the start of its JVM until it is ready, without starters and with them. */
public final class StartCost {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final List<Application> variants;
    private final Path directory;

    public StartCost(Application without, Application with, Path directory) {
        this.variants = List.of(without, with);
        this.directory = directory;
    }

    /** Starts each variant {@code launches} times, taking turns in changing order, and compares launch by launch. */
    public String compare(int launches) throws Exception {
        Jdk jdk = Jdk.forSuite(false).get(0);
        List<List<Start>> starts = List.of(new ArrayList<>(), new ArrayList<>());
        // The first launch of each finds its jars outside the page cache.
        for (int launch = -1; launch < launches; launch++) {
            for (int turn = 0; turn < 2; turn++) {
                int variant = (launch + turn) & 1;
                Path home = Files.createTempDirectory(directory, "start");
                Start start = start(variants.get(variant), jdk, home);
                if (launch >= 0) {
                    starts.get(variant).add(start);
                }
            }
        }
        List<Start> without = starts.get(0);
        List<Start> with = starts.get(1);
        return """
                Java %d, %d starts of each
                CPU: %.2f s without, %s with
                resident memory: %.1f MB without, %s with
                classes: %.0f without, %.0f with
                beans: %.0f without, %.0f with
                """.formatted(
                        jdk.feature(),
                        launches,
                        mean(without, Start::cpuSeconds),
                        ratio(without, with),
                        mean(without, Start::residentMegabytes),
                        difference(without, with),
                        mean(without, Start::classes),
                        mean(with, Start::classes),
                        mean(without, Start::beans),
                        mean(with, Start::beans));
    }

    private static Start start(Application application, Jdk jdk, Path home) throws Exception {
        try (RunningApplication running = RunningApplication.start(application, jdk, home, PATIENCE)) {
            running.awaitReady();
            if (!running.isReady()) {
                throw new IllegalStateException("ended at its start, see " + home);
            }
            Path proc = Path.of("/proc", Long.toString(running.pid()));
            String stat = Files.readString(proc.resolve("stat"));
            // After the name in parentheses, the 12th and 13th values are user and system time in 1/100 s.
            String[] values = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            double cpu = (Long.parseLong(values[11]) + Long.parseLong(values[12])) / 100.0;
            double resident = Files.readAllLines(proc.resolve("status")).stream()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
                    .findFirst()
                    .orElseThrow();
            int classes = classes(jdk, running.pid());
            int beans = running.end().cases().get("beans").size();
            return new Start(cpu, resident, classes, beans);
        }
    }

    private static int classes(Jdk jdk, long pid) throws IOException {
        Process jstat = new ProcessBuilder(jdk.home().resolve("bin/jstat").toString(), "-class", Long.toString(pid))
                .redirectErrorStream(true)
                .start();
        String table = new String(jstat.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Integer.parseInt(
                table.lines().skip(1).findFirst().orElseThrow().trim().split(" +")[0]);
    }

    private static double mean(List<Start> starts, ToDoubleFunction<Start> value) {
        return starts.stream().mapToDouble(value).average().orElseThrow();
    }

    private static String ratio(List<Start> without, List<Start> with) {
        DoubleStatistics logarithms = moments();
        for (int i = 0; i < with.size(); i++) {
            logarithms.accept(Math.log(with.get(i).cpuSeconds() / without.get(i).cpuSeconds()));
        }
        double half = halfWidth(logarithms);
        return "%+.1f %% (95 %%: %+.1f to %+.1f)"
                .formatted(
                        percent(mean(logarithms)), percent(mean(logarithms) - half), percent(mean(logarithms) + half));
    }

    private static double percent(double logarithm) {
        return 100 * Math.expm1(logarithm);
    }

    private static String difference(List<Start> without, List<Start> with) {
        DoubleStatistics differences = moments();
        for (int i = 0; i < with.size(); i++) {
            differences.accept(with.get(i).residentMegabytes() - without.get(i).residentMegabytes());
        }
        double half = halfWidth(differences);
        return "%+.1f MB (95 %%: %+.1f to %+.1f)"
                .formatted(mean(differences), mean(differences) - half, mean(differences) + half);
    }

    private static DoubleStatistics moments() {
        return DoubleStatistics.of(Statistic.MEAN, Statistic.STANDARD_DEVIATION);
    }

    private static double mean(DoubleStatistics values) {
        return values.getAsDouble(Statistic.MEAN);
    }

    /** Half the 95 % interval of a mean, by Student's t. */
    private static double halfWidth(DoubleStatistics values) {
        return TDistribution.of(values.getCount() - 1).inverseCumulativeProbability(0.975)
                * values.getAsDouble(Statistic.STANDARD_DEVIATION)
                / Math.sqrt(values.getCount());
    }

    private record Start(double cpuSeconds, double residentMegabytes, int classes, int beans) {}
}
