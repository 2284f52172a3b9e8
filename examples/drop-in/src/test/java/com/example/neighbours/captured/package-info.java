/* SPDX-License-Identifier: Apache-2.0 */
/** An application whose tests capture the console. */
@NullMarked
package com.example.neighbours.captured;

import org.jspecify.annotations.NullMarked;
