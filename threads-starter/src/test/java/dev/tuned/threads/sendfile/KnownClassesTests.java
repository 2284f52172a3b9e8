/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.File;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.FileSystemResource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

class KnownClassesTests {

    private final KnownClasses known = new KnownClasses(List.of());

    /** A class that is renamed would be a silent reason to copy files. */
    @ParameterizedTest
    @MethodSource("names")
    void areThere(String name) throws ClassNotFoundException {
        assumeThat(name)
                .as("not on the class path of the tests")
                .doesNotStartWith("org.springframework.session.")
                .doesNotStartWith("org.springframework.boot.loader.")
                .doesNotStartWith("org.springframework.boot.devtools.");

        assertThat(Class.forName(name, false, getClass().getClassLoader())).isNotNull();
    }

    static Stream<String> names() {
        return Stream.of(
                        KnownClasses.RESOURCES,
                        KnownClasses.CLASS_LOADERS,
                        KnownClasses.RESOURCE_WRAPPERS.keySet(),
                        KnownClasses.RESPONSE_WRAPPERS)
                .flatMap(Set::stream);
    }

    @Test
    void theTomcatOfTheTestsIsSupported() {
        assertThat(TomcatConnection.isSupported()).isTrue();
    }

    @Test
    void wrappersOfSpringAreLookedThrough() throws Exception {
        Class<?> versioned = Class.forName(
                "org.springframework.web.servlet.resource.VersionResourceResolver$FileNameVersionedResource");
        var constructor = versioned.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        var plain =
                (org.springframework.core.io.Resource) constructor.newInstance(new FileSystemResource("pom.xml"), "v1");
        var own = (org.springframework.core.io.Resource)
                constructor.newInstance(new FileSystemResource("pom.xml") {}, "v1");

        assertThat(known.isKnown(plain)).isTrue();
        assertThat(known.fileOf(plain)).isEqualTo(new File("pom.xml"));
        assertThat(known.isKnown(own)).isFalse();
    }

    @Test
    void aFileOfTheClassPath() throws Exception {
        ClassPathResource ours =
                new ClassPathResource(KnownClassesTests.class.getName().replace('.', '/') + ".class");
        ClassPathResource inJar =
                new ClassPathResource(FileSystemResource.class.getName().replace('.', '/') + ".class");

        assertThat(known.isKnown(ours)).isTrue();
        assertThat(known.fileOf(ours)).exists();
        assertThat(known.isKnown(inJar)).isTrue();
        assertThat(known.fileOf(inJar)).isNull();
    }

    @Test
    void whatIsInMemoryIsNoFile() throws Exception {
        assertThat(known.isKnown(new ByteArrayResource(new byte[3]))).isTrue();
        assertThat(known.fileOf(new ByteArrayResource(new byte[3]))).isNull();
    }
}
