/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.check;

/** How the starters know Spring Boot 3. */
public final class SpringBoot3 {

    /** The name of a class. Spring Boot 4 has it in another package. */
    public static final String ONLY_THERE =
            "org.springframework.boot.web.embedded.tomcat.ConfigurableTomcatWebServerFactory";

    private SpringBoot3() {}
}
