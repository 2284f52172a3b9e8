/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The start-up line, the warnings, the meters and the endpoint. A {@link dev.tuned.threads.report.ReportContributor} is a bean, and
 * gives {@link dev.tuned.threads.report.ReportPart}s, which are values. No API: uses {@code plan} and the root package; the
 * packages of the single targets contribute.
 */
@NullMarked
package dev.tuned.threads.report;

import org.jspecify.annotations.NullMarked;
