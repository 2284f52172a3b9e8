/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.command;

import java.util.Objects;

import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The program's name, and the version from the jar's manifest. */
public final class BuildVersion implements IVersionProvider {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public String[] getVersion() {
        return new String[] {spec.root().name() + " " + number()};
    }

    String number() {
        return Objects.requireNonNullElse(BuildVersion.class.getPackage().getImplementationVersion(), "(not packaged)");
    }
}
