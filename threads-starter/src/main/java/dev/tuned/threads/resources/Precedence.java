/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.handler.AbstractHandlerMapping;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.util.pattern.PathPatternParser;

/**
 * Which first segments belong to static resources alone.
 *
 * @param resources the mapping of static resources
 * @param controllers the mapping of controllers, asked each time
 * @param segments those that all other mappings leave to static resources
 */
record Precedence(@Nullable HandlerMapping resources, FirstSegmentHandlerMapping controllers, Set<String> segments) {

    static Precedence of(
            @Nullable HandlerMapping resources, @Nullable HandlerMapping controllers, Collection<HandlerMapping> all) {
        if (!(resources instanceof AbstractUrlHandlerMapping urls)
                || !(controllers instanceof FirstSegmentHandlerMapping methods)
                || !isComparable(urls)
                || methods.getApiVersionStrategy() != null) {
            return new Precedence(null, new FirstSegmentHandlerMapping(), Set.of());
        }
        FirstSegments others = new FirstSegments();
        for (HandlerMapping mapping : all) {
            if (mapping != urls && mapping != methods && !(mapping instanceof ResourcesFirstHandlerMapping)) {
                add(mapping, others);
            }
        }
        Set<String> segments = urls.getHandlerMap().keySet().stream()
                .map(FirstSegments::literal)
                .filter(segment -> segment != null && !others.mayMatch(segment))
                .collect(Collectors.toUnmodifiableSet());
        return new Precedence(urls, methods, segments);
    }

    /** Adds what a mapping may mean. Subclasses of the application's may do anything, so kinds are told by who made them. */
    private static void add(HandlerMapping mapping, FirstSegments others) {
        boolean springs = mapping.getClass().getName().startsWith("org.springframework.");
        if (!springs || !(mapping instanceof AbstractHandlerMapping known) || !isComparable(known)) {
            others.addAny();
        } else if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
            for (RequestMappingInfo info : methods.getHandlerMethods().keySet()) {
                info.getPatternValues().forEach(others::add);
            }
        } else if (mapping instanceof AbstractUrlHandlerMapping urls) {
            urls.getHandlerMap().keySet().forEach(others::add);
        } else if (!(mapping instanceof RouterFunctionMapping routes) || routes.getRouterFunction() != null) {
            others.addAny();
        }
    }

    private static boolean isComparable(AbstractHandlerMapping mapping) {
        PathPatternParser parser = mapping.getPatternParser();
        return parser != null && parser.isCaseSensitive() && mapping.getDefaultHandler() == null;
    }

    /** The mapping of static resources, if a request with this first segment can be meant for nothing else. */
    @Nullable
    HandlerMapping resourcesAlone(@Nullable String segment) {
        boolean alone = segment != null && this.segments.contains(segment) && !this.controllers.mayMatch(segment);
        return alone ? this.resources : null;
    }
}
