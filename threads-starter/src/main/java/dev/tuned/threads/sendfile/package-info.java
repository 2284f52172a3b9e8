/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Spring MVC's static resources, sent from the file to the socket past Tomcat's buffers. No API: uses {@code plan} and {@code
 * report}, and {@code autoconfigure} alone uses it.
 */
@NullMarked
package dev.tuned.threads.sendfile;

import org.jspecify.annotations.NullMarked;
