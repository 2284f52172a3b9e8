/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** Jetty instead of Tomcat. */
class DeskOnJettyScenario extends DeskScenario {

    @Override
    public Application application() {
        return desk(CLASS_PATH
                .without("spring-boot-starter-tomcat", "spring-boot-starter-tomcat-runtime", "spring-boot-tomcat")
                .and("spring-boot-starter-jetty"));
    }
}
