/* SPDX-License-Identifier: Apache-2.0 */
/** What an example service needs only because it is measured and watched. It is not part of the example. */
@NullMarked
package dev.tuned.examples.rig;

import org.jspecify.annotations.NullMarked;
