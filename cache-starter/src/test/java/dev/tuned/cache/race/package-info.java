/* SPDX-License-Identifier: Apache-2.0 */
/** Three instances that read and change the same keys at once, and how old what they read is. */
@NullMarked
package dev.tuned.cache.race;

import org.jspecify.annotations.NullMarked;
