/* SPDX-License-Identifier: Apache-2.0 */
/** How the preset comes into real applications, and how it ends with them. */
@NullMarked
package dev.tuned.logging.install;

import org.jspecify.annotations.NullMarked;
