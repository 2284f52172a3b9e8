/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** A container that goes on when the application has gone. */
class WarTests {

    private final Tomcat tomcat = new Tomcat();

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void start() throws Exception {
        Applications.forgetSystemProperties();
        file = directory.resolve("war.log");
        tomcat.setBaseDir(directory.resolve("tomcat").toString());
        tomcat.setSilent(true);
        tomcat.getServer();
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
        Applications.forgetSystemProperties();
    }

    @Test
    void anUndeployedOneIsDrainedAndLeavesNoThreadAndOneDeployedAgainIsAsynchronousAgain() throws Exception {
        War war = War.deploy(tomcat, directory, file);
        assertThat(war.classLoader()).isNotSameAs(getClass().getClassLoader());
        Applications.awaitThreads("tuned-logging-CONSOLE", "tuned-logging-FILE");
        for (int i = 0; i < 1000; i++) {
            war.log("line " + i);
        }
        war.undeploy();
        Applications.awaitThreads();
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains(" : line ")))
                .hasSize(1000);

        war.log("from a thread of the container");
        assertThat(Files.readString(file))
                .as("when a call afterwards has returned")
                .contains("from a thread of the container");
        Applications.awaitThreads();

        War second = War.deploy(tomcat, directory, file);
        assertThat(second.classLoader()).isNotSameAs(war.classLoader());
        Applications.awaitThreads("tuned-logging-CONSOLE", "tuned-logging-FILE");
        second.undeploy();
        Applications.awaitThreads();
    }

    @Test
    void twoAtOnceHaveEachTheirOwnAndOneGoesOnWhenTheOtherIsUndeployed() throws Exception {
        Path other = directory.resolve("other.log");
        War first = War.deploy(tomcat, "/first", directory, file);
        War second = War.deploy(tomcat, "/second", directory, other);
        Applications.awaitThreads(
                "tuned-logging-CONSOLE", "tuned-logging-CONSOLE", "tuned-logging-FILE", "tuned-logging-FILE");
        for (int i = 0; i < 1000; i++) {
            first.log("line " + i);
            second.log("line " + i);
        }
        first.undeploy();
        Applications.awaitThreads("tuned-logging-CONSOLE", "tuned-logging-FILE");
        second.log("line of the one that is left");
        second.undeploy();
        Applications.awaitThreads();
        assertThat(Files.readAllLines(file).stream().filter(line -> line.contains(" : line ")))
                .hasSize(1000);
        assertThat(Files.readAllLines(other).stream().filter(line -> line.contains(" : line ")))
                .hasSize(1001);
    }
}
