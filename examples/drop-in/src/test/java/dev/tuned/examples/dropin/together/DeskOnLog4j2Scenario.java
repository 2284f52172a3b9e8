/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** Log4j 2 instead of Logback. */
class DeskOnLog4j2Scenario extends DeskScenario {

    @Override
    public Application application() {
        return desk(CLASS_PATH.without("spring-boot-starter-logging").and("spring-boot-starter-log4j2"));
    }
}
