/* SPDX-License-Identifier: Apache-2.0 */
package com.example.neighbours.wars;

import java.io.File;
import java.net.MalformedURLException;
import java.nio.file.Files;
import java.nio.file.Path;

import jakarta.servlet.ServletContext;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.loader.ParallelWebappClassLoader;
import org.apache.catalina.loader.WebappLoader;
import org.apache.catalina.startup.Tomcat;

import dev.tuned.examples.dropin.inside.Notes;

/** A Tomcat with two web applications, each with its own Spring Boot and Logback; one is undeployed before the other. */
public class WarsApplication {

    public static void main(String[] args) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir("tomcat");
        tomcat.setSilent(true);
        tomcat.getServer();
        tomcat.start();
        War first = War.deploy(tomcat, "/first");
        War second = War.deploy(tomcat, "/second");
        for (int i = 0; i < 500; i++) {
            first.log("line " + i);
            second.log("line " + i);
        }
        first.undeploy();
        Notes.add("first", "after it was undeployed", lines("first.log"));
        second.log("after the first");
        War again = War.deploy(tomcat, "/first");
        again.log("deployed again");
        again.undeploy();
        second.undeploy();
        tomcat.stop();
        tomcat.destroy();
        Notes.add("first", "log", lines("first.log"));
        Notes.add("second", "log", lines("second.log"));
        Notes.add(
                "threads",
                "that are left",
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.isAlive() && thread.getName().startsWith("tuned-"))
                        .count());
    }

    private static String lines(String file) throws Exception {
        return String.join(
                "\n",
                Files.readAllLines(Path.of(file)).stream()
                        .filter(line -> line.contains(" war "))
                        .toList());
    }

    private static final class War {

        private final Tomcat tomcat;
        private final StandardContext context;
        private final Class<?>[] type = new Class<?>[1];

        private War(Tomcat tomcat, StandardContext context) {
            this.tomcat = tomcat;
            this.context = context;
        }

        static War deploy(Tomcat tomcat, String path) {
            StandardContext context = new StandardContext();
            War war = new War(tomcat, context);
            context.setName(path);
            context.setPath(path);
            context.setDocBase(Path.of("").toAbsolutePath().toString());
            context.addLifecycleListener(new Tomcat.FixContextListener());
            WebappLoader loader = new WebappLoader();
            loader.setLoaderInstance(new Libraries());
            context.setLoader(loader);
            context.setParentClassLoader(new Container());
            context.addParameter("logging.file.name", path.substring(1) + ".log");
            // Both have the same: the order of their lines is not defined.
            context.addParameter("logging.threshold.console", "off");
            context.addParameter("logging.pattern.file", "%-5level %logger %msg%n");
            context.addServletContainerInitializer((classes, servletContext) -> war.start(servletContext), null);
            // Which starts it.
            tomcat.getHost().addChild(context);
            if (war.type[0] == null) {
                throw new IllegalStateException(path + " has not started");
            }
            return war;
        }

        private void start(ServletContext servletContext) {
            try {
                Class<?> initializer = servletContext.getClassLoader().loadClass(WarInitializer.class.getName());
                initializer
                        .getMethod("onStartup", ServletContext.class)
                        .invoke(initializer.getDeclaredConstructor().newInstance(), servletContext);
                type[0] = initializer;
            } catch (ReflectiveOperationException ex) {
                throw new IllegalStateException(ex);
            }
        }

        void log(String line) throws ReflectiveOperationException {
            type[0].getMethod("log", String.class).invoke(null, line);
        }

        void undeploy() throws Exception {
            context.stop();
            tomcat.getHost().removeChild(context);
            context.destroy();
        }
    }

    /** In place of WEB-INF: all that this application has. */
    private static final class Libraries extends ParallelWebappClassLoader {

        Libraries() {
            super(new Container());
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                try {
                    addURL(Path.of(entry).toUri().toURL());
                } catch (MalformedURLException ex) {
                    throw new IllegalArgumentException(entry, ex);
                }
            }
        }
    }

    /** What a web application sees of its container. */
    private static final class Container extends ClassLoader {

        Container() {
            super(getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("jakarta.servlet.")
                    || name.matches("org\\.apache\\.(catalina|coyote|tomcat|juli|naming)\\..*")) {
                return WarsApplication.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
