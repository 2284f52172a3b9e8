/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import java.time.Duration;

import com.example.starts.StartsApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Two dozen contexts in one JVM, one after another: with and without a server, with parents, and such as do not start. */
class StartsScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(
                StartsApplication.class, ClassPath.of("spring-boot-starter-webmvc", "spring-boot-starter-cache"));
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        application.awaitEnd();
        HttpScenario.logByLoggers(application, recording);
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(3);
    }

    /** The servers' directories are as many as the servers, in an order by chance. */
    @Override
    public String normalize(String text) {
        return HttpScenario.withoutFrames(text).replaceAll("(?m)^tmp/tomcat.*\\n?", "");
    }
}
