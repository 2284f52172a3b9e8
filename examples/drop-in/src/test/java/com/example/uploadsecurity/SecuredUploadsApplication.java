/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploadsecurity;

import java.io.IOException;

import com.example.uploads.Seen;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.csrf.CsrfToken;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

@SpringBootApplication
@RestController
public class SecuredUploadsApplication {

    public static void main(String[] args) {
        SpringApplication.run(SecuredUploadsApplication.class, args);
    }

    @Bean
    InMemoryUserDetailsManager users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("user").password("password").roles("USER").build());
    }

    @Bean
    PasswordEncoder passwordEncoder() {
        return new PasswordEncoder() {

            @Override
            public String encode(CharSequence password) {
                return password.toString();
            }

            @Override
            public boolean matches(CharSequence password, String encoded) {
                return encoded.contentEquals(password);
            }
        };
    }

    /** Without a token, as for programs. */
    @Bean
    @Order(1)
    SecurityFilterChain api(HttpSecurity http) {
        return http.securityMatcher("/api/**")
                .csrf(csrf -> csrf.disable())
                .httpBasic(Customizer.withDefaults())
                .formLogin(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .build();
    }

    @Bean
    @Order(2)
    SecurityFilterChain site(HttpSecurity http) {
        return http.httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/open/**", "/token", "/error/**")
                        .permitAll()
                        .requestMatchers("/admin/**")
                        .hasRole("ADMIN")
                        .anyRequest()
                        .authenticated())
                .build();
    }

    @GetMapping("/token")
    String token(CsrfToken token) {
        return token.getParameterName() + "=" + token.getToken();
    }

    @PostMapping({"/files", "/open/files", "/admin/files", "/api/files"})
    String file(@RequestParam MultipartFile file, HttpServletRequest request) throws IOException {
        return Seen.file(file) + Seen.text(request.getParameter("field")) + request.getRemoteUser();
    }
}
