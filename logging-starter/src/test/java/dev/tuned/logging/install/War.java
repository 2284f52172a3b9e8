/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.logging.install;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.regex.Pattern;

import jakarta.servlet.ServletContext;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.loader.ParallelWebappClassLoader;
import org.apache.catalina.loader.WebappLoader;
import org.apache.catalina.startup.Tomcat;

import dev.tuned.logging.StarterClassPath;

/** {@link WarApplication} deployed in a Tomcat, with its libraries, the starter's and Spring's for the web, loaded by Tomcat's class loader for web applications. */
final class War {

    private final Tomcat tomcat;
    private final StandardContext context;
    private final Class<?> application;

    private War(Tomcat tomcat, StandardContext context, Class<?> application) {
        this.tomcat = tomcat;
        this.context = context;
        this.application = application;
    }

    static War deploy(Tomcat tomcat, Path docBase, Path file) throws Exception {
        return deploy(tomcat, "/war", docBase, file);
    }

    static War deploy(Tomcat tomcat, String path, Path docBase, Path file) throws Exception {
        StandardContext context = new StandardContext();
        context.setName(path);
        context.setPath(path);
        context.setDocBase(docBase.toString());
        context.addLifecycleListener(new Tomcat.FixContextListener());
        WebappLoader loader = new WebappLoader();
        loader.setLoaderInstance(new Libraries());
        context.setLoader(loader);
        context.setParentClassLoader(new Container());
        context.addParameter("logging.file.name", file.toString());
        Class<?>[] application = new Class<?>[1];
        context.addServletContainerInitializer(
                (classes, servletContext) -> application[0] = start(servletContext), null);
        // Which starts it.
        tomcat.getHost().addChild(context);
        if (application[0] == null) {
            throw new IllegalStateException("The web application has not started");
        }
        return new War(tomcat, context, application[0]);
    }

    private static Class<?> start(ServletContext servletContext) {
        try {
            Class<?> type = servletContext.getClassLoader().loadClass(WarApplication.class.getName());
            type.getMethod("onStartup", ServletContext.class)
                    .invoke(type.getDeclaredConstructor().newInstance(), servletContext);
            return type;
        } catch (ReflectiveOperationException ex) {
            throw new IllegalStateException(ex);
        }
    }

    ClassLoader classLoader() {
        return application.getClassLoader();
    }

    void log(String line) throws ReflectiveOperationException {
        application.getMethod("log", String.class).invoke(null, line);
    }

    void undeploy() throws LifecycleException {
        context.stop();
        tomcat.getHost().removeChild(context);
        context.destroy();
    }

    /** In place of WEB-INF. */
    private static final class Libraries extends ParallelWebappClassLoader {

        private static final Pattern WEB = Pattern.compile("(spring-web|spring-boot-web-server)-\\d.*\\.jar");

        Libraries() {
            super(new Container());
            for (String entry : StarterClassPath.value().split(File.pathSeparator)) {
                addURL(url(entry));
            }
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                if (WEB.matcher(Path.of(entry).getFileName().toString()).matches()) {
                    addURL(url(entry));
                }
            }
        }

        private static URL url(String entry) {
            try {
                return Path.of(entry).toUri().toURL();
            } catch (MalformedURLException ex) {
                throw new IllegalArgumentException(entry, ex);
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
                return War.class.getClassLoader().loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
