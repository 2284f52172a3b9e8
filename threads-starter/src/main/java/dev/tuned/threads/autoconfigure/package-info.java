/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the threads starter. */
@NullMarked
package dev.tuned.threads.autoconfigure;

import org.jspecify.annotations.NullMarked;
