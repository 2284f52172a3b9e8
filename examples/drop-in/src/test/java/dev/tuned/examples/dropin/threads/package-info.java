/* SPDX-License-Identifier: Apache-2.0 */
/** Static resources, asynchronous requests, shutdown, and loads that must not be rejected. */
package dev.tuned.examples.dropin.threads;
