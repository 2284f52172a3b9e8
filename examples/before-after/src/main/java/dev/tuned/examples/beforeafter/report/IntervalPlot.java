/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.List;
import java.util.Locale;

import dev.tuned.examples.beforeafter.result.MetricResult;
import dev.tuned.examples.beforeafter.statistics.Metric;
import dev.tuned.examples.beforeafter.statistics.Verdict;

/**
 * Draws ratios and their intervals as inline SVG, on a log scale around 1 with the margin shaded. Narrow enough to be read
 * on a phone without zooming.
 */
final class IntervalPlot {

    private static final int WIDTH = 340;
    private static final int PAD = 12;
    private static final int ROW = 34;
    private static final double LARGEST = 1024;

    private final double reach;

    private IntervalPlot(List<MetricResult> metrics) {
        double farthest = metrics.stream()
                .flatMap(metric -> metric.ci().stream())
                .mapToDouble(end -> Math.max(end, 1 / end))
                .max()
                .orElse(1);
        reach = Math.log(Math.max(2, Math.min(LARGEST, farthest * 1.1)));
    }

    static String of(List<MetricResult> metrics) {
        return new IntervalPlot(metrics).draw(metrics);
    }

    private String draw(List<MetricResult> metrics) {
        int height = ROW * metrics.size() + 20;
        StringBuilder svg = new StringBuilder();
        svg.append(format(
                "<svg role=\"img\" aria-label=\"ratios after to before with their 95 %% intervals\" viewBox=\"0 0 %d %d\">",
                WIDTH, height));
        double low = x(1 - Verdict.MARGIN);
        svg.append(format(
                "<rect class=\"margin\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"%d\"/>",
                low, x(1 + Verdict.MARGIN) - low, height - 16));
        svg.append(format("<line class=\"one\" x1=\"%.1f\" y1=\"0\" x2=\"%.1f\" y2=\"%d\"/>", x(1), x(1), height - 16));
        for (int i = 0; i < metrics.size(); i++) {
            svg.append(row(metrics.get(i), ROW * i));
        }
        double end = Math.exp(reach);
        svg.append(text("axis", "start", PAD, height - 3, "×" + Format.ratio(1 / end)));
        svg.append(text("axis", "middle", x(1), height - 3, "×1"));
        svg.append(text("axis", "end", WIDTH - PAD, height - 3, "×" + Format.ratio(end)));
        return svg.append("</svg>").toString();
    }

    private String row(MetricResult metric, int top) {
        int y = top + 24;
        String label = Metric.ofKey(metric.name()).label() + " ×" + Format.ratio(metric.ratio());
        return text("label", "start", PAD, top + 13, label)
                + format(
                        "<line class=\"%s\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                        metric.verdict(),
                        x(metric.ci().get(0)) - 1,
                        y,
                        x(metric.ci().get(1)) + 1,
                        y)
                + format(
                        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"4\"/>", metric.verdict(), x(metric.ratio()), y);
    }

    private static String text(String type, String anchor, double x, int y, String text) {
        return format(
                "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%d\">%s</text>",
                type, anchor, x, y, Html.escape(text));
    }

    private double x(double ratio) {
        double share = Math.max(-1, Math.min(1, Math.log(ratio) / reach));
        return WIDTH / 2.0 + share * (WIDTH / 2.0 - PAD);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
