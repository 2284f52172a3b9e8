/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Parser of multipart bodies, on the JDK alone. No API. Calls go down: the parser reads parts and headers from the buffer, the
 * buffer from the counted body of the request.
 */
@NullMarked
package dev.tuned.upload.multipart;

import org.jspecify.annotations.NullMarked;
