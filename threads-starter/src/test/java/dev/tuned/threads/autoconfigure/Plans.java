/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.autoconfigure;

import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.mock.env.MockEnvironment;

/** Plans made from properties for any Java, whatever Java runs the test. */
final class Plans {

    private Plans() {}

    static ThreadPlan plan(int java, String... properties) {
        MockEnvironment environment = environment(properties);
        return ThreadPlan.of(bind(properties), environment.getProperty(ThreadRules.BOOT_FLAG, Boolean.class), java);
    }

    static ThreadsProperties bind(String... properties) {
        return Binder.get(environment(properties)).bindOrCreate("tuned.threads", ThreadsProperties.class);
    }

    static MockEnvironment environment(String... properties) {
        MockEnvironment environment = new MockEnvironment();
        for (String property : properties) {
            String[] parts = property.split("=", 2);
            environment.setProperty(parts[0], parts[1]);
        }
        return environment;
    }
}
