/* SPDX-License-Identifier: Apache-2.0 */
/** API: places to write the parts of streamed uploads to, and decorators around them. Uses the root package alone. */
@NullMarked
package dev.tuned.upload.sink;

import org.jspecify.annotations.NullMarked;
