/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.util.Objects;

import picocli.CommandLine.IVersionProvider;

/** The version from the jar's manifest. */
final class BuildVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = BeforeAfter.class.getPackage().getImplementationVersion();
        return new String[] {"before-after " + Objects.requireNonNullElse(version, "(not packaged)")};
    }
}
