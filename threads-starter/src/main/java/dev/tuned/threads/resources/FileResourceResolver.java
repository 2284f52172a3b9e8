/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.FileUrlResource;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;
import org.springframework.web.servlet.resource.ResourceResolver;

/**
 * Finds files below {@code file:} locations with two system calls (readable? what is it?) where Spring's resolver and handler
 * make five, build each URL from text twice and clean it three times.
 *
 * <p>Only what Spring's resolver would find without any decoding, cleaning or escaping is found this way; every other path and every
 * other location is left to it. Thread-safe.
 */
public final class FileResourceResolver extends PathResourceResolver {

    /** A name as good as any. */
    private static final String CHILD = "a";

    private final Map<Resource, FileLocation> files = new HashMap<>();

    /**
     * Puts one in place of the resolver that a handler has by default. A handler with resolvers or transformers of the
     * application's choice stays as it is: some keep resources beyond the request.
     *
     * @param handler one that is initialized; it is initialized again
     * @throws IllegalStateException if that fails
     */
    public static void install(ResourceHttpRequestHandler handler) {
        List<ResourceResolver> resolvers = handler.getResourceResolvers();
        if (handler.getClass() != ResourceHttpRequestHandler.class
                || resolvers.size() != 1
                || resolvers.get(0).getClass() != PathResourceResolver.class
                || !handler.getResourceTransformers().isEmpty()) {
            return;
        }
        FileResourceResolver resolver = new FileResourceResolver();
        resolver.setAllowedLocations(((PathResourceResolver) resolvers.get(0)).getAllowedLocations());
        List<Resource> locations = List.copyOf(handler.getLocations());
        try {
            for (Resource location : locations) {
                resolver.add(location);
            }
            if (!resolver.files.isEmpty()) {
                resolver.putInto(handler, locations);
            }
        } catch (Exception ex) {
            throw new IllegalStateException("Cannot initialize " + handler, ex);
        }
    }

    private void add(Resource location) throws IOException {
        if (location.getClass() != FileUrlResource.class) {
            return;
        }
        Resource child = location.createRelative(CHILD);
        if (child.isFile() && checkResource(child, location)) {
            this.files.put(location, FileLocation.of(child));
        }
    }

    private void putInto(ResourceHttpRequestHandler handler, List<Resource> locations) throws Exception {
        // As resources, which they are by now: read from text again, they would be warned about again.
        handler.setLocationValues(List.of());
        handler.setLocations(locations);
        handler.setResourceResolvers(List.of(this));
        handler.afterPropertiesSet();
    }

    @Override
    protected @Nullable Resource getResource(String path, Resource location) throws IOException {
        FileLocation found = this.files.get(location);
        return (found != null && FileLocation.isPlain(path)) ? found.find(path) : super.getResource(path, location);
    }
}
