/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.report.Words;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.MetricResult;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.statistics.Metric;

/**
 * The judgements of all metrics of a comparison that are judged, and what they come to together.
 *
 * @param all the judgements, in the order of the results
 */
public record Judgements(List<Judgement> all) {

    static final Judgements NONE = new Judgements(List.of());

    private static final List<Metric> MOVED_BY_THE_MACHINE = List.of(Metric.CPU, Metric.P99, Metric.GC_PAUSE);

    /** A run that could not have seen this factor could not have failed. */
    private static final double MAX_SEEN = 2;

    static Judgements of(List<MetricResult> metrics) {
        return new Judgements(Judgement.of(metrics));
    }

    Judgements each(UnaryOperator<Judgement> change) {
        return new Judgements(all.stream().map(change).toList());
    }

    /** What became worse. */
    public Judgements worse() {
        return new Judgements(
                all.stream().filter(each -> each.verdict() == Verdict.WORSE).toList());
    }

    /**
     * The judgements of all launches together, where worse counts only if a second measurement by itself leans to it.
     *
     * @param second its judgements; empty where there was none
     */
    Judgements borneOut(Judgements second) {
        Set<String> leaning = second.all.stream()
                .filter(Judgement::leansToWorse)
                .map(each -> each.metric().key())
                .collect(Collectors.toSet());
        return each(judgement -> judgement.verdict() == Verdict.WORSE
                        && !leaning.contains(judgement.metric().key())
                ? judgement.inconclusive()
                : judgement);
    }

    /** Whether anything moved, or may have, that moves with the machine. */
    boolean moved() {
        return all.stream()
                .filter(each -> each.verdict() != Verdict.EQUIVALENT)
                .anyMatch(each -> MOVED_BY_THE_MACHINE.stream().anyMatch(each::isOf));
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** The keys of the metrics. */
    public Set<String> keys() {
        return all.stream().map(each -> each.metric().key()).collect(Collectors.toSet());
    }

    /**
     * The outcome where nothing is claimed.
     *
     * @param control what says which judgements count, or {@code null} where there is none
     */
    public Outcome outcome(@Nullable Control control) {
        return !worse().isEmpty()
                ? Outcome.WORSE
                : whyInconclusive(control).isEmpty() ? Outcome.NOT_WORSE : Outcome.INCONCLUSIVE;
    }

    /** The judgements in one sentence, which says why where a run came to nothing. */
    public String sentence(Outcome outcome, @Nullable Control control) {
        return sentence("", outcome, control);
    }

    /**
     * The same with a beginning.
     *
     * @param subject what the sentence is about
     */
    String sentence(String subject, Outcome outcome, @Nullable Control control) {
        return (outcome == Outcome.INCONCLUSIVE ? whyInconclusive(control).orElse("") : "") + subject + inFewWords();
    }

    /** The judgements in a few words. */
    public String inFewWords() {
        String changed = named(Judgement::named, Verdict.WORSE, Verdict.ACCEPTED, Verdict.BETTER);
        String rest = named(each -> Words.name(each.metric().label()), Verdict.EQUIVALENT, Verdict.INCONCLUSIVE);
        return (changed.isEmpty() ? "nothing better or worse" : changed) + (rest.isEmpty() ? "" : "; " + rest);
    }

    private String named(Function<Judgement, String> name, Verdict... verdicts) {
        return Stream.of(verdicts)
                .map(verdict -> named(name, verdict))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    private String named(Function<Judgement, String> name, Verdict verdict) {
        String names =
                all.stream().filter(each -> each.verdict() == verdict).map(name).collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : verdict.label() + ": " + names;
    }

    /** Why a run could not have failed, to begin its sentence; nothing where it could. */
    private Optional<String> whyInconclusive(@Nullable Control control) {
        Optional<MetricResult> failing = all.stream()
                .filter(Judgement::isOfErrors)
                .map(Judgement::metric)
                .filter(errors -> Math.min(errors.before(), errors.after()) > Judgement.ERRORS_MARGIN)
                .findFirst();
        if (failing.isPresent()) {
            return failing.map(errors -> String.format(
                    Locale.ROOT,
                    "inconclusive, since both services failed requests (%.1f %% and %.1f %%), which measures errors instead of"
                            + " answers; ",
                    errors.before(),
                    errors.after()));
        }
        return couldHaveSeen(control)
                ? Optional.empty()
                : Optional.of(
                        "inconclusive, since twice the CPU would not have been seen: more --launches or a quieter machine would show it; ");
    }

    /**
     * Whether twice the CPU would have been seen or is ruled out, or twice the p99 where the processes are not known.
     * Under a wide control it has to be seen beyond that.
     */
    private boolean couldHaveSeen(@Nullable Control control) {
        double reach = control == null || control.passed() ? 1 : control.reach();
        return deciding()
                .filter(each -> smallestIncrease(each.metric()) * reach <= MAX_SEEN)
                .isPresent();
    }

    /** The judgement of CPU, or of p99 where the processes are not known. */
    private Optional<Judgement> deciding() {
        return Stream.of(Metric.CPU, Metric.P99)
                .flatMap(metric -> all.stream().filter(each -> each.isOf(metric)))
                .findFirst();
    }

    /** What is inconclusive and leans to worse, of CPU, or of p99 where the processes are not known. */
    public Optional<Judgement> undecided() {
        return deciding().filter(each -> each.verdict() == Verdict.INCONCLUSIVE && each.leansToWorse());
    }

    /** The smallest increase that is seen or not ruled out; infinite where there is no interval. */
    private static double smallestIncrease(MetricResult metric) {
        Double high = metric.high();
        return high == null ? Double.POSITIVE_INFINITY : Math.min(metric.seen(), high);
    }
}
