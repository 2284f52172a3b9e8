/* SPDX-License-Identifier: Apache-2.0 */
/** The command line: reads options, runs sessions, prints what came of them. Stands above all other packages. */
@NullMarked
package dev.tuned.bench.command;

import org.jspecify.annotations.NullMarked;
