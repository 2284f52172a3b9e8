/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Tomcat's request, whose parts this starter reads where Tomcat would: how it gets into a connector, Tomcat's limits, headers and
 * exceptions, and the end of an unread body. No API.
 */
@NullMarked
package dev.tuned.upload.tomcat;

import org.jspecify.annotations.NullMarked;
