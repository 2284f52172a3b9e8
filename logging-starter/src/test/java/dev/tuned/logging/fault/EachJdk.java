/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.provider.ArgumentsSource;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** A test of a fault, once per {@linkplain Jdk#all JDK}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(EachJdk.Jdks.class)
@interface EachJdk {

    /** Gives each test its JDKs, and says so where there is only one. */
    final class Jdks implements ArgumentsProvider {

        @Override
        @SuppressWarnings("SystemOut")
        public Stream<Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
            List<Jdk> jdks = Jdk.all();
            if (jdks.size() == 1) {
                System.out.println(context.getDisplayName() + ": on " + jdks.get(0)
                        + " only; the nightly build adds its own JDK, where that is another");
            }
            return jdks.stream().map(jdk -> Arguments.of(Named.of(jdk.toString(), jdk)));
        }
    }
}
