/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import jakarta.servlet.http.Part;
import org.springframework.core.MethodParameter;
import org.springframework.core.ResolvableType;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.multipart.MultipartRequest;

import dev.tuned.upload.UploadStream;

/** Tells which controller methods take an {@link UploadStream}. */
final class UploadStreamMethods {

    private UploadStreamMethods() {}

    /**
     * Whether the method declares an {@link UploadStream}.
     *
     * @throws IllegalStateException if it declares a part as well, which nobody is going to keep for it
     */
    static boolean takesStream(HandlerMethod method) {
        boolean stream = false;
        MethodParameter part = null;
        for (MethodParameter parameter : method.getMethodParameters()) {
            stream |= parameter.getParameterType() == UploadStream.class;
            if (parameter.hasParameterAnnotation(RequestPart.class)
                    || isPart(ResolvableType.forMethodParameter(parameter))) {
                part = parameter;
            }
        }
        if (stream && part != null) {
            throw new IllegalStateException(
                    "%s takes an UploadStream, so no part is kept for its parameter of type %s. Take the part from the UploadStream and drop that parameter, or take parts only and drop the UploadStream."
                            .formatted(
                                    method.getShortLogMessage(),
                                    part.getParameterType().getSimpleName()));
        }
        return stream;
    }

    private static boolean isPart(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (MultipartFile.class.isAssignableFrom(raw)
                || Part.class.isAssignableFrom(raw)
                || MultipartRequest.class.isAssignableFrom(raw)) {
            return true;
        }
        if (type.isArray()) {
            return isPart(type.getComponentType());
        }
        for (ResolvableType generic : type.getGenerics()) {
            if (isPart(generic)) {
                return true;
            }
        }
        return false;
    }
}
