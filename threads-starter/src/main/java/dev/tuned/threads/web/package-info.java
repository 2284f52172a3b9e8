/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The concurrency limit of requests: a valve on Tomcat's engine, fixed and by connection pool, with its
 * auto-configuration. No API: uses {@code permit}, {@code plan} and the root package, and no other package uses it.
 */
@NullMarked
package dev.tuned.threads.web;

import org.jspecify.annotations.NullMarked;
