/* SPDX-License-Identifier: Apache-2.0 */
/** API: sinks for the parts of streamed uploads, and decorators of sinks. Uses the root package alone. */
@NullMarked
package dev.tuned.upload.sink;

import org.jspecify.annotations.NullMarked;
