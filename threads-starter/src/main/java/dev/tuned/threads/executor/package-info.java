/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Spring Boot's task executor and scheduler on another kind of thread or with a limit, and named executors. No API: uses {@code
 * plan}, {@code report}, {@code permit} and the root package, and no other package uses it.
 */
@NullMarked
package dev.tuned.threads.executor;

import org.jspecify.annotations.NullMarked;
