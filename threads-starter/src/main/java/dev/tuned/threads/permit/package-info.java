/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Permits and the queue of callers that wait for one, for tasks and for requests. No API: knows neither Spring nor Tomcat. Used by
 * {@code web}, {@code executor} and the root package.
 */
@NullMarked
package dev.tuned.threads.permit;

import org.jspecify.annotations.NullMarked;
