/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import com.example.desk.DeskApplication;

import dev.tuned.examples.dropin.Application;
import dev.tuned.examples.dropin.ClassPath;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;

/** An HTTP service without a database, in its usual form; its subclasses run it in others. */
class DeskScenario extends HttpScenario {

    static final ClassPath CLASS_PATH = ClassPath.of(
            "spring-boot-starter-webmvc",
            "spring-boot-starter-actuator",
            "spring-boot-starter-validation",
            "spring-boot-starter-cache");

    @Override
    public Application application() {
        return desk(CLASS_PATH);
    }

    @Override
    public boolean inSlice() {
        return getClass() == DeskScenario.class;
    }

    static Application desk(ClassPath classPath) {
        return withResources(Application.of(DeskApplication.class, classPath));
    }

    @Override
    String requests() {
        return "desk.http";
    }

    /** Where the actuator listens. */
    int managementPort(RunningApplication application) {
        return application.port();
    }

    @Override
    void inspect(RunningApplication application, Recording recording) throws Exception {
        int port = managementPort(application);
        actuator(port, recording);
        document(
                "configuration properties",
                port,
                "/actuator/configprops",
                "/contexts/desk/beans",
                "^(management.endpoint.)?tuned|/inputs",
                recording);
    }
}
