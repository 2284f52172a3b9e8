/* SPDX-License-Identifier: Apache-2.0 */
/** What is measured: the scenarios, their requests and what a variant is started with. */
@NullMarked
package dev.tuned.examples.beforeafter.scenario;

import org.jspecify.annotations.NullMarked;
