/* SPDX-License-Identifier: Apache-2.0 */
/** What callers get while Redis or the way to it is broken, and whether all instances agree afterwards. */
@NullMarked
package dev.tuned.cache.fault;

import org.jspecify.annotations.NullMarked;
