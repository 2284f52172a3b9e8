/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tomcat's connector: its threads, and a pool that grows. {@link dev.tuned.threads.tomcat.PoolGrowth} decides
 * from {@link dev.tuned.threads.tomcat.Look}s, and knows neither Tomcat nor a clock; {@link dev.tuned.threads.tomcat.GrowingPool}
 * looks, and sets the size. No API: uses {@code plan} and {@code report}.
 */
@NullMarked
package dev.tuned.threads.tomcat;

import org.jspecify.annotations.NullMarked;
