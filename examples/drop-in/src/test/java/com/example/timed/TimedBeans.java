/* SPDX-License-Identifier: Apache-2.0 */
package com.example.timed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.micrometer.core.annotation.Timed;
import io.micrometer.observation.annotation.Observed;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Beans with timed methods, and what their users do with them: each differs if the bean is wrapped in a proxy. */
final class TimedBeans {

    static final Map<String, Case<?>> ALL = new LinkedHashMap<>();

    static {
        add("private scheduled", Hourly.class, bean -> bean.work());
        add("field from outside", Shop.class, bean -> bean.name + bean.size + bean.names);
        add("class", Shop.class, bean -> bean.getClass().getSimpleName());
        add("final class", FinalClass.class, bean -> bean.work());
        add("frames of an exception", Traced.class, bean -> bean.frames());
        add("interface and class", ServiceUser.class, bean -> bean.use());
        add(
                "interface and class, proxies of interfaces",
                ServiceUser.class,
                bean -> bean.use(),
                "--spring.aop.proxy-target-class=false");
        add(
                "annotated interface",
                TimedServiceImplementation.class,
                bean -> bean.serve() + bean.getClass().getSimpleName());
        add("configuration", Configuring.class, bean -> bean.first() == bean.first());
        add("observed", ObservedShop.class, bean -> bean.work() + bean.name);
        add(
                "observed, with Boot's aspect",
                ObservedShop.class,
                bean -> bean.work() + bean.name,
                "--management.observations.annotations.enabled=true");
    }

    private TimedBeans() {}

    private static <T> void add(String name, Class<T> type, Function<T, Object> look, String... arguments) {
        ALL.put(name, new Case<>(type, look, arguments));
    }

    /** What to do with a bean of an application that has it. */
    record Case<T>(Class<T> type, Function<T, Object> look, String... arguments) {}

    @EnableScheduling
    static class Hourly {

        @Scheduled(fixedDelay = 3_600_000, initialDelay = 3_600_000)
        private void hourly() {
            work();
        }

        @Timed
        public String work() {
            return "worked";
        }
    }

    @Timed
    static class Shop {

        final String name = "shop".toUpperCase();
        int size = 3;
        final List<String> names = new ArrayList<>(List.of("a"));

        public String work() {
            return name;
        }
    }

    @Timed
    static final class FinalClass {

        public String work() {
            return "worked";
        }
    }

    @Timed
    static class Traced {

        public String frames() {
            return Arrays.stream(new Throwable().getStackTrace())
                    .limit(3)
                    .map(frame -> frame.getMethodName())
                    .toList()
                    .toString();
        }
    }

    interface Service {

        String serve();
    }

    static class ServiceImplementation implements Service {

        @Override
        @Timed
        public String serve() {
            return "served";
        }
    }

    @Import(ServiceImplementation.class)
    static class ServiceUser {

        @Autowired
        private ServiceImplementation service;

        String use() {
            return service.serve();
        }
    }

    interface TimedService {

        @Timed
        String serve();
    }

    static class TimedServiceImplementation implements TimedService {

        @Override
        public String serve() {
            return "served";
        }
    }

    @Configuration
    @Timed
    static class Configuring {

        @Bean
        public List<String> first() {
            return new ArrayList<>();
        }
    }

    static class ObservedShop {

        final String name = "shop".toUpperCase();

        @Observed
        public String work() {
            return name;
        }
    }
}
