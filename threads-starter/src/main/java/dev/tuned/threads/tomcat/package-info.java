/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tomcat's connector: kind of thread, processor cache, and true values for Tomcat's own meters. No API: uses {@code plan} and
 * {@code report}, and no other package uses it.
 */
@NullMarked
package dev.tuned.threads.tomcat;

import org.jspecify.annotations.NullMarked;
