/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.util.List;

import org.apache.coyote.ProtocolHandler;

/** The connectors of the embedded Tomcat. Asked while requests run. */
@FunctionalInterface
public interface Connectors {

    /** Protocol of each connector through which requests may come; empty before the server has started. */
    List<? extends ProtocolHandler> protocols();
}
