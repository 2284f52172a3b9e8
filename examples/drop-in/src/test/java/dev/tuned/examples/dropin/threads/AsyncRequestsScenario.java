/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.threads;

import com.example.async.AsyncApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Scenario;

/** Asynchronous requests: their answers, the order of what happens, the threads, what they see of their caller's. */
class AsyncRequestsScenario implements Scenario {

    @Override
    public Application application() {
        return Application.of(AsyncApplication.class, ClassPath.of("spring-boot-starter-webmvc"));
    }

    @Override
    public boolean inSlice() {
        return true;
    }

    @Override
    public void exercise(RunningApplication application, Recording recording) throws Exception {
        int port = application.port();
        RequestTable.play(
                RequestTable.read("async-requests.txt"), request -> RawHttp.exchange(port, request), recording);
    }

    @Override
    public String normalize(String text) {
        return Traces.without(text);
    }
}
