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

    private final Deque<List<RouterFunction<?>>> levels = new ArrayDeque<>();

    private final @Nullable RouterFunction<?> routes;

    private boolean uploads;

    UnfilteredRoutes(RouterFunction<?> routerFunction) {
        levels.push(new ArrayList<>());
        routerFunction.accept(this);
        this.routes = uploads ? joined(levels.pop()) : null;
    }

    /** Whether any route streams. */
    boolean haveUploads() {
        return uploads;
    }

    /** The handler function if it is one that takes an upload stream; null otherwise. */
    @Nullable
    UploadHandlerFunction uploadHandler(ServerRequest request) {
        Optional<? extends HandlerFunction<?>> found = (routes == null) ? Optional.empty() : routes.route(request);
        return (found.orElse(null) instanceof UploadHandlerFunction handler) ? handler : null;
    }

    @Override
    public void startNested(RequestPredicate predicate) {
        levels.push(new ArrayList<>());
    }

    @Override
    public void endNested(RequestPredicate predicate) {
        RouterFunction<?> nested = joined(levels.pop());
        if (nested != null) {
            add(nest(predicate, nested));
        }
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

    private void add(RouterFunction<?> routerFunction) {
        levels.element().add(routerFunction);
    }

    private static @Nullable RouterFunction<?> joined(List<RouterFunction<?>> all) {
        return all.stream()
                .<RouterFunction<?>>map(each -> each)
                .reduce(RouterFunction::andOther)
                .orElse(null);
    }

    private static <T extends ServerResponse> RouterFunction<T> nest(
            RequestPredicate predicate, RouterFunction<T> nested) {
        return RouterFunctions.nest(predicate, nested);
    }

    private static <T extends ServerResponse> RouterFunction<T> single(
            RequestPredicate predicate, HandlerFunction<T> handlerFunction) {
        return RouterFunctions.route(predicate, handlerFunction);
    }
}
