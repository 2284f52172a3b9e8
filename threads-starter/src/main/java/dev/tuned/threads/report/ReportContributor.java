/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.report;

import java.util.List;

/** Contributes to the report: asked once the application has started, and by the endpoint, from any thread. */
public interface ReportContributor {

    /** Parts of the report, in any order. */
    List<ReportPart> reportParts();
}
