/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import dev.tuned.bench.result.Results;

/** The results as one page that needs nothing from anywhere else. */
public final class HtmlReport {

    private HtmlReport() {}

    public static String of(Results results) {
        return of(results, "", "");
    }

    /**
     * The same with more above the comparisons.
     *
     * @param picture an image as SVG; empty for none
     * @param further sections as HTML; empty for none
     */
    public static String of(Results results, String picture, String further) {
        return Templates.fill("report.html", Page.of(results, picture, further));
    }
}
