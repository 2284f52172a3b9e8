/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import java.util.List;

/** A bean that has something to report: it is asked once the application has started, and by the endpoint, from any thread. */
public interface ReportContributor {

    /** Parts of the report, in any order. */
    List<ReportPart> reportParts();
}
