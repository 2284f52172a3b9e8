/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.cache.interceptor.SimpleKey;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.LogSettings;

import static org.assertj.core.api.Assertions.assertThat;

class CacheRuntimeHintsTests {

    record Book(String title, List<Author> authors) {}

    record Author(String name) {}

    record Price(long cents) {}

    @Configuration(proxyBeanMethods = false)
    @EnableCaching
    @Import(Books.class)
    @ImportAutoConfiguration({
        org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration.class,
        CacheAutoConfiguration.class,
        NearCacheAutoConfiguration.class
    })
    static class Application {}

    static class Books {

        @Cacheable("books")
        public List<Book> all() {
            return List.of();
        }

        @Cacheable("prices")
        public Optional<Price> price(String title) {
            return Optional.empty();
        }
    }

    @Test
    void argumentsOfSpringsKeyCanBeReadInANativeImage() {
        RuntimeHints hints = hintsOfApplication();
        assertThat(RuntimeHintsPredicates.reflection().onFieldAccess(SimpleKey.class, "params"))
                .accepts(hints);
    }

    @Test
    void documentsOfTheInvalidationLogAreJsonInANativeImage() {
        RuntimeHints hints = hintsOfApplication();
        assertThat(RuntimeHintsPredicates.reflection().onType(TypeReference.of("dev.tuned.cache.invalidation.Batch")))
                .accepts(hints);
    }

    @Test
    void valuesOfAnnotatedMethodsAreJsonInANativeImage() {
        RuntimeHints hints = hintsOfApplication();
        assertThat(RuntimeHintsPredicates.reflection().onType(Book.class)).accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Author.class)).accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onType(Price.class)).accepts(hints);
    }

    @Test
    void propertiesAreBoundInANativeImage() {
        RuntimeHints hints = hintsOfApplication();
        assertThat(RuntimeHintsPredicates.reflection()
                        .onConstructorInvocation(LogSettings.class.getDeclaredConstructors()[0]))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(RegionSettings.L1.class, "setTtl"))
                .accepts(hints);
        assertThat(RuntimeHintsPredicates.reflection().onMethodInvocation(CacheProperties.Region.class, "setValueType"))
                .accepts(hints);
    }

    private static RuntimeHints hintsOfApplication() {
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.register(Application.class);
            DefaultGenerationContext generation = new DefaultGenerationContext(
                    new ClassNameGenerator(ClassName.get("com.example", "Application")), new InMemoryGeneratedFiles());
            new ApplicationContextAotGenerator().processAheadOfTime(context, generation);
            return generation.getRuntimeHints();
        }
    }
}
