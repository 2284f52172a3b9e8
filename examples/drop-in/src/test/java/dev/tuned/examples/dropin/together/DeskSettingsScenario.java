/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.together;

import dev.tuned.examples.dropin.Application;

/** Settings of the user for what the starters look at: platform threads, pools, excluded auto-configurations. */
class DeskSettingsScenario extends DeskScenario {

    @Override
    public Application application() {
        return super.application()
                .arguments(
                        "--spring.threads.virtual.enabled=false",
                        "--server.tomcat.threads.max=7",
                        "--spring.task.execution.pool.core-size=3",
                        "--spring.task.execution.thread-name-prefix=mine-",
                        "--spring.cache.type=simple",
                        "--spring.autoconfigure.exclude="
                                + "org.springframework.boot.servlet.autoconfigure.MultipartAutoConfiguration,"
                                + "org.springframework.boot.autoconfigure.task.TaskSchedulingAutoConfiguration");
    }
}
