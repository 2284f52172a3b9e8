/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Where parts are kept until their request ends: memory that is used again, within a budget, and temporary files. No API. Knows
 * neither servlets nor the parser, but for its pool of buffers.
 */
@NullMarked
package dev.tuned.upload.storage;

import org.jspecify.annotations.NullMarked;
