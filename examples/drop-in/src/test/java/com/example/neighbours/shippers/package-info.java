/* SPDX-License-Identifier: Apache-2.0 */
/** An application whose logs others ship. */
@NullMarked
package com.example.neighbours.shippers;

import org.jspecify.annotations.NullMarked;
