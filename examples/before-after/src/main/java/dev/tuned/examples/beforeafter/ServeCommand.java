/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.util.concurrent.Callable;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** A run with a page that shows it as it happens. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Runs with the same options and shows the run as it happens on a page of its own.",
            "The page stays until Ctrl-C."
        })
final class ServeCommand implements Callable<Integer> {

    @ParentCommand
    private @Nullable BeforeAfter parent;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (parent == null) {
            throw new IllegalStateException("serve runs below before-after");
        }
        return parent.session().serve();
    }
}
