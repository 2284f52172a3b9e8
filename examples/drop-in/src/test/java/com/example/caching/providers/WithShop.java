/* SPDX-License-Identifier: Apache-2.0 */
package com.example.caching.providers;

import org.springframework.context.annotation.Bean;

/** What the applications of the tables have in common. */
class WithShop {

    @Bean
    Shop shop() {
        return new Shop();
    }
}
