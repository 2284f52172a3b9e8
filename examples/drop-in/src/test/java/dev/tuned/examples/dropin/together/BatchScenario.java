/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import com.example.batch.BatchApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Scenario;

/** No web server and none on the class path: it does its work and ends with an exit code of its own. */
class BatchScenario implements Scenario {

    @Override
    public Application application() {
        return batch("spring-boot-starter-cache");
    }

    static Application batch(String... dependencies) {
        return Application.of(BatchApplication.class, ClassPath.of(dependencies));
    }

    @Override
    public boolean inSlice() {
        return getClass() == BatchScenario.class;
    }

    @Override
    public String normalize(String text) {
        return HttpScenario.withoutFrames(text);
    }
}
