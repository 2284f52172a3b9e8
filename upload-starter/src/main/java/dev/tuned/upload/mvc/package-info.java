/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Spring MVC: which handlers read the body themselves, with which sizes, and the resolver of parts. No API.
 */
@NullMarked
package dev.tuned.upload.mvc;

import org.jspecify.annotations.NullMarked;
