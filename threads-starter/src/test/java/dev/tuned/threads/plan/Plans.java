/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.plan;

import org.springframework.beans.factory.InitializingBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.ApplicationContext;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.mock.env.MockEnvironment;

import dev.tuned.threads.report.ThreadsReport;

/** Plans and properties from settings for any Java, whatever Java runs the test. */
public final class Plans {

    private Plans() {}

    public static ThreadPlan plan(int java, String... properties) {
        return ThreadPlan.of(environment(properties), java);
    }

    public static <T extends InitializingBean> T bind(Class<T> type, String... properties) throws Exception {
        ConfigurationProperties annotation = AnnotationUtils.findAnnotation(type, ConfigurationProperties.class);
        T bound = Binder.get(environment(properties)).bindOrCreate(annotation.value(), type);
        bound.afterPropertiesSet();
        return bound;
    }

    /** What the start-up line says. */
    public static String summary(ApplicationContext context) {
        return ThreadsReport.summary(context.getBean(ThreadsReport.class).parts());
    }

    public static MockEnvironment environment(String... properties) {
        MockEnvironment environment = new MockEnvironment();
        for (String property : properties) {
            String[] parts = property.split("=", 2);
            environment.setProperty(parts[0], parts[1]);
        }
        return environment;
    }
}
