/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter.report;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Document;

import dev.tuned.bench.report.Page;
import dev.tuned.bench.report.SampleResults;
import dev.tuned.bench.report.Xml;
import dev.tuned.bench.result.Results;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class RowReportTests {

    @ParameterizedTest
    @MethodSource("dev.tuned.bench.report.SampleResults#all")
    void pageIsWellFormedAndSaysNoNonsense(Results results) throws Exception {
        Document page = Xml.parse(RowReport.html(results).replace("<!DOCTYPE html>", ""));
        assertThat(page.getDocumentElement().getTextContent()).doesNotContain("NaN", "Infinity", "null");
    }

    @Test
    void aRunWithoutRowsHasThePageOfItsComparisons() {
        Results results = SampleResults.inconclusive().build();
        assertThat(RowReport.html(results)).isEqualTo(Page.of(results).html());
    }

    @Test
    void rowsAreShownWithTheirPictureAndWithoutAControl() throws Exception {
        String page = RowReport.html(SampleResults.ofRows().build());
        assertThat(Xml.parse(page).getDocumentElement().getTextContent())
                .contains(
                        "Slow uploads neither fill", "held, and by no property", "the property does as well in 3 of 3")
                .contains("not held in 3 of 3", "tuned: forms answered is 180 (3 of 3)", "catalog-stock.jar --a=b")
                .doesNotContain("Control");
        assertThat(page).contains("data:image/svg+xml;base64,");
    }
}
