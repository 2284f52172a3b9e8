/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.mvc;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.function.HandlerFunction;
import org.springframework.web.servlet.function.RequestPredicate;
import org.springframework.web.servlet.function.RouterFunction;
import org.springframework.web.servlet.function.RouterFunctions;
import org.springframework.web.servlet.function.ServerRequest;
import org.springframework.web.servlet.function.ServerResponse;

/**
 * Routes of a router function without its filters: a filter hides the handler function behind one of its own. Immutable
 * once built, so safe for use by many threads.
 */
final class UnfilteredRoutes implements RouterFunctions.Visitor {

    /** Predicates around the route that is visited, the innermost first. */
    private final Deque<RequestPredicate> predicates = new ArrayDeque<>();

    private final List<RouterFunction<?>> routes = new ArrayList<>();

    private boolean uploads;

    UnfilteredRoutes(RouterFunction<?> routerFunction) {
        routerFunction.accept(this);
    }

    /** Whether any route streams. */
    boolean haveUploads() {
        return uploads;
    }

    /** The handler function if it is one that takes an upload stream; null otherwise. */
    @Nullable
    UploadHandlerFunction uploadHandler(ServerRequest request) {
        for (RouterFunction<?> route : routes) {
            HandlerFunction<?> found = route.route(request).orElse(null);
            if (found != null) {
                return (found instanceof UploadHandlerFunction handler) ? handler : null;
            }
        }
        return null;
    }

    @Override
    public void startNested(RequestPredicate predicate) {
        predicates.push(predicate);
    }

    @Override
    public void endNested(RequestPredicate predicate) {
        predicates.pop();
    }

    @Override
    public void route(RequestPredicate predicate, HandlerFunction<?> handlerFunction) {
        uploads |= handlerFunction instanceof UploadHandlerFunction;
        add(single(predicate, handlerFunction));
    }

    @Override
    public void resources(Function<ServerRequest, Optional<Resource>> lookupFunction) {
        add(RouterFunctions.resources(lookupFunction));
    }

    @Override
    public void attributes(Map<String, Object> attributes) {}

    @Override
    public void unknown(RouterFunction<?> routerFunction) {
        add(routerFunction);
    }

    private <T extends ServerResponse> void add(RouterFunction<T> route) {
        RouterFunction<T> nested = route;
        for (RequestPredicate predicate : predicates) {
            nested = RouterFunctions.nest(predicate, nested);
        }
        routes.add(nested);
    }

    private static <T extends ServerResponse> RouterFunction<T> single(
            RequestPredicate predicate, HandlerFunction<T> handlerFunction) {
        return RouterFunctions.route(predicate, handlerFunction);
    }
}
