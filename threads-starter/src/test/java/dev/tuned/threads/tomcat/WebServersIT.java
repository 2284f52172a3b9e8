/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

/** The same on the newest Java, where the default is virtual threads. */
class WebServersIT extends WebServersTests {}
