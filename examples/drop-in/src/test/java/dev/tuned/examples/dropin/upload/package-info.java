/* SPDX-License-Identifier: Apache-2.0 */
/** Multipart requests to controllers and servlets of every style. */
package dev.tuned.examples.dropin.upload;
