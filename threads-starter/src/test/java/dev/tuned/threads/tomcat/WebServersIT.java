/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

/** The same on the newest Java, which has virtual threads. */
class WebServersIT extends WebServersTests {}
