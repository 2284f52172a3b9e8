/* SPDX-License-Identifier: Apache-2.0 */
/** What the documents promise, held against the starters. */
@NullMarked
package dev.tuned.examples.handbook;

import org.jspecify.annotations.NullMarked;
