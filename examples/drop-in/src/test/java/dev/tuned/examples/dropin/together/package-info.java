/* SPDX-License-Identifier: Apache-2.0 */
/**
 * All starters in applications with many other libraries. One case more is one request in a {@code .http} file, or one line in
 * {@code StartsApplication}; one more form of an application is a subclass of its scenario with other arguments or dependencies.
 */
package dev.tuned.examples.dropin.together;
