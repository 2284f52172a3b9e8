/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Spring Boot's task executor and scheduler on other threads, or with a limit, as Spring's own builders make them. No API: uses
 * {@code plan} and {@code report}.
 */
@NullMarked
package dev.tuned.threads.executor;

import org.jspecify.annotations.NullMarked;
