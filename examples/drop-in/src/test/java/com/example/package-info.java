/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The applications of the drop-in suite, as users would have written them. {@code Scenario.application()} names that of a scenario:
 *
 * <ul>
 *   <li>{@code upload}: {@code uploads}, with Spring Security {@code uploadsecurity}, with servlets {@code uploadservlets}
 *   <li>{@code logging}: {@code logs}, an application for each scenario; {@code timed}
 *   <li>{@code cache}: {@code caching}, a package for each scenario; its providers share {@code caching.providers}
 *   <li>{@code threads}: {@code files} for all static files, {@code async}, {@code executors}, {@code load}, {@code meters}, {@code
 *       shutdown}, and {@code aot} for ahead-of-time processing
 *   <li>{@code together}: {@code desk}, {@code shop}, {@code feed}, {@code batch}, {@code plain}, {@code starts}
 *   <li>{@code neighbours}: {@code neighbours}, a package for each library; {@code Market} is the common part of most
 * </ul>
 *
 * <p>{@code seeds} has the faults of {@code SeededDifferencesIT}, which scenarios have to find.
 */
package com.example;
