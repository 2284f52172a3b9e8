/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Looks at a running service and says which starter would pay: a flight recording gives signals, rules make findings of
 * them. Knows no command line; compare proves what is found here.
 */
@NullMarked
package dev.tuned.bench.advise;

import org.jspecify.annotations.NullMarked;
