/* SPDX-License-Identifier: Apache-2.0 */
/** What all starters have: the check of their properties, and the lines on Spring Boot 3. No API: the starters alone use it. */
@NullMarked
package dev.tuned.check;

import org.jspecify.annotations.NullMarked;
