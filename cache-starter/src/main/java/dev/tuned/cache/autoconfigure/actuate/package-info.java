/* SPDX-License-Identifier: Apache-2.0 */
/** Meters and health of the near caches, where the application has Actuator. No API. */
@NullMarked
package dev.tuned.cache.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
