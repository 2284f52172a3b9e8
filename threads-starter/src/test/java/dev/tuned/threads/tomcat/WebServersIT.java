/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.junit.jupiter.api.Tag;

/** The same on the newest Java, which has virtual threads. */
@Tag("nightly")
class WebServersIT extends WebServersTests {}
