/* SPDX-License-Identifier: Apache-2.0 */
package com.example.uploadservlets;

import java.io.IOException;
import java.util.List;

import com.example.uploads.Seen;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.util.ContentCachingRequestWrapper;

@SpringBootApplication
public class ServletsApplication {

    private static final long MB = 1 << 20;

    public static void main(String[] args) {
        SpringApplication.run(ServletsApplication.class, args);
    }

    /** Something that answers a request with text. */
    interface Answer {

        String to(HttpServletRequest request) throws IOException, ServletException;
    }

    private static ServletRegistrationBean<HttpServlet> servlet(
            String name, MultipartConfigElement multipart, Answer answer) {
        HttpServlet servlet = new HttpServlet() {

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws IOException, ServletException {
                response.setContentType("text/plain;charset=UTF-8");
                response.getWriter().write(answer.to(request));
            }
        };
        ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(servlet, "/" + name + "/*");
        registration.setName(name);
        registration.setMultipartConfig(multipart);
        return registration;
    }

    private static FilterRegistrationBean<Filter> filter(String name, int order, Filter filter) {
        FilterRegistrationBean<Filter> registration = new FilterRegistrationBean<>(filter);
        registration.setName(name);
        registration.setOrder(order);
        registration.addUrlPatterns("/" + name + "/*");
        return registration;
    }

    @Bean
    ServletRegistrationBean<HttpServlet> large() {
        return servlet("large", new MultipartConfigElement("", 100 * MB, 100 * MB, 0), ServletsApplication::all);
    }

    @Bean
    ServletRegistrationBean<HttpServlet> small() {
        return servlet("small", new MultipartConfigElement("", 1_000, 2_000, 0), ServletsApplication::all);
    }

    @Bean
    ServletRegistrationBean<HttpServlet> without() {
        return servlet(
                "without",
                null,
                request -> Seen.text(request.getParameter("x"))
                        + Seen.content(request.getInputStream().readAllBytes()));
    }

    @Bean
    ServletRegistrationBean<HttpServlet> withoutParts() {
        return servlet("without-parts", null, request -> {
            try {
                return Seen.parts(request.getParts());
            } catch (IllegalStateException ex) {
                return Seen.failure(ex);
            }
        });
    }

    @Bean
    ServletRegistrationBean<HttpServlet> streaming() {
        return servlet(
                "streaming",
                new MultipartConfigElement(""),
                request -> Seen.content(request.getInputStream().readAllBytes()));
    }

    @Bean
    ServletRegistrationBean<HttpServlet> forwarding() {
        HttpServlet servlet = new HttpServlet() {

            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws IOException, ServletException {
                request.getRequestDispatcher("/all").forward(request, response);
            }
        };
        return new ServletRegistrationBean<>(servlet, "/forwarding");
    }

    /** A second Spring MVC with beans of its own. */
    @Bean
    ServletRegistrationBean<DispatcherServlet> second() {
        AnnotationConfigWebApplicationContext context = new AnnotationConfigWebApplicationContext();
        context.register(SecondConfiguration.class);
        ServletRegistrationBean<DispatcherServlet> registration =
                new ServletRegistrationBean<>(new DispatcherServlet(context), "/second/*");
        registration.setName("second");
        registration.setMultipartConfig(new MultipartConfigElement("", 5 * MB, 5 * MB, 0));
        return registration;
    }

    /** Reads parameters before Spring does. */
    @Bean
    FilterRegistrationBean<Filter> parametersFirst() {
        return filter("parameters-first", -1000, (request, response, chain) -> {
            request.setAttribute("seen", Seen.text(request.getParameter("field")));
            chain.doFilter(request, response);
        });
    }

    @Bean
    FilterRegistrationBean<Filter> parametersEarliest() {
        return filter("parameters-earliest", Integer.MIN_VALUE, (request, response, chain) -> {
            request.setAttribute("seen", Seen.parameters((HttpServletRequest) request));
            chain.doFilter(request, response);
        });
    }

    @Bean
    FilterRegistrationBean<Filter> parametersLast() {
        return filter("parameters-last", 1000, (request, response, chain) -> {
            request.setAttribute("seen", Seen.parameters((HttpServletRequest) request));
            chain.doFilter(request, response);
        });
    }

    @Bean
    FilterRegistrationBean<Filter> partsFirst() {
        return filter("parts-first", 1000, (request, response, chain) -> {
            request.setAttribute("seen", Seen.parts(((HttpServletRequest) request).getParts()));
            chain.doFilter(request, response);
        });
    }

    @Bean
    FilterRegistrationBean<Filter> bodyFirst() {
        return filter("body-first", 1000, (request, response, chain) -> {
            request.setAttribute("seen", Seen.content(request.getInputStream().readAllBytes()));
            chain.doFilter(request, response);
        });
    }

    /** As for logging bodies. */
    @Bean
    FilterRegistrationBean<Filter> cached() {
        return filter("cached", 1000, (request, response, chain) -> {
            ContentCachingRequestWrapper cached =
                    new ContentCachingRequestWrapper((HttpServletRequest) request, 1_000_000);
            chain.doFilter(cached, response);
        });
    }

    /** Changes a parameter. */
    @Bean
    FilterRegistrationBean<Filter> wrapped() {
        return filter(
                "wrapped",
                1000,
                (request, response, chain) -> chain.doFilter(wrapped((HttpServletRequest) request), response));
    }

    private static ServletRequest wrapped(HttpServletRequest request) {
        return new HttpServletRequestWrapper(request) {

            @Override
            public String getParameter(String name) {
                String value = super.getParameter(name);
                return value == null ? null : value.toUpperCase();
            }
        };
    }

    @Bean
    FilterRegistrationBean<Filter> answering() {
        return filter(
                "answering",
                1000,
                (request, response, chain) -> response.getWriter().write("answered"));
    }

    @Bean
    FilterRegistrationBean<Filter> catching() {
        return filter("catching", 1000, ServletsApplication::catching);
    }

    private static void catching(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException {
        try {
            chain.doFilter(request, response);
        } catch (ServletException | RuntimeException ex) {
            response.getWriter().write("caught " + Seen.failure(ex));
        }
    }

    static String all(HttpServletRequest request) throws IOException, ServletException {
        return List.of(String.valueOf(request.getAttribute("seen")), Seen.text(request.getParameter("field"))) + "\n"
                + Seen.parts(request.getParts()) + Seen.parameters(request) + request.getContentType() + " "
                + request.getContentLengthLong() + " " + request.getCharacterEncoding();
    }
}
