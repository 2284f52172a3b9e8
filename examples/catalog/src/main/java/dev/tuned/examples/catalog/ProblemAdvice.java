/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.catalog;

import java.io.IOException;
import java.util.Objects;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.ValueTooLargeException;
import jakarta.servlet.RequestDispatcher;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.multipart.MaxUploadSizeExceededException;
import org.springframework.web.multipart.MultipartException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;

/** Turns every failure that reaches Spring MVC into an RFC 9457 problem detail. */
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String detail = ex.getCause() instanceof JacksonException cause
                ? Problems.describe(cause)
                : "The body is missing, null or cut short";
        return answer(ex, ProblemDetail.forStatusAndDetail(status, detail), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMaxUploadSizeExceededException(
            MaxUploadSizeExceededException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return multipart(ex, request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> multipart(MultipartException ex, WebRequest request) {
        ProblemDetail problem = MultipartProblems.describe(ex);
        if (problem.getStatus() >= 500) {
            log.error("Upload failed", ex);
        }
        return answer(ex, problem, new HttpHeaders(), request);
    }

    /** Tomcat decodes parameters when they are first asked for, which is inside Spring MVC. */
    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> parameter(InvalidParameterException ex, WebRequest request) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatusCode.valueOf(ex.getErrorCode()), "A parameter of the request cannot be decoded");
        return answer(ex, problem, new HttpHeaders(), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> tooLarge(ValueTooLargeException ex, WebRequest request) {
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.CONTENT_TOO_LARGE, "The product is larger than Couchbase's limit for documents (20 MB)");
        return answer(ex, problem, new HttpHeaders(), request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> couchbase(CouchbaseException ex, WebRequest request) {
        // The message holds the document's id, which is the client's text: it does not belong in the log.
        log.warn("Couchbase did not answer: {}", ex.getClass().getSimpleName());
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, "1");
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatus.SERVICE_UNAVAILABLE, "The product store does not answer");
        return answer(ex, problem, headers, request);
    }

    @ExceptionHandler
    @Nullable
    ResponseEntity<Object> unexpected(Exception ex, WebRequest request) {
        if (DisconnectedClientHelper.isClientDisconnectedException(ex) || bodyBroke(request)) {
            return null;
        }
        log.error("Request failed", ex);
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(
                HttpStatus.INTERNAL_SERVER_ERROR, "The request failed; the log says why");
        return answer(ex, problem, new HttpHeaders(), request);
    }

    /**
     * Tomcat marks a request whose body ended early and answers 400 by itself. Spring MVC takes the mark for an error dispatch
     * and calls the controller without the parts, which fails for no reason of its own.
     */
    private static boolean bodyBroke(WebRequest request) {
        return request.getAttribute(RequestDispatcher.ERROR_EXCEPTION, RequestAttributes.SCOPE_REQUEST)
                instanceof IOException;
    }

    private @Nullable ResponseEntity<Object> answer(
            Exception ex, ProblemDetail problem, HttpHeaders headers, WebRequest request) {
        return handleExceptionInternal(
                ex, problem, headers, Objects.requireNonNull(HttpStatus.resolve(problem.getStatus())), request);
    }

    /** The type is set here, so that an {@code Accept} header that cannot be met or read does not cost the answer its body. */
    @Override
    protected ResponseEntity<Object> createResponseEntity(
            @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return ResponseEntity.status(status)
                .headers(headers)
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .body(body);
    }
}
