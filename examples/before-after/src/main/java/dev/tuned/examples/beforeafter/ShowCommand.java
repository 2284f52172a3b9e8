/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.beforeafter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import dev.tuned.bench.command.BuildVersion;
import dev.tuned.bench.command.OptionChecks;
import dev.tuned.bench.process.Children;
import dev.tuned.bench.process.JavaRuntime;
import dev.tuned.bench.run.Interruption;
import dev.tuned.examples.beforeafter.catalog.LocalCouchbase;
import dev.tuned.examples.beforeafter.catalog.Repository;
import dev.tuned.examples.beforeafter.show.PageServer;
import dev.tuned.examples.beforeafter.show.Show;

/** Serves a page that plays each row live. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        sortOptions = false,
        description = {
            "Serves a page with a card for each row, which plays it once when it is clicked: stock, best property and tuned",
            "side by side, in half a minute. Ends with Ctrl-C. On Linux alone."
        },
        footer = "Exit codes: 0 ended, 2 could not run, 64 bad usage.")
final class ShowCommand implements Callable<Integer> {

    private static final int MAX_PORT = 65_535;

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Where the page is, on 127.0.0.1; 0 for any free port. Default: ${DEFAULT-VALUE}.")
    int port = 8080;

    @Option(names = "--java", paramLabel = "PATH", description = "The JDK of the services. Default: the newest found.")
    @Nullable
    Path java;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws IOException, InterruptedException {
        OptionChecks checks = new OptionChecks(spec.commandLine());
        checks.between("--port", port, 0, MAX_PORT);
        JavaRuntime runtime = checks.runtime("--java", java);
        try {
            // Fails before the services start if the port is taken; the page binds it afterwards.
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (IOException ex) {
            throw checks.wrong("--port", port, "is in use");
        }
        Repository repository = Repository.ours();
        repository.requireServices("catalog-stock", "catalog-tuned");
        Children children = new Children();
        AtomicReference<@Nullable Show> running = new AtomicReference<>();
        Interruption interruption = new Interruption(() -> {
            Show show = running.get();
            if (show != null) {
                show.close();
            }
            children.close();
        });
        try (interruption;
                children;
                LocalCouchbase couchbase = new LocalCouchbase(
                        repository.couchbase(runtime), children.directory().resolve("couchbase"), children)) {
            say("starting Couchbase");
            couchbase.start();
            try (Show show = new Show(repository, runtime, couchbase, children.directory(), children);
                    PageServer page = PageServer.start(show, port)) {
                running.set(show);
                say("ready: " + page.address());
                new CountDownLatch(1).await();
            }
        } catch (InterruptedException ex) {
            // Ctrl-C: everything is closed.
        }
        return 0;
    }

    private void say(String what) {
        spec.commandLine().getOut().println(what);
        spec.commandLine().getOut().flush();
    }
}
