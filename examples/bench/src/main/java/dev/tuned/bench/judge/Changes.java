/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.judge.Judgement.Verdict;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.run.Plan;
import dev.tuned.bench.statistics.Claim;

/**
 * The policy of a comparison: each metric became worse or better, is equivalent or inconclusive. Claims
 * are judged, too.
 *
 * @param accepted what may become worse, and up to which ratio
 * @param launches the launches of the first measurement; what is worse counts only if those after them lean to worse
 * @param baseline an earlier run, against which nothing may have become worse either, or {@code null}
 */
public record Changes(
        List<Claim.Condition> accepted,
        int launches,
        @Nullable Results baseline) {

    private static final Claims CLAIMS = new Claims("", false);

    /**
     * A run with its verdict.
     *
     * @param results the results
     * @param judgements the judgement of each metric
     * @param since lines about the changes since the baseline; empty where there is none
     */
    public record Judged(Results results, Judgements judgements, List<String> since) {}

    /** The judgements of the first measurement, before what is worse is measured again; none of an invalid one. */
    public Judgements first(Plan plan, Results measured) {
        Results claimed = CLAIMS.judge(plan, measured);
        return claimed.invalid() ? Judgements.NONE : judgements(claimed);
    }

    /** The results of a run with its verdict, by what was measured in it. */
    public Judged judge(Plan plan, Results measured) {
        Results claimed = CLAIMS.judge(plan, measured);
        Judgements judgements = judgements(claimed).borneOut(second(plan, measured));
        Judged judged = since(claimed, outcome(claimed, judgements), judgements);
        Results results = judged.results();
        Map<String, String> verdicts = judgements.all().stream()
                .collect(Collectors.toMap(each -> each.metric().key(), Judgement::text));
        boolean moved = judgements.moved() || since(claimed).moved() || claims(claimed);
        return new Judged(
                results.judged(results.outcome(), results.sentence() + (moved ? results.blame() : ""))
                        .withVerdicts(verdicts),
                judgements,
                judged.since());
    }

    /** The figures of a run of one launch, of which nothing can be judged. */
    public Judged rough(Plan plan, Results measured) {
        Results claimed = CLAIMS.judge(plan, measured);
        if (measured.problem() != null || claimed.comparisons().isEmpty()) {
            return new Judged(claimed, Judgements.NONE, List.of());
        }
        Judgements figures = Judgements.of(claimed.comparisons().get(0).metrics())
                .each(each -> new Judgement(each.metric(), Verdict.NONE));
        String sentence = "rough figures of one launch, which are no verdict: "
                + figures.all().stream()
                        .filter(each -> each.metric().ratio() != null)
                        .map(Judgement::named)
                        .collect(Collectors.joining(", "))
                + "; without --rough there is one";
        return new Judged(claimed.judged(Outcome.ROUGH, sentence + measured.blame()), figures, List.of());
    }

    private Judgements judgements(Results claimed) {
        if (claimed.comparisons().isEmpty()) {
            return Judgements.NONE;
        }
        Control control = claimed.control();
        return Judgements.of(claimed.comparisons().get(0).metrics())
                .each(each -> each.accepting(accepted))
                .each(each -> control == null || claimed.invalid() ? each.inconclusive() : each.under(control));
    }

    /** The judgements of the second measurement alone, whatever the control says; none where there was none. */
    private Judgements second(Plan plan, Results measured) {
        return Figures.of(plan, measured.after(launches)).comparisons().stream()
                .findFirst()
                .map(each -> Judgements.of(each.metrics()))
                .orElse(Judgements.NONE);
    }

    private static Outcome outcome(Results claimed, Judgements judgements) {
        if (claimed.invalid()) {
            return Outcome.INVALID;
        }
        Outcome judged = judgements.outcome(claimed.control());
        if (judged == Outcome.WORSE) {
            return judged;
        }
        // A claim that is confirmed does not outweigh a run that could not have failed.
        if (claims(claimed)) {
            return claimed.outcome().exitCode() == 0 && judged == Outcome.INCONCLUSIVE ? judged : claimed.outcome();
        }
        // A control that is too wide is no obstacle to what counts without it, or differs by more; errors are no such
        // thing: where nothing else was decided, the run said nothing.
        boolean decided = claimed.outcome() != Outcome.INVALID
                || judgements.all().stream()
                        .anyMatch(each -> each.verdict() != Verdict.INCONCLUSIVE && !each.isOfErrors());
        return decided ? judged : Outcome.INVALID;
    }

    private static boolean claims(Results claimed) {
        return claimed.comparisons().stream().anyMatch(each -> each.claim() != null);
    }

    private static String sentence(Results claimed, Outcome outcome, Judgements judgements) {
        if (outcome == Outcome.INVALID) {
            return claimed.sentence();
        }
        String judged = judgements.sentence(outcome, claimed.control());
        return !claims(claimed) || claimed.outcome() == Outcome.INVALID ? judged : claimed.sentence() + "; " + judged;
    }

    /** What became worse since the baseline counts where nothing else does. */
    private Judged since(Results claimed, Outcome outcome, Judgements judgements) {
        String sentence = sentence(claimed, outcome, judgements);
        if (baseline == null) {
            return new Judged(claimed.judged(outcome, sentence), judgements, List.of());
        }
        Judgements since = since(claimed);
        List<String> lines = Baseline.lines(baseline, since);
        Outcome changed = since.outcome(claimed.control());
        if (outcome.exitCode() != 0 || changed == Outcome.NOT_WORSE) {
            return new Judged(claimed.judged(outcome, sentence), judgements, lines);
        }
        String begin = since.sentence("since the baseline ", changed, claimed.control());
        return new Judged(claimed.judged(changed, begin + "; " + sentence), judgements, lines);
    }

    /** The judgements since the baseline; none without one. */
    private Judgements since(Results claimed) {
        return baseline == null || claimed.invalid() || claimed.comparisons().isEmpty()
                ? Judgements.NONE
                : Baseline.judgements(baseline, claimed).each(each -> each.accepting(accepted));
    }
}
