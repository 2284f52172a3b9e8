/* SPDX-License-Identifier: Apache-2.0 */
package com.example.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.ResourceRegion;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseBody;

/** Requests for which there is a file, too, and ways to one that are no resource handler. */
@Controller
class FilesController {

    @GetMapping("/mixed/special.txt")
    @ResponseBody
    String special() {
        return "special, by the controller";
    }

    @GetMapping("/mixed/{id:\\d+}.txt")
    @ResponseBody
    String number(@PathVariable int id) {
        return "number " + id;
    }

    @PostMapping("/mixed/post.txt")
    @ResponseBody
    String post() {
        return "posted";
    }

    @GetMapping(path = "/mixed/49k.txt", params = "x")
    @ResponseBody
    String withParameter() {
        return "49k, by the controller";
    }

    @GetMapping(path = "/mixed/page.html", produces = "application/json")
    @ResponseBody
    String json() {
        return "{}";
    }

    @GetMapping(path = "/mixed/47k.txt", headers = "X-Mine")
    @ResponseBody
    String withHeader() {
        return "47k, by the controller";
    }

    @GetMapping("/to-forward")
    String forward(@RequestParam String to) {
        return "forward:" + to;
    }

    @GetMapping("/to-redirect")
    String redirect(@RequestParam String to) {
        return "redirect:" + to;
    }

    @GetMapping("/by-body/{name}")
    ResponseEntity<Resource> body(@PathVariable String name) {
        return ResponseEntity.ok(new FileSystemResource("site/" + name));
    }

    @GetMapping("/by-region/{name}")
    @ResponseBody
    ResourceRegion region(@PathVariable String name) {
        return new ResourceRegion(new FileSystemResource("site/" + name), 1, 50_000);
    }

    @GetMapping("/by-stream/{name}")
    void stream(@PathVariable String name, OutputStream out) throws IOException {
        Files.copy(Path.of("site", name), out);
    }

    @GetMapping("/broken")
    void broken() {
        throw new IllegalStateException("broken");
    }

    @GetMapping("/teapot")
    void teapot(HttpServletResponse response) throws IOException {
        response.sendError(418);
    }

    /** Includes and forwards as an old application does. */
    @Bean
    static ServletRegistrationBean<HttpServlet> dispatcher() {
        return new ServletRegistrationBean<>(
                new HttpServlet() {
                    @Override
                    protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws ServletException, IOException {
                        RequestDispatcher to = request.getRequestDispatcher(request.getParameter("to"));
                        if (request.getParameter("include") != null) {
                            response.getOutputStream().print("before\n");
                            to.include(request, response);
                            response.getOutputStream().print("after\n");
                        } else {
                            to.forward(request, response);
                        }
                    }
                },
                "/dispatch");
    }
}
