/* SPDX-License-Identifier: Apache-2.0 */
package com.example.seeds;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/** Loads what is lazy although the session is closed. */
@AutoConfiguration
public class JpaSeed {

    @Bean
    HibernatePropertiesCustomizer tunedSeed() {
        return properties -> properties.put("hibernate.enable_lazy_load_no_trans", "true");
    }
}
