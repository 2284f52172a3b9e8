/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import dev.tuned.bench.result.Results;
import dev.tuned.bench.result.ResultsFile;

import static org.assertj.core.api.Assertions.assertThat;

class PageTests {

    @ParameterizedTest
    @MethodSource("dev.tuned.bench.report.SampleResults#all")
    void isWellFormedAndSaysNoNonsense(Results results) throws Exception {
        Document page = Xml.parse(Page.of(results).html().replace("<!DOCTYPE html>", ""));
        assertThat(page.getDocumentElement().getTextContent()).doesNotContain("NaN", "Infinity", "null");
        assertThat(elements(page, "script")).isEmpty();
        assertThat(elements(page, "*").flatMap(Xml::attributes))
                .noneMatch(value -> value.contains("NaN") || value.contains("Infinity") || value.equals("null"));
    }

    @ParameterizedTest
    @MethodSource("dev.tuned.bench.report.SampleResults#all")
    void canBeReadWithoutSeeingIt(Results results) throws Exception {
        Document page = Xml.parse(Page.of(results).html().replace("<!DOCTYPE html>", ""));
        assertThat(elements(page, "svg").filter(svg -> svg.getAttribute("role").equals("img")))
                .allMatch(svg -> !svg.getAttribute("aria-label").isBlank());
        assertThat(elements(page, "th")).allMatch(header -> header.hasAttribute("scope"));
        assertThat(elements(page, "a")
                        .map(link -> link.getAttribute("href"))
                        .filter(href -> href.startsWith("#"))
                        .map(href -> href.substring(1)))
                .isSubsetOf(elements(page, "*")
                        .map(element -> element.getAttribute("id"))
                        .toList());
    }

    @Test
    void thePageOfOwnServicesSaysNothingOfStockOrOfTradeOffs() {
        String page = Page.of(SampleResults.empty()
                        .with(SampleResults.unclaimed("hello", 1.02))
                        .ofCompare()
                        .build())
                .html();
        assertThat(page).doesNotContain("Spring Initializr", "four starters", "o trade-off");
        assertThat(Page.of(SampleResults.confirmed().build()).html()).contains("Spring Initializr", "No trade-off");
    }

    @Test
    void escapesNames() {
        assertThat(Page.of(SampleResults.ugly().build()).html())
                .doesNotContain("<script>", "<b>this</b>")
                .contains("&lt;script&gt;alert(1)");
    }

    @Test
    void opensWithTheSentenceAndShowsABarPerVariantInItsUnit() {
        String page = Page.of(SampleResults.confirmed().build()).html();
        assertThat(page.indexOf("4 of 4 claims confirmed")).isLessThan(page.indexOf("class=\"column stock"));
        assertThat(page.split("class=\"column ", -1)).hasSize(1 + 6 * 2);
        assertThat(page).contains("<b>416 µs</b>", "<b>121 µs</b>");
    }

    @Test
    void hasARatioAndAPicturePerConditionBelowTheBars() {
        String page = Page.of(SampleResults.confirmed().build()).html();
        assertThat(page.split("class=\"strip\"", -1)).hasSize(1 + 5 + 2);
        assertThat(page).contains("Also measured").contains("<p>CPU per request: 0.29 of stock [0.22–0.38]");
        assertThat(page.indexOf("0.29 of stock"))
                .isGreaterThan(page.indexOf("class=\"column stock"))
                .isLessThan(page.indexOf("class=\"strip\""));
    }

    @Test
    void showsWhyARunIsInvalid() {
        assertThat(Page.of(SampleResults.voided().build()).html())
                .contains("The control instance differs: no figure of this run counts")
                .contains("Other processes used 1.3 cores")
                .doesNotContain("✓");
        assertThat(Page.of(SampleResults.interrupted().build()).html())
                .contains("The run did not come to its end")
                .contains("exit code 137\n  at launch 2 of 5 &lt;killed&gt;");
    }

    @Test
    void foldsManyComparisonsWithoutAClaim() {
        assertThat(Page.of(SampleResults.withoutClaims(30).build()).html()).contains("<h2>Measured</h2>");
        assertThat(Page.of(SampleResults.ofOneService().build()).html()).doesNotContain("Measured</h2>");
    }

    @Test
    void carriesTheRawData() {
        Results results = SampleResults.ugly().build();
        Matcher link = Pattern.compile("download=\"results.json\" href=\"data:application/json;base64,([^\"]+)\"")
                .matcher(Page.of(results).html());
        assertThat(link.find()).isTrue();
        assertThat(new String(Base64.getDecoder().decode(link.group(1)), StandardCharsets.UTF_8))
                .isEqualTo(ResultsFile.toJson(results));
    }

    private static Stream<Element> elements(Document page, String name) {
        NodeList elements = page.getElementsByTagName(name);
        return IntStream.range(0, elements.getLength()).mapToObj(index -> (Element) elements.item(index));
    }
}
