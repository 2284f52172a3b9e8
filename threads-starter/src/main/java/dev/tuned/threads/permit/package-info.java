/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Permits and the queue of requests that wait for one. No API: knows neither Spring nor Tomcat, and {@code web} alone uses it.
 */
@NullMarked
package dev.tuned.threads.permit;

import org.jspecify.annotations.NullMarked;
