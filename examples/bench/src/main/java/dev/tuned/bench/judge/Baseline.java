/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.process.Variant;
import dev.tuned.bench.report.Format;
import dev.tuned.bench.report.Words;
import dev.tuned.bench.requests.FileRequest;
import dev.tuned.bench.result.Machine;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.statistics.Metric;
import dev.tuned.bench.statistics.RatioEstimate;

/**
 * An earlier run that a later one is compared with, and runs that are put together. In both a launch counts by its
 * ratio of after to before: what the machine was like on the day hit both services of a launch.
 */
public final class Baseline {

    /** Two reports of the same memory differ by what the system keeps for itself. */
    private static final double SAME_MEMORY = 0.05;

    private Baseline() {}

    /** The file of a variant, by its content, with the arguments and flags of its start. */
    public static String described(Variant variant) throws IOException {
        return variant.running() != null
                ? "a service that runs already"
                : Stream.of(
                                Stream.of(described(variant.jar())),
                                variant.jvmFlags().stream(),
                                variant.arguments().stream())
                        .flatMap(each -> each)
                        .collect(Collectors.joining(" "));
    }

    /** A file by its name and its content. */
    public static String described(Path file) throws IOException {
        return described(file, List.of());
    }

    /** A file of requests by its name, its content and that of the files it takes bodies and values from. */
    public static String described(Path file, List<FileRequest> requests) throws IOException {
        CRC32 checksum = new CRC32();
        checksum.update(Files.readAllBytes(file));
        for (FileRequest request : requests) {
            checksum.update(request.body().bytes());
            checksum.update(request.values().toString().getBytes(StandardCharsets.UTF_8));
        }
        return file.getFileName() + " (" + Long.toHexString(checksum.getValue()) + ")";
    }

    /** Why a run on a machine, with these settings, cannot be compared with an earlier one; nothing where it can. */
    public static Optional<String> whyNot(Results earlier, Machine machine, Map<String, String> settings) {
        Machine then = earlier.machine();
        Optional<String> unfit = unfit(earlier);
        if (unfit.isPresent()) {
            return unfit.map(why -> "it " + why);
        }
        if (then.cores() != machine.cores()
                || Math.abs(then.memoryMb() - machine.memoryMb()) > SAME_MEMORY * machine.memoryMb()
                || !then.os().equals(machine.os())) {
            return Optional.of("its machine was another: " + described(then) + ", now " + described(machine));
        }
        if (!then.java().equals(machine.java())) {
            return Optional.of("its Java was " + then.java() + ", now " + machine.java());
        }
        if (!then.jvmFlags().equals(machine.jvmFlags())) {
            return Optional.of("its JVM flags were '" + then.jvmFlags() + "', now '" + machine.jvmFlags() + "'");
        }
        return otherSettings(earlier, settings, List.of("requests", "load", "before"));
    }

    /** Why the figures of a run do not count for another; nothing where they do. */
    private static Optional<String> unfit(Results run) {
        if (!run.madeByCompare()) {
            return Optional.of("was not made by compare");
        }
        if (run.problem() != null || run.comparisons().isEmpty()) {
            return Optional.of("came to no end");
        }
        return run.invalid() ? Optional.of("is invalid by its control instance") : Optional.empty();
    }

    private static String described(Machine machine) {
        return machine.cores() + " cores, " + machine.memoryMb() + " MB, " + machine.os();
    }

    private static Optional<String> otherSettings(Results earlier, Map<String, String> settings, List<String> names) {
        return names.stream()
                .filter(name -> !settings.getOrDefault(name, "")
                        .equals(earlier.settings().getOrDefault(name, "")))
                .map(name -> (name.equals("before") || name.equals("after") ? "its service " + name : "its " + name)
                        + " was " + earlier.settings().get(name) + ", now " + settings.get(name))
                .findFirst();
    }

    /** Judges the service after against that of an earlier run, each relative to the same service before. */
    static Judgements judgements(Results earlier, Results now) {
        List<Judgement> judgements = new ArrayList<>();
        for (MetricResult metric : metrics(now)) {
            List<Double> then = ratios(earlier, metric.key());
            List<Double> later = ratios(now, metric.key());
            if (Judgement.hasMargin(metric) && then.size() > 1 && later.size() > 1) {
                judgements.add(
                        Judgement.ofRatios(result(metric, then, later), measured(List.of(earlier, now), metric.key())));
            }
        }
        return new Judgements(judgements);
    }

    private static List<MetricResult> metrics(Results results) {
        return results.comparisons().get(0).metrics();
    }

    private static MetricResult result(MetricResult like, List<Double> one, List<Double> other) {
        return MetricResult.of(Metric.ofKey(like.key()), RatioEstimate.of(one, other, 0), one, other);
    }

    /** The ratio of each launch; none where one has none, or lacks the metric: which values are pairs is not known then. */
    private static List<Double> ratios(Results results, String key) {
        MetricResult metric = results.comparisons().get(0).metric(key).orElse(null);
        int launches = results.comparisons().get(0).launches();
        if (metric == null
                || metric.beforeLaunches().size() != launches
                || metric.afterLaunches().size() != launches) {
            return List.of();
        }
        List<Double> ratios = IntStream.range(0, launches)
                .mapToObj(i ->
                        metric.afterLaunches().get(i) / metric.beforeLaunches().get(i))
                .toList();
        return ratios.stream().allMatch(ratio -> ratio > 0 && Double.isFinite(ratio)) ? ratios : List.of();
    }

    /** A line for each metric. */
    static List<String> lines(Results earlier, Judgements since) {
        String head = "against the baseline of " + earlier.started();
        if (since.isEmpty()) {
            return List.of(head + ": nothing of this run can be compared");
        }
        return Stream.concat(
                        Stream.of(head + ", by the ratios to the same service before:"),
                        since.all().stream()
                                .map(each -> "  " + Words.name(each.metric().label()) + " ×"
                                        + Format.ratioAndInterval(each.metric())
                                        + " " + each.verdict().label()))
                .toList();
    }

    /**
     * Why runs cannot be put together; nothing where they can. Machines may differ: that is what it is for.
     *
     * @param runs the runs, at least two
     */
    public static Optional<String> whyNotMerged(List<Results> runs) {
        for (Results run : runs) {
            Optional<String> unfit = unfit(run);
            if (unfit.isPresent()) {
                return unfit.map(why -> "the run of " + run.started() + " " + why);
            }
            if (Collections.frequency(runs, run) > 1) {
                return Optional.of("the run of " + run.started() + " is there twice");
            }
            Optional<String> other =
                    otherSettings(runs.get(0), run.settings(), List.of("requests", "load", "before", "after"));
            if (other.isPresent()) {
                return other;
            }
        }
        return Optional.empty();
    }

    /** The judgements of all runs together: launches are the sample, whichever machine they were on. */
    public static Judgements merged(List<Results> runs) {
        List<Judgement> judgements = new ArrayList<>();
        Map<String, MetricResult> byKey = new LinkedHashMap<>();
        runs.forEach(run -> metrics(run).forEach(metric -> byKey.putIfAbsent(metric.key(), metric)));
        for (MetricResult metric : byKey.values()) {
            List<List<Double>> all =
                    runs.stream().map(run -> ratios(run, metric.key())).toList();
            if (Judgement.hasMargin(metric) && all.stream().allMatch(each -> each.size() > 1)) {
                List<Double> ratios = all.stream().flatMap(List::stream).toList();
                List<Double> alike = Collections.nCopies(ratios.size(), 1.0);
                List<MetricResult> each = measured(runs, metric.key());
                judgements.add(accepting(each, Judgement.ofRatios(result(metric, alike, ratios), each)));
            } else if (!Judgement.of(List.of(metric)).isEmpty()) {
                judgements.add(mergedByDifference(measured(runs, metric.key())));
            }
        }
        return new Judgements(judgements);
    }

    private static List<MetricResult> measured(List<Results> runs, String key) {
        return runs.stream()
                .flatMap(run -> run.comparisons().get(0).metric(key).stream())
                .toList();
    }

    /** The same, where worse is what a run accepted, and none found it worse than that. */
    private static Judgement accepting(List<MetricResult> runs, Judgement judgement) {
        List<@Nullable String> verdicts =
                runs.stream().map(MetricResult::verdict).toList();
        return judgement.verdict() == Verdict.WORSE
                        && verdicts.contains(Verdict.ACCEPTED.label())
                        && !verdicts.contains(Verdict.WORSE.label())
                ? new Judgement(judgement.metric(), Verdict.ACCEPTED)
                : judgement;
    }

    /** What has no ratio, such as errors where all was right: what became worse on one machine became worse. */
    private static Judgement mergedByDifference(List<MetricResult> all) {
        Judgement merged = Judgement.of(result(
                all.get(0), launches(all, MetricResult::beforeLaunches), launches(all, MetricResult::afterLaunches)));
        return all.stream().anyMatch(Baseline::isWorse)
                ? accepting(all, new Judgement(merged.metric(), Verdict.WORSE))
                : accepting(all, merged);
    }

    /** By the verdict of its run, which may have looked twice; errors count by themselves. */
    private static boolean isWorse(MetricResult metric) {
        boolean decided = metric.verdict() != null && !metric.key().equals(Metric.ERRORS.key());
        return decided
                ? Verdict.WORSE.label().equals(metric.verdict())
                : Judgement.of(metric).verdict() == Verdict.WORSE;
    }

    private static List<Double> launches(List<MetricResult> all, Function<MetricResult, List<Double>> side) {
        return all.stream().flatMap(metric -> side.apply(metric).stream()).toList();
    }
}
