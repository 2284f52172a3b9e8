/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.context.support.ApplicationObjectSupport;
import org.springframework.core.MethodParameter;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.env.Environment;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;
import org.springframework.web.multipart.MultipartRequest;
import org.springframework.web.multipart.support.MultipartResolutionDelegate;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.ServletRequestPathUtils;

import dev.tuned.upload.UploadLimits;
import dev.tuned.upload.UploadStream;
import dev.tuned.upload.multipart.Limit;
import dev.tuned.upload.multipart.ParserLimits;
import dev.tuned.upload.tomcat.StreamOpener;
import dev.tuned.upload.tomcat.StreamingHandlers;
import dev.tuned.upload.tomcat.UploadRequest;

/**
 * Knows the handler methods that stream and their {@link UploadLimits}, hands them the stream, checks them at start-up, and looks
 * for the handler of a request before Spring does, if the application has such a method. Needs no other bean, because a listener of
 * uploads may need some of Spring MVC's. Safe for use by many threads.
 */
public final class UploadHandlers extends ApplicationObjectSupport
        implements StreamingHandlers, WebMvcConfigurer, HandlerMethodArgumentResolver, SmartInitializingSingleton {

    /** What sets the limits of a method. */
    private final Map<MethodKey, UnaryOperator<ParserLimits>> methods = new HashMap<>();

    private volatile Set<RequestMappingInfoHandlerMapping> mappings = Set.of();

    private record MethodKey(Class<?> type, Method method) {

        static MethodKey of(HandlerMethod method) {
            return new MethodKey(method.getBeanType(), method.getMethod());
        }
    }

    @Override
    public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(this);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == UploadStream.class;
    }

    /** Begins the upload, whose body is unread. */
    @Override
    public UploadStream resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders)
            throws IOException {
        return StreamOpener.open(Objects.requireNonNull(request.getNativeRequest(HttpServletRequest.class)));
    }

    @Override
    public void afterSingletonsInstantiated() {
        Set<RequestMappingInfoHandlerMapping> found = new LinkedHashSet<>();
        ApplicationContext context = obtainApplicationContext();
        for (RequestMappingInfoHandlerMapping mapping :
                context.getBeansOfType(RequestMappingInfoHandlerMapping.class).values()) {
            for (HandlerMethod method : mapping.getHandlerMethods().values()) {
                if (List.of(method.getMethod().getParameterTypes()).contains(UploadStream.class)) {
                    refuseParts(method);
                    methods.put(MethodKey.of(method), sizes(method));
                    found.add(mapping);
                } else {
                    refuseLimits(method);
                }
            }
        }
        mappings = found;
    }

    /** Such limits would have no effect. */
    private static void refuseLimits(HandlerMethod method) {
        if (AnnotatedElementUtils.hasAnnotation(method.getMethod(), UploadLimits.class)) {
            throw new IllegalStateException(method.getShortLogMessage()
                    + " has @UploadLimits, but takes no UploadStream: other bodies are read before their handler is looked"
                    + " for. Set spring.servlet.multipart.max-file-size and max-request-size, or take one.");
        }
    }

    /** The stream leaves no parts to other parameters, and the client would be blamed for those that are missing. */
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

    /** Sizes of a controller method: its own, or those of its class. */
    private UnaryOperator<ParserLimits> sizes(HandlerMethod method) {
        Limit file = limit(method, UploadLimits::maxFileSize, "maxFileSize");
        Limit request = limit(method, UploadLimits::maxRequestSize, "maxRequestSize");
        return application -> application.withSizes(file, request);
    }

    private @Nullable Limit limit(HandlerMethod method, Function<UploadLimits, String> attribute, String name) {
        for (AnnotatedElement place : List.of(method.getMethod(), method.getBeanType())) {
            UploadLimits limits = AnnotatedElementUtils.findMergedAnnotation(place, UploadLimits.class);
            String value = (limits == null) ? "" : attribute.apply(limits);
            if (!value.isEmpty()) {
                String property = "@UploadLimits(" + name + ") on " + place;
                return new Limit(bytes(value, property), property);
            }
        }
        return null;
    }

    private long bytes(String value, String property) {
        Environment placeholders = obtainApplicationContext().getEnvironment();
        try {
            String resolved = placeholders.resolveRequiredPlaceholders(value).trim();
            long bytes = resolved.equals("-1") ? -1 : DataSize.parse(resolved).toBytes();
            Assert.isTrue(bytes >= -1, "A size cannot be negative, but for -1: no limit");
            return bytes;
        } catch (IllegalArgumentException | ArithmeticException ex) {
            throw new IllegalStateException(
                    "%s is '%s', which is no size such as 10MB: %s".formatted(property, value, ex.getMessage()), ex);
        }
    }

    @Override
    public @Nullable UnaryOperator<ParserLimits> find(UploadRequest upload, HttpServletRequest request) {
        Set<RequestMappingInfoHandlerMapping> known = mappings;
        if (known.isEmpty() || !(upload.getWrapper().getServlet() instanceof DispatcherServlet)) {
            return null;
        }
        try {
            HandlerLookupRequest copy = new HandlerLookupRequest(request, upload::queryParameters);
            ServletRequestPathUtils.parseAndCache(copy);
            for (RequestMappingInfoHandlerMapping mapping : known) {
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
