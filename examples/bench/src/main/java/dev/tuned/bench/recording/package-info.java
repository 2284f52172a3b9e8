/* SPDX-License-Identifier: Apache-2.0 */
/** Flight recordings of other JVMs on this machine. Knows nothing of what is looked for in them. */
@NullMarked
package dev.tuned.bench.recording;

import org.jspecify.annotations.NullMarked;
