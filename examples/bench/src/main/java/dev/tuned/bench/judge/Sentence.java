/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.judge;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.result.ComparisonResult;
import dev.tuned.bench.result.Control;
import dev.tuned.bench.result.Outcome;
import dev.tuned.bench.result.TradeOff;
import dev.tuned.bench.statistics.ClaimVerdict;

/** Says in one sentence what a run came to. */
record Sentence(
        String subject,
        Outcome outcome,
        @Nullable String problem,
        @Nullable Control control,
        List<ComparisonResult> comparisons,
        boolean namesTradeOffs) {

    String text() {
        if (problem != null) {
            return "invalid run: " + problem.lines().findFirst().orElse("").replaceFirst("; the end of its log:$", "");
        }
        if (outcome == Outcome.INVALID) {
            return "invalid run: " + (control == null ? "the control was not measured" : reason(control));
        }
        long confirmed = titles(ClaimVerdict.CONFIRMED).count();
        long claims = confirmed
                + titles(ClaimVerdict.REFUTED).count()
                + titles(ClaimVerdict.INCONCLUSIVE).count();
        String claimed = claims == 0
                ? "nothing was claimed"
                : confirmed + " of " + claims + (claims == 1 ? " claim" : " claims") + " confirmed";
        return Stream.of(
                        Stream.of((subject.isEmpty() ? "" : subject + ": ")
                                + claimed
                                + named("refuted", ClaimVerdict.REFUTED)
                                + named("inconclusive", ClaimVerdict.INCONCLUSIVE)
                                + named("no claim, no gain shown", ClaimVerdict.NO_GAIN_SHOWN)),
                        namesTradeOffs ? tradeOffs() : Stream.<String>empty())
                .flatMap(each -> each)
                .collect(Collectors.joining("; "));
    }

    /** Names the disturbance, too: not every report shows it beside the sentence. */
    private static String reason(Control control) {
        String alike = control.tooWide()
                ? String.format(
                        Locale.ROOT,
                        "may differ by ×%.3g, which is more than the ×%.0f up to which a run says anything",
                        control.reach(),
                        Control.MAX_REACH)
                : control.failed()
                        ? "differ"
                        : String.format(
                                Locale.ROOT, "may differ by ×%.2f, and nothing for certain by more", control.reach());
        return "two services that were started alike " + alike + ": " + control.disturbance();
    }

    private Stream<String> titles(ClaimVerdict verdict) {
        return comparisons.stream()
                .filter(each -> each.claim() != null && each.claim().verdict() == verdict)
                .map(ComparisonResult::title);
    }

    private String named(String words, ClaimVerdict verdict) {
        String titles = titles(verdict).collect(Collectors.joining(", "));
        return titles.isEmpty() ? "" : "; " + words + ": " + titles;
    }

    private Stream<String> tradeOffs() {
        String declared = text(true);
        String beyond = text(false);
        return Stream.of(
                        declared.isEmpty() && beyond.isEmpty()
                                ? "no trade-off"
                                : declared.isEmpty() ? "" : "trade-off: " + declared,
                        beyond.isEmpty() ? "" : "trade-off beyond what is declared: " + beyond)
                .filter(text -> !text.isEmpty());
    }

    private String text(boolean declared) {
        return comparisons.stream()
                .flatMap(each -> each.tradeOffs().stream()
                        .filter(tradeOff -> tradeOff.declared() == declared)
                        .map(tradeOff -> each.title() + " " + text(tradeOff)))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static String text(TradeOff tradeOff) {
        return tradeOff.ratio() == null
                ? String.format(
                        Locale.ROOT, "%s %.2g \u2192 %.2g", tradeOff.label(), tradeOff.before(), tradeOff.after())
                : String.format(Locale.ROOT, "%s \u00d7%.2f", tradeOff.label(), tradeOff.ratio());
    }
}
