/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

/** The same on the newest Java, which has virtual threads. */
class ConnectionPoolLimitIT extends ConnectionPoolLimitTests {}
