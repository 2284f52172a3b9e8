/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Tomcat's HTTP/1.1 protocol, exactly, over an endpoint whose own pool of threads may open to virtual threads. Tomcat makes it
 * by its name, as it makes its own.
 */
public final class FittingProtocol extends Http11NioProtocol {

    /** Made by Tomcat. */
    public FittingProtocol() {
        super(new FittingEndpoint());
    }

    FittingEndpoint fitting() {
        return (FittingEndpoint) getEndpoint();
    }
}
