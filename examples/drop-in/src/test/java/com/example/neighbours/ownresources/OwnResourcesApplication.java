/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.ownresources;

import java.io.IOException;
import java.util.function.Function;

import com.example.files.SiteFiles;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.VersionResourceResolver;

/** Resources of the application's own classes: all say which file they are of, and none has just what is in it. */
@SpringBootApplication
public class OwnResourcesApplication implements WebMvcConfigurer {

    private static final String SITE = "file:site/";

    public static void main(String[] args) {
        SiteFiles.write();
        SpringApplication.run(OwnResourcesApplication.class, args);
    }

    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler("/files/**").addResourceLocations(SITE);
        serve(registry, "/decrypted/**", file -> new OwnResources.Decrypted(file.getPath()));
        serve(registry, "/stripped/**", file -> new OwnResources.Stripped(file.getPath()));
        serve(registry, "/concatenated/**", file -> new OwnResources.Concatenated(file.getPath()));
        serve(registry, "/closed/**", file -> new OwnResources.Closed(file.getPath()));
        serve(registry, "/channel/**", file -> new OwnResources.DecryptedChannel(file.getPath()));
        serve(registry, "/moved/**", file -> new OwnResources.Moved(file.getPath()));
        serve(registry, "/decorated/**", OwnResources.Decorated::new);
        serve(registry, "/decorated-twice/**", file -> new OwnResources.Decorated(new OwnResources.Decorated(file)));
        serve(
                registry,
                "/decorated-decrypted/**",
                file -> new OwnResources.Decorated(new OwnResources.Decrypted(file.getPath())));
        registry.addResourceHandler("/location/**").addResourceLocations(new OwnResources.Decrypted("site/"));
        registry.addResourceHandler("/versioned/**")
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addResolver(new VersionResourceResolver().addFixedVersionStrategy("v7", "/**"))
                .addResolver(new Own(file -> new OwnResources.Decrypted(file.getPath())));
        registry.addResourceHandler("/encoded/**")
                .addResourceLocations(SITE)
                .resourceChain(true)
                .addResolver(new EncodedResourceResolver())
                .addResolver(new Own(file -> new OwnResources.Decrypted(file.getPath())));
    }

    private static void serve(
            ResourceHandlerRegistry registry, String pattern, Function<FileSystemResource, Resource> own) {
        registry.addResourceHandler(pattern)
                .addResourceLocations(SITE)
                .resourceChain(false)
                .addResolver(new Own(own));
    }

    /** Finds files as Spring does, and makes resources of them. */
    private static final class Own extends PathResourceResolver {

        private final Function<FileSystemResource, Resource> own;

        Own(Function<FileSystemResource, Resource> own) {
            this.own = own;
        }

        @Override
        protected Resource getResource(String path, Resource location) throws IOException {
            Resource found = super.getResource(path, location);
            return found == null ? null : own.apply(new FileSystemResource(found.getFile()));
        }
    }
}
