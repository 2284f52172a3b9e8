/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

import dev.tuned.bench.report.SampleResults;
import dev.tuned.bench.report.Xml;
import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.RowResult;

import static org.assertj.core.api.Assertions.assertThat;

class PictureTests {

    private static final Map<String, Integer> FONT_SIZES =
            Map.of("sentence", 19, "title", 15, "what", 13, "small", 12, "name", 12, "figure", 12);

    @Test
    void isXmlAndSaysNoNonsense() throws Exception {
        Results results = SampleResults.ofRows().build();
        String svg = Picture.svg(results);
        assertThat(Xml.parse(svg).getDocumentElement().getTextContent())
                .contains(results.rows().stream().map(RowResult::starter).toList());
        assertThat(svg).doesNotContain("NaN", "Infinity", "null", "<script");
    }

    @Test
    void noLabelOverlapsAMarkOrAnotherLabel() throws Exception {
        Results results = SampleResults.ofRows().build();
        Element picture = Xml.parse(Picture.svg(results)).getDocumentElement();
        List<Box> boxes = new ArrayList<>();
        Xml.children(picture).forEach(element -> {
            if (element.getTagName().equals("text")) {
                boxes.add(text(element));
            } else if (element.getAttribute("class").startsWith("column ")) {
                double x = number(element, "x");
                double y = number(element, "y");
                boxes.add(new Box("bar", x, y, x + number(element, "width"), y + number(element, "height")));
            }
        });
        Box sheet = new Box("sheet", 0, 0, number(picture, "width"), number(picture, "height"));
        for (Box box : boxes) {
            assertThat(sheet.contains(box)).as("%s within %s", box, sheet).isTrue();
            assertThat(boxes)
                    .filteredOn(other -> other != box && other.overlaps(box))
                    .as("over %s", box)
                    .isEmpty();
        }
    }

    @Test
    void showsColumnsFailuresMachineAndCommit() {
        assertThat(Picture.svg(SampleResults.ofRows().build()))
                .contains(
                        "upload", "cache", "2 cores, Java 25.0.3", "52d3ec490014", "property)<", "greatest of 3 times")
                .contains(">180 of 180 answered<", "class=\"cross\"", "out of memory", "prefers-color-scheme: dark");
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute).replace("%", ""));
    }

    private static Box text(Element text) {
        double x = number(text, "x");
        return box(text, x, x + width(text), number(text, "y"));
    }

    private static Box box(Element text, double left, double right, double baseline) {
        return new Box(
                text.getTextContent(), left, baseline - 0.8 * fontSize(text), right, baseline + 0.25 * fontSize(text));
    }

    private static double width(Element text) {
        return text.getTextContent().length() * 0.58 * fontSize(text);
    }

    private static int fontSize(Element text) {
        return FONT_SIZES.get(text.getAttribute("class").split(" ")[0]);
    }

    private record Box(String what, double left, double top, double right, double bottom) {

        boolean overlaps(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }

        boolean contains(Box other) {
            return left <= other.left && other.right <= right && top <= other.top && other.bottom <= bottom;
        }
    }
}
