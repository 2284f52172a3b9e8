/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.uploads;

import java.io.IOException;
import java.util.List;

import com.example.uploads.Seen;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;

/** Controllers that tell what came: below a path for each neighbour, so that several can share an application. */
@Configuration(proxyBeanMethods = false)
public class Uploads {

    @RestController
    public static class Receipts {

        @PostMapping("/{neighbour}/form")
        String form(HttpServletRequest request) {
            return line(request) + Seen.parameters(request);
        }

        @PostMapping("/{neighbour}/files")
        String files(HttpServletRequest request, @RequestParam List<MultipartFile> file) throws IOException {
            return line(request) + Seen.files(file) + Seen.parameters(request);
        }

        @PutMapping("/{neighbour}/files")
        String put(HttpServletRequest request, @RequestParam List<MultipartFile> file) throws IOException {
            return files(request, file);
        }

        @PostMapping("/{neighbour}/parts")
        String parts(HttpServletRequest request) throws IOException, ServletException {
            return line(request) + Seen.parts(request.getParts()) + Seen.parameters(request);
        }

        @PostMapping("/{neighbour}/failing")
        String failing(@PathVariable String neighbour, @RequestParam MultipartFile file) {
            throw new IllegalStateException(neighbour + " with " + file.getSize() + " bytes");
        }
    }

    /** Method and address, as the application sees them. */
    public static String line(HttpServletRequest request) {
        return request.getMethod() + " " + request.getRequestURL() + " from " + request.getContextPath() + " of "
                + Seen.text(request.getQueryString()) + "\n";
    }
}
