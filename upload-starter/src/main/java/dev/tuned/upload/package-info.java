/* SPDX-License-Identifier: Apache-2.0 */
/** Multipart uploads on the servlet stack: where parts are kept and how they are read. */
@NullMarked
package dev.tuned.upload;

import org.jspecify.annotations.NullMarked;
