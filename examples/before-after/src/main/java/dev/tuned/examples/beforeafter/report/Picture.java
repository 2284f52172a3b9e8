/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.tuned.examples.beforeafter.report.Axis.Tick;
import dev.tuned.examples.beforeafter.report.Words.PriceWords;
import dev.tuned.examples.beforeafter.result.Results;

/** The bars of the report as an SVG image that stands alone, such as in a README. */
public final class Picture {

    private static final int WIDTH = 800;

    private static final int MARGIN = 24;
    private static final int TRACK_LEFT = 172;
    private static final int TRACK_WIDTH = WIDTH - MARGIN - TRACK_LEFT;
    private static final int BAR_HEIGHT = 54;
    private static final int PRICE_HEIGHT = 30;
    private static final int SENTENCE_HEIGHT = 26;
    private static final int LINE_HEIGHT = 18;

    /** How wide a character is at most on average, as a share of the size of the font, whichever font there is. */
    private static final double CHARACTER = 0.58;

    private final List<Text> texts = new ArrayList<>();
    private final List<Track> tracks = new ArrayList<>();
    private final List<Integer> rules = new ArrayList<>();
    private int y = 16;

    private Picture() {}

    /** The picture as XML. */
    public static String svg(Results results) {
        return Templates.fill("picture.svg", new Picture().view(results));
    }

    /**
     * What the image shows.
     *
     * @param sentence the title for those who cannot see it
     * @param rules the heights of the lines between comparisons
     * @param ticks the labels of the axis
     * @param axisY the height that they stand at
     */
    record View(
            String sentence,
            int height,
            List<Text> texts,
            List<Track> tracks,
            List<Integer> rules,
            List<Tick> ticks,
            int axisY) {}

    /** A line of text. */
    record Text(int x, int y, String style, String text) {}

    /** A bar and the words above it, their end shortened where there is no room. */
    record Track(int y, int wordsY, String rest, Bar bar) {}

    private View view(Results results) {
        Bars bars = Bars.of(results);
        Mark mark = Mark.of(results.outcome());
        for (String line : Lines.wrap(mark.symbol() + " " + results.sentence(), characters(WIDTH - 2 * MARGIN, 19))) {
            y += SENTENCE_HEIGHT;
            texts.add(new Text(MARGIN, y, "sentence " + mark.style(), line));
        }
        Words.cause(results)
                .lines()
                .limit(2)
                .flatMap(line -> Lines.wrap(line, characters(WIDTH - 2 * MARGIN, 12)).stream())
                .forEach(line -> line(MARGIN, "small", line));
        y += 26;
        bars.groups().forEach(this::group);
        int axisY = y + 10;
        y = axisY + 4;
        line(
                TRACK_LEFT,
                "small",
                bars.claims()
                        ? "ratio after ÷ before, its interval, and what is claimed (shaded)"
                        : "ratio after ÷ before and its interval");
        y += 6;
        List.of(Words.control(results.control()), Words.machine(results.machine()), Words.origin(results))
                .forEach(line -> line(MARGIN, "small", Lines.fit(line, characters(WIDTH - 2 * MARGIN, 12))));
        return new View(results.sentence(), y + 16, texts, tracks, rules, bars.ticks(), axisY);
    }

    private void group(Bars.Group group) {
        rules.add(y - 8);
        int column = TRACK_LEFT - MARGIN - 12;
        texts.add(new Text(MARGIN, y + 14, "title", Lines.fit(group.title(), characters(column, 15))));
        Mark mark = group.mark();
        texts.add(new Text(MARGIN, y + 36, "verdict " + mark.style(), mark.symbol() + " " + mark.label()));
        int top = y;
        for (Bar bar : group.bars()) {
            tracks.add(new Track(y + 22, y + 14, rest(bar), bar));
            y += BAR_HEIGHT;
        }
        y = Math.max(y, top + BAR_HEIGHT);
        boolean beyond = group.prices().stream().anyMatch(PriceWords::beyond);
        texts.add(new Text(
                TRACK_LEFT,
                y + 8,
                beyond ? "small refuted" : "small",
                Lines.fit(below(group), characters(TRACK_WIDTH, 12))));
        y += PRICE_HEIGHT;
    }

    /** What the run could have shown, and the prices. */
    private static String below(Bars.Group group) {
        return Stream.concat(group.bars().stream().map(Bar::seen), Stream.of(group.pricesInOneLine()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** What stands behind the figure, as far as there is room. */
    private static String rest(Bar bar) {
        int used = bar.words().lead().length() + bar.words().figure().length();
        return Lines.fit(bar.words().rest(), characters(TRACK_WIDTH, 13) - used);
    }

    private void line(int x, String style, String text) {
        y += LINE_HEIGHT;
        texts.add(new Text(x, y, style, text));
    }

    private static int characters(int width, int fontSize) {
        return (int) (width / (CHARACTER * fontSize));
    }
}
