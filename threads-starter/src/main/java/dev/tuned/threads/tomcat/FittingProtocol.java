/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import org.apache.coyote.http11.Http11NioProtocol;

/**
 * Tomcat's HTTP/1.1 protocol, exactly, over an endpoint whose own pool of threads may open to virtual threads. Tomcat creates it by
 * its name, like its own.
 */
public final class FittingProtocol extends Http11NioProtocol {

    public FittingProtocol() {
        super(new FittingEndpoint());
    }

    FittingEndpoint fitting() {
        return (FittingEndpoint) getEndpoint();
    }
}
