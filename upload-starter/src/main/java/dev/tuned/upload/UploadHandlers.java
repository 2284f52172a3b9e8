/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ApplicationContext;
import org.springframework.web.ErrorResponse;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.UnsatisfiedServletRequestParameterException;
import org.springframework.web.filter.HiddenHttpMethodFilter;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.handler.AbstractHandlerMethodMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;
import org.springframework.web.util.ServletRequestPathUtils;

import dev.tuned.upload.HandlerLookup.Reader;
import dev.tuned.upload.HandlerLookup.Target;

/**
 * Knows the handlers of Spring MVC: which of them takes a request, whether it takes the body as a stream, and its limits.
 * Checks them at start-up. Safe for use by many threads.
 *
 * <p>Before the dispatch it asks the handler mappings of the request's servlet, with a copy of the request, and only when
 * something asks for parameters or parts that early.
 */
public final class UploadHandlers implements SmartInitializingSingleton {

    private static final String FOUND = UploadHandlers.class.getName() + ".found";

    private final ApplicationContext context;

    private final ServletHandlerMappings mappings;

    private final HandlerLimits limits;

    private final Target parts;

    private final Target nobody;

    private final Map<MethodKey, Target> methods = new ConcurrentHashMap<>();

    private final Map<RouterFunction<?>, RoutesWithoutFilters> routes = new ConcurrentHashMap<>();

    /** Makes it known to the engine. */
    public UploadHandlers(UploadEngine engine, ApplicationContext context) {
        this.context = context;
        this.mappings = new ServletHandlerMappings(context);
        this.limits =
                new HandlerLimits(engine.settings().limits(), context.getEnvironment()::resolveRequiredPlaceholders);
        this.parts = new Target(Reader.FORM, limits.application());
        this.nobody = new Target(Reader.NOBODY, limits.application());
        engine.handlers(this::find);
    }

    private record MethodKey(Class<?> type, Method method) {}

    /** Checks every handler method, so that a mistake ends the start and not an upload. */
    @Override
    public void afterSingletonsInstantiated() {
        for (AbstractHandlerMethodMapping<?> mapping :
                context.getBeansOfType(AbstractHandlerMethodMapping.class).values()) {
            mapping.getHandlerMethods().values().forEach(this::target);
        }
    }

    private Target find(HttpServletRequest request) {
        Object handler = request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE);
        if (handler != null && !isOpaque(handler)) {
            return target(handler);
        }
        if (request.getAttribute(FOUND) instanceof Target target) {
            return target;
        }
        Target target = lookUp(request);
        request.setAttribute(FOUND, target);
        return target;
    }

    private Target lookUp(HttpServletRequest request) {
        List<HandlerMapping> candidates = mappings.of(request);
        if (candidates == null) {
            return parts;
        }
        LookupRequest copy = new LookupRequest(request);
        Target target;
        try {
            target = ask(candidates, copy);
        } catch (Exception ex) {
            return isAnswer(ex) ? nobody : parts;
        }
        // A mapping by form fields may find a handler once it sees them.
        return (target.reader() == Reader.NOBODY && copy.isBodyWanted()) ? parts : target;
    }

    private Target ask(List<HandlerMapping> candidates, LookupRequest copy) throws Exception {
        ServletRequestPathUtils.parseAndCache(copy);
        for (HandlerMapping mapping : candidates) {
            boolean bodyWanted = copy.isBodyWanted();
            HandlerExecutionChain chain = mapping.getHandler(copy);
            if (chain != null) {
                Object handler = chain.getHandler();
                if (isOpaque(handler) && mapping instanceof RouterFunctionMapping functions) {
                    handler = behindFilters(handler, functions.getRouterFunction(), copy);
                }
                return target(handler);
            }
            if (mapping instanceof RequestMappingInfoHandlerMapping) {
                // It asks for the parameters of all its conditions, and throws where they matter: where the path fits.
                copy.bodyWanted(bodyWanted);
            }
        }
        return nobody;
    }

    /** Whether it may be the filter of a router function, with the handler function behind. */
    private static boolean isOpaque(Object handler) {
        return handler instanceof HandlerFunction && !(handler instanceof UploadHandlerFunction);
    }

    private Object behindFilters(Object handler, @Nullable RouterFunction<?> function, LookupRequest copy) {
        if (function == null
                || !(copy.getAttribute(RouterFunctions.REQUEST_ATTRIBUTE) instanceof ServerRequest request)) {
            return handler;
        }
        UploadHandlerFunction found =
                routes.computeIfAbsent(function, RoutesWithoutFilters::new).uploadHandler(request);
        return (found != null) ? found : handler;
    }

    private Target target(Object handler) {
        if (handler instanceof HandlerMethod method) {
            return methods.computeIfAbsent(
                    new MethodKey(method.getBeanType(), method.getMethod()), key -> target(key, method));
        }
        if (handler instanceof UploadHandlerFunction function) {
            return new Target(Reader.STREAM, limits.of(function));
        }
        return (handler instanceof ResourceHttpRequestHandler) ? nobody : parts;
    }

    private Target target(MethodKey key, HandlerMethod method) {
        boolean streams = UploadStreamMethods.takesStream(method);
        return new Target(streams ? Reader.STREAM : Reader.FORM, limits.of(key.type(), key.method()));
    }

    /** Whether the exception means that no handler takes the request, rather than that the search went wrong. */
    private boolean isAnswer(Exception ex) {
        if (ex instanceof HttpRequestMethodNotSupportedException) {
            // Its parameter may be in the form, and name a method that is supported.
            return context.getBeanNamesForType(HiddenHttpMethodFilter.class, true, false).length == 0;
        }
        return ex instanceof ErrorResponse && !(ex instanceof UnsatisfiedServletRequestParameterException);
    }
}
