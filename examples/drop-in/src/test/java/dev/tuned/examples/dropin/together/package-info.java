/* SPDX-License-Identifier: Apache-2.0 */
/** All starters in applications with many other libraries. */
package dev.tuned.examples.dropin.together;
