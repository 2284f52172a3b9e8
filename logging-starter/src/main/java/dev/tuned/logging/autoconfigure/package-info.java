/* SPDX-License-Identifier: Apache-2.0 */
/** Auto-configuration of the logging starter. No API. */
@NullMarked
package dev.tuned.logging.autoconfigure;

import org.jspecify.annotations.NullMarked;
