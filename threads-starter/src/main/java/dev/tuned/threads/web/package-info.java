/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The concurrency limits of requests. A {@link dev.tuned.threads.RequestLimit} is a number: a {@link
 * dev.tuned.threads.web.FixedLimit} of a property ({@code WebProperties.Limit} chooses), a {@link
 * dev.tuned.threads.web.ConnectionPoolLimit}, or the application's own. A {@link dev.tuned.threads.web.RequestLimiter} has the
 * permits of one limit and the requests that wait for them. {@link dev.tuned.threads.web.RequestLimiters} are those of all routes,
 * which the application reads and changes as {@link dev.tuned.threads.RequestLimits}. {@link
 * dev.tuned.threads.web.RequestLimitValve}, in Tomcat's engine, takes a permit for each request.
 *
 * <p>No API: uses {@code permit}, {@code plan}, {@code report} and the root package, and {@code autoconfigure} alone
 * uses it.
 */
@NullMarked
package dev.tuned.threads.web;

import org.jspecify.annotations.NullMarked;
