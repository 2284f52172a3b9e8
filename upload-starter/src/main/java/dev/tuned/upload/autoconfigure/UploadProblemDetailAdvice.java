/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;

import dev.tuned.upload.UploadException;

/** Answers with problem details where {@code spring.mvc.problemdetails.enabled} asks for them, after the application's own advice. */
@ControllerAdvice
@Order(Ordered.LOWEST_PRECEDENCE)
class UploadProblemDetailAdvice {

    @ExceptionHandler
    ResponseEntity<ProblemDetail> handle(UploadException failure) {
        return ResponseEntity.of(failure.getBody()).build();
    }
}
