/* SPDX-License-Identifier: Apache-2.0 */
/** Spring MVC's static resources by Tomcat's sendfile. */
@NullMarked
package dev.tuned.threads.sendfile;

import org.jspecify.annotations.NullMarked;
