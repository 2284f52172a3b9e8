/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the threads starter. No API: uses all its packages but {@code permit}, and none uses it. */
@NullMarked
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.NullMarked;
