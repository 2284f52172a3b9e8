/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.fault;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import org.slf4j.LoggerFactory;

/** Logs from four threads to an output that others write to as well. Its arguments are Logback's file and how many lines each logs. */
@SuppressWarnings("SystemOut")
final class SharedOutput {

    static final String LINE = "{\"message\":\"%s %d %d ................................................\"}";

    private SharedOutput() {}

    /** Runs; prints as many lines as a thread logs, if there is a third argument. */
    public static void main(String[] arguments) throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(Path.of(arguments[0]).toFile());
        Logger logger = context.getLogger("shared");
        int lines = Integer.parseInt(arguments[1]);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int number = t;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < lines; i++) {
                    logger.info(LINE.formatted("logged", number, i));
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (int i = 0; arguments.length > 2 && i < lines; i++) {
            System.out.println(LINE.formatted("printed", 4, i));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        context.stop();
    }
}
