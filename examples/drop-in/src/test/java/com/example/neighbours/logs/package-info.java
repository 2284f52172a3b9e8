/* SPDX-License-Identifier: Apache-2.0 */
/** Applications whose logs others read, ship or replace. */
@NullMarked
package com.example.neighbours.logs;

import org.jspecify.annotations.NullMarked;
