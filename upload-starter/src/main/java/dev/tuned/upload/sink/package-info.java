/* SPDX-License-Identifier: Apache-2.0 */
/** Places to write the parts of uploads to, and decorators around them. */
@NullMarked
package dev.tuned.upload.sink;

import org.jspecify.annotations.NullMarked;
