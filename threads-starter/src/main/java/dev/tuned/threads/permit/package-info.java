/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Permits and the queue of those who wait for one, for tasks and for requests. No API: knows neither Spring nor Tomcat, and is
 * used by {@code web} and the root package.
 */
@NullMarked
package dev.tuned.threads.permit;

import org.jspecify.annotations.NullMarked;
