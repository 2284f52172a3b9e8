/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.pinning;

import java.time.Duration;

/**
 * One time that a virtual thread blocked and kept its carrier thread.
 *
 * @param duration how long
 * @param reason what kept it there
 * @param explanation what the JVM says of it, such as {@code VM call to Foo.<clinit> on stack, LockSupport.park}; empty before Java 24
 * @param place where
 */
record Pin(Duration duration, PinnedReason reason, String explanation, Place place) {}
