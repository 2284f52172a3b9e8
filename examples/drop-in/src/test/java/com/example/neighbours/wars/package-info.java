/* SPDX-License-Identifier: Apache-2.0 */
/** Web applications that share a container. */
@NullMarked
package com.example.neighbours.wars;

import org.jspecify.annotations.NullMarked;
