/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Parser of multipart bodies, without Spring and servlets. No API. The parser reads parts and headers from its buffer, and the buffer from the
 * counted body of the request.
 */
@NullMarked
package dev.tuned.upload.multipart;

import org.jspecify.annotations.NullMarked;
