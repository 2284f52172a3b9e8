/* SPDX-License-Identifier: Apache-2.0 */
/** Virtual threads that pin their carrier, made visible. */
@NullMarked
package dev.tuned.threads.pinning;

import org.jspecify.annotations.NullMarked;
