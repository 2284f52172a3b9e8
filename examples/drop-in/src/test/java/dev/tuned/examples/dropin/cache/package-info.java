/* SPDX-License-Identifier: Apache-2.0 */
/** Spring's cache abstraction as applications use it, and other providers beside the starter. */
package dev.tuned.examples.dropin.cache;
