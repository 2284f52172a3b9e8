/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the threads starter. Uses all its packages, and none uses it. */
@NullMarked
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.NullMarked;
