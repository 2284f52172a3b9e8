/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.securedfiles;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

import com.example.files.SiteFiles;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.http.CacheControl;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.HttpSessionSecurityContextRepository;
import org.springframework.session.MapSessionRepository;
import org.springframework.session.config.annotation.web.http.EnableSpringHttpSession;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Files behind Spring Security, which writes headers of its own, and Spring Session, which writes a cookie. */
@SpringBootApplication
@EnableSpringHttpSession
@RestController
public class SecuredFilesApplication implements WebMvcConfigurer {

    private static final String COUNT = "files";

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(SecuredFilesApplication.class, args);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/files/**", "/private/**", "/eager/**", "/counted/**", "/counted-after/**")
                .addResourceLocations("file:site/");
        registry.addResourceHandler("/cached/**")
                .addResourceLocations("file:site/")
                .setCacheControl(CacheControl.maxAge(Duration.ofHours(1)));
    }

    @Bean
    MapSessionRepository sessions() {
        return new MapSessionRepository(new ConcurrentHashMap<>());
    }

    /** One that cannot keep passwords in another encoding, which takes time on purpose. */
    @Bean
    UserDetailsService users() {
        InMemoryUserDetailsManager users = new InMemoryUserDetailsManager(User.withUsername("user")
                .password("{noop}password")
                .roles("USER")
                .build());
        return users::loadUserByUsername;
    }

    /** Headers before the file, with the user in the session. */
    @Bean
    @Order(1)
    SecurityFilterChain eager(HttpSecurity http) {
        return http.securityMatcher("/eager/**")
                .headers(headers -> headers.contentSecurityPolicy(
                                policy -> policy.policyDirectives("default-src 'self'"))
                        .withObjectPostProcessor(new EagerHeaders()))
                .securityContext(
                        context -> context.securityContextRepository(new HttpSessionSecurityContextRepository())
                                .requireExplicitSave(false))
                .httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .build();
    }

    /** Headers when the answer is committed, as is the default. */
    @Bean
    @Order(2)
    SecurityFilterChain usual(HttpSecurity http) {
        return http.httpBasic(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers("/private/**")
                        .authenticated()
                        .anyRequest()
                        .permitAll())
                .build();
    }

    /** The session is changed before the file is answered. */
    @Bean
    FilterRegistrationBean<Filter> counting() {
        return below("/counted/*", (request, response, chain) -> {
            count(request);
            chain.doFilter(request, response);
        });
    }

    /** The session is there before the file is answered, and changed when it has been. */
    @Bean
    FilterRegistrationBean<Filter> countingAfter() {
        return below("/counted-after/*", (request, response, chain) -> {
            ((HttpServletRequest) request).getSession();
            chain.doFilter(request, response);
            count(request);
        });
    }

    private static FilterRegistrationBean<Filter> below(String pattern, Filter filter) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(pattern);
        registration.setName("filter" + pattern.replaceAll("\\W", "-"));
        return registration;
    }

    private static void count(ServletRequest request) {
        HttpSession session = ((HttpServletRequest) request).getSession();
        Integer before = (Integer) session.getAttribute(COUNT);
        session.setAttribute(COUNT, before == null ? 1 : before + 1);
    }

    @GetMapping("/count")
    String count(HttpSession session) {
        return session.getAttribute(COUNT) + " files of this session, "
                + session.getClass().getName() + "\n";
    }
}
