/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.resilience.InvocationRejectedException;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers a request whose bean has no room by Spring's {@code @ConcurrencyLimit} as one that was not let in. Last of all
 * resolvers, so that an exception handler of the application wins.
 */
final class RejectedInvocationResolver implements HandlerExceptionResolver, Ordered {

    private final Rejection rejection;

    RejectedInvocationResolver(Rejection rejection) {
        this.rejection = rejection;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception exception) {
        if (response.isCommitted() || !isRejection(exception)) {
            return null;
        }
        this.rejection.answer(response);
        return new ModelAndView();
    }

    private static boolean isRejection(@Nullable Throwable exception) {
        Throwable cause = exception;
        while (cause != null && !(cause instanceof InvocationRejectedException)) {
            cause = cause.getCause();
        }
        return cause != null;
    }

    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }
}
