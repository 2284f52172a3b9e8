/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Parser of multipart bodies, without Spring and servlets. No API. The parser reads parts and headers from its buffer, and the buffer
 * from the body of the request, which has a size and listeners, and which another thread may end.
 */
@NullMarked
package dev.tuned.upload.multipart;

import org.jspecify.annotations.NullMarked;
