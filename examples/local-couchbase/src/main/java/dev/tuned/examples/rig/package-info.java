/* SPDX-License-Identifier: Apache-2.0 */
/** Parts of an example service that serve its measurement alone. They are not part of the example. */
@NullMarked
package dev.tuned.examples.rig;

import org.jspecify.annotations.NullMarked;
