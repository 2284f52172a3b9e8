/* SPDX-License-Identifier: Apache-2.0 */
/** Spring MVC's static resources by Tomcat's sendfile. No API: uses {@code plan}, and is used by nobody. */
@NullMarked
package dev.tuned.threads.sendfile;

import org.jspecify.annotations.NullMarked;
