/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;

/** Hides a path in the description. */
@AutoConfiguration
public class SpringdocSeed {

    @Bean
    OpenApiCustomizer tunedSeed() {
        return description -> description.getPaths().remove("/later");
    }
}
