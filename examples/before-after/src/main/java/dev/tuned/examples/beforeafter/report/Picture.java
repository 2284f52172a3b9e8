/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import dev.tuned.bench.report.Templates;
import dev.tuned.bench.report.Words;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;
import dev.tuned.bench.result.RowResult.Shown;

/** The rows of a run as an SVG image that stands alone, such as in a README: a panel for each starter, three bars for each row. */
public final class Picture {

    private static final int WIDTH = 960;
    private static final int MARGIN = 24;
    private static final int PANEL = (WIDTH - 3 * MARGIN) / 2;
    private static final int NAMES = 66;
    private static final int BARS = 96;
    private static final int BAR_HEIGHT = 13;
    private static final int COLUMN_HEIGHT = 18;

    /** The largest average width of a character in any font, as a share of the font size. */
    private static final double CHARACTER = 0.58;

    private static final Map<String, String> NAMES_OF_COLUMNS =
            Map.of(RowResult.STOCK, "stock", RowResult.PROPERTY, "property", RowResult.TUNED, "starter");
    private static final Map<String, String> STYLES =
            Map.of(RowResult.STOCK, "stock", RowResult.PROPERTY, "property", RowResult.TUNED, "dependency");

    private final List<Text> texts = new ArrayList<>();
    private final List<Rectangle> bars = new ArrayList<>();
    private final List<Cross> crosses = new ArrayList<>();
    private final List<Rule> rules = new ArrayList<>();

    private Picture() {}

    /** The picture as XML. */
    public static String svg(Results results) {
        return Templates.fill(RowReport.TEMPLATES + "picture.svg", new Picture().view(results));
    }

    /**
     * The content of the image.
     *
     * @param sentence the title for screen readers
     * @param rules the lines above panels
     */
    record View(
            String sentence,
            int width,
            int height,
            List<Text> texts,
            List<Rectangle> bars,
            List<Cross> crosses,
            List<Rule> rules) {}

    /** A line of text. */
    record Text(int x, int y, String style, String text) {}

    /** A bar. */
    record Rectangle(int x, int y, int width, int height, String style) {}

    /** Stands in place of a bar where a column failed. */
    record Cross(int left, int top, int right, int bottom, String style) {}

    /** A line. */
    record Rule(int left, int right, int y) {}

    private View view(Results results) {
        String sentence = "What each starter gives that no property does";
        int y = MARGIN + 12;
        texts.add(new Text(MARGIN, y, "sentence", Lines.fit(sentence, characters(WIDTH - 2 * MARGIN, 19))));
        y += 22;
        texts.add(
                new Text(
                        MARGIN,
                        y,
                        "small",
                        "stock: what Spring Initializr generates; property: the best that is set without a dependency; starter: the dependency"));
        y += 16;
        Map<String, List<RowResult>> panels = results.rows().stream()
                .collect(Collectors.groupingBy(RowResult::starter, LinkedHashMap::new, Collectors.toList()));
        int left = MARGIN;
        int lowest = y;
        for (Map.Entry<String, List<RowResult>> panel : panels.entrySet()) {
            lowest = Math.max(lowest, panel(panel.getKey(), panel.getValue(), left, y));
            if (left > MARGIN) {
                y = lowest;
            }
            left = left > MARGIN ? MARGIN : MARGIN + PANEL + MARGIN;
        }
        y = lowest + 14;
        texts.add(new Text(
                MARGIN,
                y,
                "small",
                Lines.fit(
                        "Least – greatest of " + times(results) + "; "
                                + results.machine().cores() + " cores, Java "
                                + results.machine().java() + "; " + Words.origin(results),
                        characters(WIDTH - 2 * MARGIN, 12))));
        return new View(sentence, WIDTH, y + MARGIN, texts, bars, crosses, rules);
    }

    private static String times(Results results) {
        int times = results.rows().stream().mapToInt(RowResult::times).max().orElse(0);
        return times + (times == 1 ? " time" : " times");
    }

    /** Draws a panel and returns where the next one may begin. */
    private int panel(String starter, List<RowResult> rows, int left, int top) {
        rules.add(new Rule(left, left + PANEL, top));
        int y = top + 20;
        texts.add(new Text(left, y, "title", starter));
        for (RowResult row : rows) {
            String title = row.title() + (row.held() && !row.beyondProperties() ? " (set the property)" : "");
            for (String line : Lines.wrap(title, characters(PANEL, 13))) {
                y += 20;
                texts.add(new Text(left, y, "what", line));
            }
            y += 16;
            texts.add(new Text(left, y, "small", Lines.fit("property: " + property(row), characters(PANEL, 12))));
            y += 7;
            double longest = row.shown().values().stream()
                    .filter(shown -> !shown.failed())
                    .mapToDouble(Shown::value)
                    .max()
                    .orElse(0);
            for (String column : row.columns().keySet()) {
                column(column, row.shown().get(column), longest, left, y);
                y += COLUMN_HEIGHT;
            }
        }
        return y + 12;
    }

    /** What the column of the property is started with beyond stock. */
    private static String property(RowResult row) {
        String settings = row.columns().getOrDefault(RowResult.PROPERTY, "");
        return settings.replaceAll("^.*\\.jar( --)?", "").replace(" --", ", ");
    }

    private void column(String column, @Nullable Shown shown, double longest, int left, int y) {
        String style = STYLES.getOrDefault(column, "stock");
        int bar = left + NAMES;
        texts.add(new Text(left, y + 11, "name", NAMES_OF_COLUMNS.getOrDefault(column, column)));
        if (shown == null) {
            return;
        }
        int end = bar;
        if (shown.failed()) {
            crosses.add(new Cross(bar + 1, y + 2, bar + BAR_HEIGHT - 2, y + BAR_HEIGHT - 1, style));
            end += BAR_HEIGHT;
        } else {
            int width = Math.max(2, longest > 0 ? (int) Math.round(BARS * shown.value() / longest) : 0);
            bars.add(new Rectangle(bar, y, width, BAR_HEIGHT, style));
            end += width;
        }
        int from = end + 8;
        texts.add(new Text(
                from,
                y + 11,
                shown.failed() ? "figure failed" : "figure",
                Lines.fit(shown.words(), characters(left + PANEL - from, 12))));
    }

    private static int characters(int width, int fontSize) {
        return (int) (width / (CHARACTER * fontSize));
    }
}
