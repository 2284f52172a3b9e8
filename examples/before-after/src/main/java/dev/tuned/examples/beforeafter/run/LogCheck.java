/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.result.Outcome;
import dev.tuned.examples.beforeafter.result.ScenarioResult;
import dev.tuned.examples.beforeafter.statistics.Claim;
import dev.tuned.examples.beforeafter.statistics.Metric;
import dev.tuned.examples.beforeafter.statistics.Verdict;

/** Counts, after a stage's processes have ended, the lines that they were asked for and that are not in their logs. */
final class LogCheck {

    private static final Pattern LINE = Pattern.compile("order \\d+ accepted: ");

    private final Map<RunningSide, Long> asked = new LinkedHashMap<>();

    private LogCheck() {}

    /** Asks the sides that log to a file how many lines there should be. They have to be alive. */
    static LogCheck of(List<RunningSide> sides) throws IOException, InterruptedException {
        LogCheck check = new LogCheck();
        for (RunningSide side : sides) {
            if (side.side().logFile().isPresent()) {
                check.asked.put(side, side.process().stats().logCalls());
            }
        }
        return check;
    }

    /** Lines lost by side name. The processes have to have ended. */
    Map<String, Long> lost() throws IOException {
        Map<String, Long> lost = new LinkedHashMap<>();
        for (Map.Entry<RunningSide, Long> each : asked.entrySet()) {
            lost.put(each.getKey().name(), each.getValue() - lines(each.getKey()));
        }
        return lost;
    }

    /** The file's lines, or the console's where it got some and these are fewer. */
    private static long lines(RunningSide side) throws IOException {
        String file = side.side().logFile().orElseThrow();
        long lines = 0;
        for (Path part : parts(side.process().log().resolveSibling(file))) {
            lines += count(part);
        }
        long console = count(side.process().log());
        return console == 0 ? lines : Math.min(lines, console);
    }

    /** The file and what was rolled away from it. */
    private static List<Path> parts(Path file) throws IOException {
        try (Stream<Path> siblings = Files.list(file.getParent())) {
            return siblings.filter(path -> path.getFileName()
                            .toString()
                            .startsWith(file.getFileName().toString()))
                    .toList();
        }
    }

    static long count(Path file) throws IOException {
        InputStream raw = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        // Any bytes will do: it may hold what somebody else's text was cut into.
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))) {
            return lines.lines().filter(line -> LINE.matcher(line).find()).count();
        }
    }

    /** The result with what was lost on both its sides. */
    static ScenarioResult amend(ScenarioResult result, Map<String, Long> lost) {
        Long before = lost.get(result.baseline());
        Long after = lost.get(result.candidate());
        if (before == null || after == null || result.problem() != null) {
            return result;
        }
        boolean claimed = result.primary().contains(Metric.LOG_LINES_LOST.key()) && isJudged(result);
        List<MetricResult> metrics = new ArrayList<>(result.metrics());
        metrics.add(metric(before.doubleValue(), after.doubleValue(), claimed));
        return result.withMetrics(metrics, Outcome.ofScenario(metrics));
    }

    private static boolean isJudged(ScenarioResult result) {
        return result.metrics().stream().anyMatch(metric -> metric.claim() != null);
    }

    /** A count has no interval. Not one line may be missing where that is claimed, however many were missing before. */
    private static MetricResult metric(double before, double after, boolean claimed) {
        double floor = Metric.LOG_LINES_LOST.floor();
        double ratio = Math.max(after, floor) / Math.max(before, floor);
        Verdict verdict = after == before ? Verdict.SAME : after > before ? Verdict.WORSE : Verdict.BETTER;
        return new MetricResult(
                Metric.LOG_LINES_LOST.key(),
                before,
                after,
                ratio,
                List.of(ratio, ratio),
                verdict.label(),
                claimed ? Claim.notWorse(Metric.LOG_LINES_LOST).label() : null,
                claimed ? after == 0 : null);
    }
}
