/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CookieCsrfTokenRepository;
import org.springframework.security.web.csrf.CsrfTokenRequestAttributeHandler;

/** {@link StreamApplication} behind Spring Security. */
@Configuration(proxyBeanMethods = false)
@Import(StreamApplication.class)
class SecuredApplication {

    @Bean
    SecurityFilterChain securityFilterChain(HttpSecurity http, Environment environment) {
        http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                .permitAll()
                .anyRequest()
                .authenticated());
        if (environment.getRequiredProperty("test.login").equals("form")) {
            http.formLogin(Customizer.withDefaults());
        }
        http.httpBasic(Customizer.withDefaults());
        if (environment.getRequiredProperty("test.csrf", Boolean.class)) {
            http.csrf(csrf -> csrf.csrfTokenRepository(new CookieCsrfTokenRepository())
                    .csrfTokenRequestHandler(new CsrfTokenRequestAttributeHandler()));
        } else {
            http.csrf(csrf -> csrf.disable());
        }
        return http.build();
    }
}
