/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import com.example.files.FilesApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Static resources below a context path and a servlet path, with Ant patterns. */
class StaticNestedScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(FilesApplication.class, ClassPath.of("spring-boot-starter-webmvc"))
                .arguments(
                        "--spring.profiles.active=any-folder",
                        "--server.servlet.context-path=/app",
                        "--spring.mvc.servlet.path=/mvc",
                        "--spring.mvc.pathmatch.matching-strategy=ant_path_matcher",
                        "--spring.web.resources.static-locations=file:site/");
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        RequestTable.play(
                RequestTable.read("nested-requests.txt"), request -> RawHttp.exchange(port, request), recording);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
