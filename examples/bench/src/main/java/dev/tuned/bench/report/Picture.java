/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.util.ArrayList;
import java.util.List;

import dev.tuned.bench.report.Section.Column;
import dev.tuned.bench.result.Results;

/** The columns of the report as an SVG image that stands alone, such as in a README. */
public final class Picture {

    private static final int WIDTH = 800;

    private static final int MARGIN = 24;
    private static final int NAMES_LEFT = 172;
    private static final int BARS_LEFT = 296;
    private static final int BARS_WIDTH = 290;
    private static final int BAR_HEIGHT = 16;
    private static final int COLUMN_HEIGHT = 22;
    private static final int SENTENCE_HEIGHT = 26;
    private static final int LINE_HEIGHT = 18;

    /** The largest average width of a character in any font, as a share of the font size. */
    private static final double CHARACTER = 0.58;

    private final List<Text> texts = new ArrayList<>();
    private final List<Rectangle> bars = new ArrayList<>();
    private final List<Integer> rules = new ArrayList<>();
    private int y = 16;

    private Picture() {}

    /** The picture as XML. */
    public static String svg(Results results) {
        return Templates.fill("picture.svg", new Picture().view(results));
    }

    /**
     * The content of the image.
     *
     * @param sentence the title for screen readers
     * @param rules the heights of the lines between comparisons
     */
    record View(String sentence, int height, List<Text> texts, List<Rectangle> bars, List<Integer> rules) {}

    /** A line of text. */
    record Text(int x, int y, String style, String text) {}

    /** A bar. */
    record Rectangle(int x, int y, int width, int height, String style) {}

    private View view(Results results) {
        Mark mark = Mark.of(results.outcome());
        for (String line : Lines.wrap(mark.symbol() + " " + results.sentence(), characters(WIDTH - 2 * MARGIN, 19))) {
            y += SENTENCE_HEIGHT;
            texts.add(new Text(MARGIN, y, "sentence " + mark.style(), line));
        }
        Words.cause(results).lines().limit(2).forEach(line -> small(MARGIN, "small", line, 9));
        y += 26;
        Page.of(results).groups().forEach(this::row);
        rules.add(y - 8);
        List.of(Words.control(results.control()), Words.machine(results.machine()), Words.origin(results))
                .forEach(line -> small(MARGIN, "small", line, 1));
        return new View(results.sentence(), y + 16, texts, bars, rules);
    }

    private void row(Section row) {
        rules.add(y - 8);
        int top = y;
        texts.add(new Text(
                MARGIN,
                y + 14,
                "title",
                Lines.fit(row.comparison().title(), characters(NAMES_LEFT - MARGIN - 12, 15))));
        if (!row.mark().label().isEmpty()) {
            texts.add(new Text(
                    MARGIN,
                    y + 36,
                    "verdict " + row.mark().style(),
                    row.mark().symbol() + " " + row.mark().label()));
        }
        y -= 4;
        small(NAMES_LEFT, "small", row.what() + (row.claim().isEmpty() ? "" : "; claimed " + row.claim()), 2);
        y += 6;
        for (Column column : row.columns()) {
            int names = characters(BARS_LEFT - NAMES_LEFT - 8, 12);
            texts.add(new Text(NAMES_LEFT, y + 13, "name", Lines.fit(column.name(), names)));
            int width = (int) Math.round(BARS_WIDTH * column.percent() / 100);
            bars.add(new Rectangle(BARS_LEFT, y, Math.max(1, width), BAR_HEIGHT, column.style()));
            texts.add(new Text(BARS_LEFT + width + 8, y + 13, "figure " + column.style(), column.value()));
            y += COLUMN_HEIGHT;
        }
        y -= 4;
        small(NAMES_LEFT, "small", row.propertyInBrief(), 2);
        row.tradeOffs()
                .forEach(each ->
                        small(NAMES_LEFT, each.beyond() ? "small refuted" : "small", "trade-off: " + each.brief(), 1));
        y = Math.max(y, top + 36) + 26;
    }

    /** Adds a text of small letters, shortened where it has more lines than this. */
    private void small(int x, String style, String text, int most) {
        int width = characters(WIDTH - MARGIN - x, 12);
        List<String> lines = Lines.wrap(text, width);
        for (int i = 0; i < Math.min(most, lines.size()); i++) {
            y += LINE_HEIGHT;
            String line = lines.get(i);
            texts.add(new Text(
                    x,
                    y,
                    style,
                    i == most - 1 && lines.size() > most ? Lines.fit(line + " " + lines.get(i + 1), width) : line));
        }
    }

    private static int characters(int width, int fontSize) {
        return (int) (width / (CHARACTER * fontSize));
    }
}
