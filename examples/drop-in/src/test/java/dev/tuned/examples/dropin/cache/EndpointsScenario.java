/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.cache;

import com.example.caching.endpoints.EndpointsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** A web application that caches, its meters and what the actuator tells of its caches. */
class EndpointsScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                        EndpointsApplication.class,
                        AnnotationsScenario.CAFFEINE.and("spring-boot-starter-webmvc", "spring-boot-starter-actuator"))
                .arguments(
                        "--management.endpoints.web.exposure.include=health,metrics,caches",
                        "--management.endpoint.caches.access=unrestricted",
                        "--management.endpoint.health.show-details=always",
                        "--management.health.diskspace.enabled=false");
    }

    /** The stack of a cached method's exception has other frames of the cache. */
    @Override
    public String normalize(String text) {
        return text.replaceAll("(?m)^\\tat .*\\R", "");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        get("caches before use", "/actuator/caches", application, recording);
        get("first", "/prices/a", application, recording);
        get("again", "/prices/a", application, recording);
        get("failing", "/prices/unknown", application, recording);
        get("caches", "/actuator/caches", application, recording);
        get("one cache", "/actuator/caches/prices", application, recording);
        get("no such cache", "/actuator/caches/absent", application, recording);
        get("forget", "/forget/a", application, recording);
        get("forgotten", "/prices/a", application, recording);
        RawHttp.exchange(
                        application.port(),
                        ("DELETE /actuator/caches/prices HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                                .getBytes(ISO_8859_1))
                .recordAs("cleared by the endpoint", recording);
        get("after it was cleared", "/prices/a", application, recording);
        get("health", "/actuator/health", application, recording);
        for (String meter : new String[] {"cache.gets", "cache.puts", "cache.size", "cache.evictions"}) {
            get("meter " + meter, "/actuator/metrics/" + meter, application, recording);
        }
    }

    private static void get(String name, String path, RunningApplication application, Recording recording)
            throws Exception {
        RawHttp.get(application.port(), path).recordAs(name, recording);
    }
}
