/* SPDX-License-Identifier: Apache-2.0 */
/** An application whose console others read. */
@NullMarked
package com.example.neighbours.console;

import org.jspecify.annotations.NullMarked;
