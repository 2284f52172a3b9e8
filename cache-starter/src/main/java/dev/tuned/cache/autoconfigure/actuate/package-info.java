/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The actuator's view: meters and health, with their auto-configurations. Nothing calls
 * into this package.
 */
@NullMarked
package dev.tuned.cache.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;
