/* SPDX-License-Identifier: Apache-2.0 */
/** Finding Spring MVC's static resources in the file system with as few system calls as their semantics allow. */
@NullMarked
package dev.tuned.threads.resources;

import org.jspecify.annotations.NullMarked;
