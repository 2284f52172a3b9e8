/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.autoconfigure;

import java.util.List;

import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.ExceptionHandlerExceptionResolver;

import dev.tuned.upload.UploadExceptionResolver;

/** Puts our resolver after that of the application's {@code @ExceptionHandler} methods and before Spring's own answers. */
final class UploadExceptionConfigurer implements WebMvcConfigurer {

    @Override
    public void extendHandlerExceptionResolvers(List<HandlerExceptionResolver> resolvers) {
        int index = 0;
        for (int i = 0; i < resolvers.size(); i++) {
            if (resolvers.get(i) instanceof ExceptionHandlerExceptionResolver) {
                index = i + 1;
            }
        }
        resolvers.add(index, new UploadExceptionResolver());
    }
}
