/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;

/** Answers what a filter or the container refused by status alone. */
@Controller
class ProblemErrorController implements ErrorController {

    @RequestMapping("${server.error.path:${error.path:/error}}")
    ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        // Without a status somebody asked for this path itself.
        @Nullable
        HttpStatus status = code instanceof Integer number ? HttpStatus.resolve(number) : HttpStatus.NOT_FOUND;
        ProblemDetail problem =
                ProblemDetail.forStatus(Objects.requireNonNullElse(status, HttpStatus.INTERNAL_SERVER_ERROR));
        if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
            problem.setInstance(address(path));
        }
        return ResponseEntity.status(problem.getStatus())
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(problem);
    }

    private static @Nullable URI address(String path) {
        try {
            return new URI(path);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
