/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Keeps parts until their request ends: in memory that is reused, within a budget, and in temporary files. No API. Knows neither
 * servlets nor the parser, except its pool of buffers.
 */
@NullMarked
package dev.tuned.upload.storage;

import org.jspecify.annotations.NullMarked;
