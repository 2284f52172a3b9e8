/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.security;

import java.io.IOException;
import java.util.concurrent.ConcurrentHashMap;

import com.example.neighbours.uploads.Uploads;
import com.example.uploads.Seen;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.session.MapSessionRepository;
import org.springframework.session.config.annotation.web.http.EnableSpringHttpSession;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Security, whose tokens are in sessions of Spring Session. */
@SpringBootApplication
@EnableSpringHttpSession
@Import(Uploads.class)
@RestController
public class SecurityApplication {

    public static void main(String[] args) {
        SpringApplication.run(SecurityApplication.class, args);
    }

    @Bean
    MapSessionRepository sessions() {
        return new MapSessionRepository(new ConcurrentHashMap<>());
    }

    @Bean
    InMemoryUserDetailsManager users() {
        return new InMemoryUserDetailsManager(User.withUsername("user")
                .password("{noop}password")
                .roles("USER")
                .build());
    }

    /** Programs need no token, but a password: without one those below /refused get no error page, so that nobody reads bodies. */
    @Bean
    SecurityFilterChain chain(HttpSecurity http) {
        return http.csrf(csrf -> csrf.ignoringRequestMatchers("/programs/**", "/refused/**"))
                .exceptionHandling(failures -> failures.defaultAuthenticationEntryPointFor(
                        new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED),
                        PathPatternRequestMatcher.withDefaults().matcher("/refused/**")))
                .httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/actuator/**", "/token", "/error")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    @GetMapping("/token")
    String token(CsrfToken token) {
        return token.getToken();
    }

    @PostMapping("/session/count")
    String count(HttpServletRequest request, HttpSession session) throws IOException, ServletException {
        Integer before = (Integer) session.getAttribute("uploads");
        int count = before == null ? 1 : before + 1;
        session.setAttribute("uploads", count);
        return "upload " + count + " of this session, " + session.getClass().getName() + "\n"
                + Seen.parts(request.getParts());
    }
}
