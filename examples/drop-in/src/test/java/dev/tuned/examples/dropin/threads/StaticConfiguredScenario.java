/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import com.example.files.FilesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Static resources by Boot's settings: pattern, locations, chain, cache control, compression, error pages. */
class StaticConfiguredScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(FilesApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .arguments(
                        "--spring.mvc.static-path-pattern=/assets/**",
                        "--spring.web.resources.static-locations=file:public/,file:site/",
                        "--spring.web.resources.chain.strategy.content.enabled=true",
                        "--spring.web.resources.chain.compressed=true",
                        "--spring.web.resources.cache.cachecontrol.max-age=1h",
                        "--spring.web.resources.cache.cachecontrol.cache-public=true",
                        "--spring.web.error.include-message=always",
                        "--server.compression.enabled=true",
                        "--server.compression.min-response-size=1KB",
                        "--server.compression.excluded-user-agents=gozilla");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        RequestTable.play(
                RequestTable.read("configured-requests.txt"), request -> RawHttp.exchange(port, request), recording);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
