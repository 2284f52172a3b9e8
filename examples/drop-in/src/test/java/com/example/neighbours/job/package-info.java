/* SPDX-License-Identifier: Apache-2.0 */
/** An application that ends with its job. */
@NullMarked
package com.example.neighbours.job;

import org.jspecify.annotations.NullMarked;
