/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.servlets;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

import com.example.neighbours.uploads.Uploads;
import com.example.uploads.Seen;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.FormParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import org.glassfish.jersey.media.multipart.FormDataBodyPart;
import org.glassfish.jersey.media.multipart.FormDataMultiPart;
import org.glassfish.jersey.media.multipart.FormDataParam;
import org.glassfish.jersey.media.multipart.MultiPartFeature;
import org.glassfish.jersey.server.ResourceConfig;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Servlets of the application's own and Jersey beside Spring MVC. */
@SpringBootApplication
@Import(Uploads.class)
public class ServletsApplication {

    public static void main(String[] args) {
        SpringApplication.run(ServletsApplication.class, args);
    }

    /** Takes uploads by a configuration of its own: a directory, limits, and files in memory up to 10 KB. */
    @Bean
    ServletRegistrationBean<HttpServlet> own() {
        ServletRegistrationBean<HttpServlet> registration = new ServletRegistrationBean<>(new OwnServlet(), "/own/*");
        registration.setName("own");
        registration.setMultipartConfig(new MultipartConfigElement("own", 2_000_000, 3_000_000, 10_000));
        return registration;
    }

    /** Takes forms, and has no multipart configuration. */
    @Bean
    ServletRegistrationBean<HttpServlet> plain() {
        ServletRegistrationBean<HttpServlet> registration =
                new ServletRegistrationBean<>(new PlainServlet(), "/plain/*");
        registration.setName("plain");
        return registration;
    }

    @Bean
    ResourceConfig jersey() {
        return new JerseyConfig();
    }

    private static final class OwnServlet extends HttpServlet {

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            StringBuilder answer = new StringBuilder("own servlet\n");
            if (request.getPathInfo().equals("/parameters")) {
                answer.append(Seen.parameters(request));
            }
            answer.append(Seen.parts(request.getParts())).append(Seen.parameters(request));
            for (Part part : request.getParts()) {
                if (request.getPathInfo().equals("/written") && part.getSubmittedFileName() != null) {
                    part.write(part.getName() + part.getSize() + ".kept");
                    answer.append("written ").append(part.getSize()).append("\n");
                }
            }
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().write(answer.toString());
        }
    }

    private static final class PlainServlet extends HttpServlet {

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response)
                throws IOException, ServletException {
            StringBuilder answer = new StringBuilder("plain servlet\n").append(Seen.parameters(request));
            try {
                answer.append(Seen.parts(request.getParts()));
            } catch (ServletException | IllegalStateException ex) {
                answer.append(Seen.failure(ex));
            }
            answer.append("left ").append(Seen.content(request.getInputStream().readAllBytes()));
            response.setContentType("text/plain;charset=UTF-8");
            response.getWriter().write(answer.toString());
        }
    }

    @ApplicationPath("/jersey")
    private static final class JerseyConfig extends ResourceConfig {

        JerseyConfig() {
            register(MultiPartFeature.class);
            register(Receipts.class);
        }
    }

    /** What Jersey serves. */
    @Path("/")
    public static class Receipts {

        @POST
        @Path("form")
        public String form(@QueryParam("query") String query, @FormParam("field") List<String> field) {
            return "Jersey: " + query + " " + field;
        }

        @POST
        @Path("files")
        public String files(FormDataMultiPart form, @FormDataParam("field") String field) {
            StringBuilder answer = new StringBuilder("Jersey: " + Seen.text(field) + "\n");
            form.getFields()
                    .forEach((name, parts) -> parts.forEach(part -> answer.append(name)
                            .append(' ')
                            .append(part.getContentDisposition().getFileName())
                            .append(' ')
                            .append(content(part))
                            .append('\n')));
            return answer.toString();
        }

        @POST
        @Path("stream")
        public String stream(InputStream body) throws IOException {
            return "Jersey: " + Seen.content(body.readAllBytes());
        }

        private static String content(FormDataBodyPart part) {
            return Seen.content(part.getValueAs(byte[].class));
        }
    }
}
