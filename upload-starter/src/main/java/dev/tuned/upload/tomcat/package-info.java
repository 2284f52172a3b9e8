/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tomcat's request, whose parts this starter reads where Tomcat would, and what is needed for that: how it is put into a connector,
 * Tomcat's limits, headers and exceptions, and what becomes of an unread body. No API.
 */
@NullMarked
package dev.tuned.upload.tomcat;

import org.jspecify.annotations.NullMarked;
