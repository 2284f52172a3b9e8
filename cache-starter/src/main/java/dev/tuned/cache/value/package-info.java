/* SPDX-License-Identifier: Apache-2.0 */
/**
 * How values become documents and back, without loss: {@code ShapeFactory} looks at a type once, which either has a form or is
 * refused. A form is a scalar, an enum, a container, an object, or one of several; it writes and reads its values. Calls nothing
 * of the starter. No API: its types may change with any release.
 */
@NullMarked
package dev.tuned.cache.value;

import org.jspecify.annotations.NullMarked;
