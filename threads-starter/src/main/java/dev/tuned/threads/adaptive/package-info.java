/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The adaptive concurrency limit: finds out whether a service is saturated, and how many requests to let in. No API: uses the root
 * package, knows neither Spring nor Tomcat, and is used by {@code web}.
 */
@NullMarked
package dev.tuned.threads.adaptive;

import org.jspecify.annotations.NullMarked;
