/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What is Tomcat's own: its limits, how it reads headers, the exceptions that it throws, and what becomes of a body that nobody
 * reads. No API.
 */
@NullMarked
package dev.tuned.upload.tomcat;

import org.jspecify.annotations.NullMarked;
