/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching;

import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.StaticApplicationContext;

/** Further contexts within one JVM. */
public final class Contexts {

    private Contexts() {}

    /** Starts one, below an empty one. */
    public static ConfigurableApplicationContext start(Class<?> source, String... arguments) {
        SpringApplication application = new SpringApplication(source);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLogStartupInfo(false);
        application.setRegisterShutdownHook(false);
        application.addInitializers(context -> {
            StaticApplicationContext parent = new StaticApplicationContext();
            parent.refresh();
            context.setParent(parent);
        });
        application.setBannerMode(Banner.Mode.OFF);
        return application.run(arguments);
    }
}
