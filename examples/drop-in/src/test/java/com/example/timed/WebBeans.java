/* SPDX-License-Identifier: Apache-2.0 */
package com.example.timed;

import java.util.LinkedHashMap;
import java.util.Map;

import io.micrometer.core.annotation.Timed;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Controllers with timed methods. */
final class WebBeans {

    static final Map<String, Path> ALL = new LinkedHashMap<>();

    static {
        ALL.put("web public mapping", new Path(Open.class, "/open", true));
        ALL.put("web private mapping", new Path(Hidden.class, "/hidden", true));
        ALL.put(
                "web mapping of an interface, proxies of interfaces",
                new Path(Implementing.class, "/implemented", false));
        ALL.put("web mapping of a class, proxies of interfaces", new Path(AlsoComparable.class, "/comparable", false));
    }

    private WebBeans() {}

    /**
     * What to ask for.
     *
     * @param classes whether proxies are subclasses
     */
    record Path(Class<?> controller, String path, boolean classes) {}

    @RestController
    @Timed
    static class Open {

        private final String greeting = "hello".toUpperCase();

        @GetMapping("/open")
        public String open() {
            return greeting;
        }
    }

    @RestController
    static class Hidden {

        private final String greeting = "hello".toUpperCase();

        @GetMapping("/hidden")
        private String hidden() {
            return "greeting " + greeting;
        }

        @Timed
        @GetMapping("/other")
        public String other() {
            return greeting;
        }
    }

    interface Mapped {

        @GetMapping("/implemented")
        String implemented();
    }

    @RestController
    static class Implementing implements Mapped {

        @Override
        @Timed
        public String implemented() {
            return "implemented";
        }
    }

    @RestController
    static class AlsoComparable implements Comparable<AlsoComparable> {

        @Timed
        @GetMapping("/comparable")
        public String answer() {
            return "comparable";
        }

        @Override
        public int compareTo(AlsoComparable other) {
            return 0;
        }
    }
}
