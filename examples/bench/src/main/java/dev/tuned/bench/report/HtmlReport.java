/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.report;

import dev.tuned.bench.result.Results;

/** The results as one page that needs nothing from anywhere else. */
public final class HtmlReport {

    private HtmlReport() {}

    public static String of(Results results) {
        return Templates.fill("report.html", Page.of(results));
    }
}
