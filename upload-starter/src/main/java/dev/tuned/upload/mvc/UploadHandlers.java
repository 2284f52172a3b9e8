/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.core.MethodParameter;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.multipart.MultipartRequest;
import org.springframework.web.multipart.support.MultipartResolutionDelegate;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

import dev.tuned.upload.UploadStream;
import dev.tuned.upload.web.StreamSizes;
import dev.tuned.upload.web.Uploads;

/**
 * Knows the handler methods that stream, checks them at start-up, and looks for them with a copy of the request: where an application
 * has none, nothing is looked for. Safe for use by many threads.
 */
public final class UploadHandlers implements SmartInitializingSingleton {

    private static final Log logger = LogFactory.getLog(UploadHandlers.class);

    private final Uploads uploads;

    private final ApplicationContext context;

    private final HandlerLimits limits;

    private final Map<MethodKey, StreamSizes> methods = new HashMap<>();

    private final List<RequestMappingInfoHandlerMapping> mappings = new ArrayList<>();

    /** Makes it known to the uploads once all handlers are. */
    public UploadHandlers(Uploads uploads, ApplicationContext context) {
        this.uploads = uploads;
        this.context = context;
        this.limits = new HandlerLimits(context.getEnvironment()::resolveRequiredPlaceholders);
    }

    private record MethodKey(Class<?> type, Method method) {

        static MethodKey of(HandlerMethod method) {
            return new MethodKey(method.getBeanType(), method.getMethod());
        }
    }

    @Override
    public void afterSingletonsInstantiated() {
        context.getBeansOfType(RequestMappingInfoHandlerMapping.class).values().forEach(this::add);
        if (!mappings.isEmpty()) {
            uploads.streams(this::find);
        }
    }

    private void add(RequestMappingInfoHandlerMapping mapping) {
        boolean any = false;
        for (HandlerMethod method : mapping.getHandlerMethods().values()) {
            if (List.of(method.getMethod().getParameterTypes()).contains(UploadStream.class)) {
                any = true;
                refuseParts(method);
                methods.put(MethodKey.of(method), limits.of(method.getBeanType(), method.getMethod()));
            } else {
                limits.refuse(method);
            }
        }
        if (any) {
            mappings.add(mapping);
        }
    }

    /** Nobody is going to keep a part for it, and the client would be blamed. */
    private static void refuseParts(HandlerMethod method) {
        for (MethodParameter parameter : method.getMethodParameters()) {
            if (parameter.hasParameterAnnotation(RequestPart.class)
                    || MultipartRequest.class.isAssignableFrom(parameter.getParameterType())
                    || MultipartResolutionDelegate.isMultipartArgument(parameter.nestedIfOptional())) {
                throw new IllegalStateException(
                        method.getShortLogMessage() + " takes an UploadStream, which leaves no parts"
                                + " for its parameter of type "
                                + parameter.getParameterType().getSimpleName()
                                + ". Read the part from the UploadStream and drop that parameter, or take parts alone.");
            }
        }
    }

    private @Nullable StreamSizes find(HttpServletRequest request) {
        try {
            HandlerLookupRequest copy = new HandlerLookupRequest(request);
            ServletRequestPathUtils.parseAndCache(copy);
            for (RequestMappingInfoHandlerMapping mapping : mappings) {
                HandlerExecutionChain chain = mapping.getHandler(copy);
                if (chain != null) {
                    return (chain.getHandler() instanceof HandlerMethod method)
                            ? methods.get(MethodKey.of(method))
                            : null;
                }
            }
        } catch (Exception ex) {
            // Spring says so again, or finds another handler, when it dispatches.
            logger.debug("No handler that streams was found", ex);
        }
        return null;
    }
}
