/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import dev.tuned.threads.support.RawHttp;
import dev.tuned.threads.support.WebApp;

/**
 * A request that fails after it was started asynchronously: Tomcat recycles it without a word to its listeners, and itself
 * counts it for ever, so that Boot's graceful shutdown would wait for it.
 */
class RequestLimitLostPermitTests {

    @Test
    void itsPermitIsFoundWhenSomebodyNeedsIt() {
        try (LimitedApp server = LimitedApp.start(
                App.class,
                "tuned.threads.web.max-concurrency=1",
                "server.shutdown=immediate",
                "server.tomcat.background-processor-delay=1h")) {
            RawHttp.get(server.app(), "/async/fails-after-start");
            LimitedApp.soon().until(() -> RawHttp.get(server.app(), "/kind").startsWith("HTTP/1.1 200 "));
            server.awaitAllPermitsBack();
        }
    }

    /** Of five long requests, one of which is over, each request that finds no permit looks at two. */
    @Test
    void itsPermitIsFoundAmongThoseOfRequestsThatGoOn() {
        try (LimitedApp server = LimitedApp.start(
                App.class,
                "tuned.threads.web.max-concurrency=5",
                "tuned.threads.web.max-wait=0",
                "server.shutdown=immediate",
                "server.tomcat.background-processor-delay=1h")) {
            for (int n = 0; n < 4; n++) {
                server.app().getLater("/async/deferred");
                LimitedApp.soon().until(() -> server.endpoints().arrived.tryAcquire());
            }
            server.awaitAsync(4);
            RawHttp.get(server.app(), "/async/fails-after-start");
            LimitedApp.soon().until(() -> RawHttp.get(server.app(), "/kind").startsWith("HTTP/1.1 200 "));
            LimitedApp.soon().until(() -> server.bound().active() == 4);
            server.endpoints().end(null);
            server.awaitAllPermitsBack();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import({WebApp.App.class, AsyncEndpoints.class})
    static class App {}
}
