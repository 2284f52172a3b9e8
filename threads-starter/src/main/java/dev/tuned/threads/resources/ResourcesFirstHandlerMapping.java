/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.util.Collection;
import java.util.function.Supplier;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Ordered;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.servlet.HandlerExecutionChain;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Asks Spring's mapping of static resources, the last in line, first: for requests whose first segment belongs to static
 * resources alone, because no other mapping has a pattern that begins with it or with no literal at all. What the mapping
 * answers, with all its interceptors, is what the request would have come to anyway. Thread-safe.
 *
 * <p>The other mappings are read at the first request, except for the {@linkplain FirstSegmentHandlerMapping controllers}, to
 * which an application may add at any time. Where one of them is of a kind that is not known, nothing is taken first.
 */
public final class ResourcesFirstHandlerMapping implements HandlerMapping, Ordered {

    private final Supplier<Precedence> precedence;

    /**
     * @param resources Spring's mapping of static resources; null without one
     * @param controllers Spring's mapping of controllers; null without one
     * @param all all mappings, these and this one included
     */
    public ResourcesFirstHandlerMapping(
            Supplier<? extends @Nullable HandlerMapping> resources,
            Supplier<? extends @Nullable HandlerMapping> controllers,
            Supplier<? extends Collection<HandlerMapping>> all) {
        this.precedence = SingletonSupplier.of(() -> Precedence.of(resources.get(), controllers.get(), all.get()));
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean usesPathPatterns() {
        return true;
    }

    @Override
    public @Nullable HandlerExecutionChain getHandler(HttpServletRequest request) throws Exception {
        HandlerMapping resources = this.precedence.get().resourcesAlone(FirstSegments.of(request));
        return (resources != null) ? resources.getHandler(request) : null;
    }
}
