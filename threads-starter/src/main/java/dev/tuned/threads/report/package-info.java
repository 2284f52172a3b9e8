/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The start-up line, the warnings, the meters and the endpoint, of all beans that are a {@link
 * dev.tuned.threads.report.ReportPart}. No API: uses {@code plan} and the root package; the packages of the single targets
 * contribute.
 */
@NullMarked
package dev.tuned.threads.report;

import org.jspecify.annotations.NullMarked;
