/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.resources;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.cache.support.NoOpCache;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileUrlResource;
import org.springframework.core.io.Resource;
import org.springframework.web.context.support.StaticWebApplicationContext;
import org.springframework.web.servlet.resource.CachingResourceTransformer;
import org.springframework.web.servlet.resource.EncodedResourceResolver;
import org.springframework.web.servlet.resource.PathResourceResolver;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;
import org.springframework.web.servlet.resource.ResourceResolver;

import static org.assertj.core.api.Assertions.assertThat;

class FileResourceResolverTests {

    @TempDir
    private Path directory;

    private Resource location;

    @BeforeEach
    void locate() throws IOException {
        Files.writeString(Files.createDirectory(this.directory.resolve("sub")).resolve("a-b_c~1.tar.gz"), "0123456789");
        this.location = new FileUrlResource(this.directory.toUri().toURL());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.txt", "a..b", "a.", "sub/a.txt", "A-Z_0~9", "a/b/c.d.e"})
    void takesPlainPaths(String path) {
        assertThat(FileLocation.isPlain(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/",
                "/a",
                "a/",
                "a//b",
                ".",
                "..",
                ".a",
                "a/.",
                "a/..",
                "a/../b",
                "a/.b",
                "a%2fb",
                "a\\b",
                "a b",
                "a+b",
                "a;b",
                "a:b",
                "a#b",
                "a?b",
                "ä",
                "a\u0000",
                "a&b",
                "a=b",
                "\uFF0E\uFF0E/a"
            })
    void leavesEveryOtherPathToSpring(String path) {
        assertThat(FileLocation.isPlain(path)).isFalse();
    }

    @Test
    void findsWhatSpringFinds() throws Exception {
        String path = "sub/a-b_c~1.tar.gz";
        Resource found = resolver().getResource(path, this.location);
        Resource springs = this.location.createRelative(path);

        assertThat(found).isInstanceOf(FileSnapshot.class).isEqualTo(springs).hasSameHashCodeAs(springs);
        assertThat(found.getURL()).hasToString(springs.getURL().toString());
        assertThat(found.getURI()).isEqualTo(springs.getURI());
        assertThat(found.getFile()).isEqualTo(springs.getFile());
        assertThat(found.getFilename()).isEqualTo(springs.getFilename());
        assertThat(found.getDescription()).isEqualTo(springs.getDescription());
        assertThat(found.contentLength()).isEqualTo(springs.contentLength()).isEqualTo(10);
        assertThat(found.lastModified()).isEqualTo(springs.lastModified());
        assertThat(found.isReadable()).isTrue();
        assertThat(found.isFile()).isTrue();
        assertThat(found.createRelative("x").getURL())
                .hasToString(springs.createRelative("x").getURL().toString());
    }

    @Test
    void readsTheWholeFileEvenIfItHasGrown() throws Exception {
        Path file = Files.writeString(this.directory.resolve("grows"), "before");
        Resource found = resolver().getResource("grows", this.location);
        Files.writeString(file, "x".repeat(20_000));
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        try (InputStream content = found.getInputStream()) {
            assertThat(content.transferTo(copy)).isEqualTo(20_000);
        }
        assertThat(copy.toString()).isEqualTo("x".repeat(20_000));
    }

    @Test
    void findsNeitherDirectoriesNorWhatIsMissing() throws Exception {
        assertThat(resolver().getResource("sub", this.location)).isNull();
        assertThat(resolver().getResource("missing", this.location)).isNull();
    }

    @Test
    void keepsLocationsAndAllowedLocations() throws Exception {
        ResourceHttpRequestHandler handler = handler();
        Resource other = new ClassPathResource("static/");
        handler.setLocations(List.of(other, this.location));
        handler.afterPropertiesSet();
        FileResourceResolver.install(handler);

        assertThat(handler.getLocations()).containsExactly(other, this.location);
        assertThat(handler.getResourceResolvers())
                .singleElement()
                .isInstanceOfSatisfying(
                        FileResourceResolver.class,
                        resolver -> assertThat(resolver.getAllowedLocations()).containsExactly(other, this.location));
    }

    @Test
    void leavesAChainOfTheApplicationsChoiceAlone() throws Exception {
        ResourceHttpRequestHandler resolving = handler();
        resolving.setResourceResolvers(List.of(new EncodedResourceResolver(), new PathResourceResolver()));
        assertLeftAlone(resolving);
        ResourceHttpRequestHandler transforming = handler();
        transforming.setResourceTransformers(List.of(new CachingResourceTransformer(new NoOpCache("none"))));
        assertLeftAlone(transforming);
        ResourceHttpRequestHandler own = handler();
        own.setResourceResolvers(List.of(new PathResourceResolver() {}));
        assertLeftAlone(own);
        ResourceHttpRequestHandler withoutFiles = handler();
        withoutFiles.setLocations(List.of(new ClassPathResource("static/")));
        assertLeftAlone(withoutFiles);
    }

    private static void assertLeftAlone(ResourceHttpRequestHandler handler) throws Exception {
        handler.afterPropertiesSet();
        List<ResourceResolver> before = List.copyOf(handler.getResourceResolvers());
        FileResourceResolver.install(handler);
        assertThat(handler.getResourceResolvers()).isEqualTo(before);
    }

    private FileResourceResolver resolver() throws Exception {
        ResourceHttpRequestHandler handler = handler();
        handler.afterPropertiesSet();
        FileResourceResolver.install(handler);
        return (FileResourceResolver) handler.getResourceResolvers().get(0);
    }

    private ResourceHttpRequestHandler handler() {
        ResourceHttpRequestHandler handler = new ResourceHttpRequestHandler();
        handler.setLocations(List.of(this.location));
        handler.setApplicationContext(new StaticWebApplicationContext());
        return handler;
    }
}
