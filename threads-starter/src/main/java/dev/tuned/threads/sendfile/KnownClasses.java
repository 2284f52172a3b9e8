/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.sendfile;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import org.apache.catalina.connector.ResponseFacade;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.core.io.UrlResource;

/**
 * Knows which resources are nothing but the bytes of a file, and which wrappers of a response leave its body alone.
 * Thread-safe.
 *
 * <p>Known are exact classes whose source was read (Spring Framework 7.0.8 and 7.0.10, Spring Boot 4.0.7 and 4.1.2, Spring Security
 * 7.0.6, Spring Session 4.0.2), and those that the application declares; a subclass may do more. An unknown resource is not asked
 * for its file, because one that decrypts or counts has a file, too.
 */
final class KnownClasses {

    private static final Log log = LogFactory.getLog(KnownClasses.class);

    static final Set<String> RESOURCES = Set.of(
            // Read from a path of the default file system.
            "org.springframework.core.io.FileSystemResource",
            "org.springframework.core.io.FileSystemResourceLoader$FileSystemContextResource",
            "org.springframework.boot.io.ApplicationResourceLoader$ApplicationResource",
            "org.springframework.core.io.PathResource",
            // Read from a URL.
            "org.springframework.core.io.FileUrlResource",
            "org.springframework.core.io.UrlResource",
            // Read by a class loader.
            "org.springframework.core.io.ClassPathResource",
            "org.springframework.core.io.DefaultResourceLoader$ClassPathContextResource",
            // Made in memory, and no file.
            "org.springframework.core.io.ByteArrayResource",
            "org.springframework.web.servlet.resource.TransformedResource");

    /** Class loaders whose resources are the bytes at their URL. */
    static final Set<String> CLASS_LOADERS = Set.of(
            "jdk.internal.loader.ClassLoaders$AppClassLoader",
            "java.net.URLClassLoader",
            "org.springframework.boot.loader.launch.LaunchedClassLoader",
            "org.springframework.boot.devtools.restart.classloader.RestartClassLoader");

    /** The JDK's way to read a URL of a local file, behind its own handler. */
    private static final String FILE_CONNECTION = "sun.net.www.protocol.file.FileURLConnection";

    /** Resources that add headers to another one, with the name of the field that holds it. */
    static final Map<String, String> RESOURCE_WRAPPERS = Map.of(
            "org.springframework.web.servlet.resource.EncodedResourceResolver$EncodedResource", "encoded",
            "org.springframework.web.servlet.resource.VersionResourceResolver$FileNameVersionedResource", "original");

    static final Set<String> RESPONSE_WRAPPERS = Set.of(
            // Write headers, or save the session, when the response is flushed.
            "org.springframework.security.web.header.HeaderWriterFilter$HeaderWriterResponse",
            "org.springframework.security.web.context.HttpSessionSecurityContextRepository$SaveToSessionResponseWrapper",
            "org.springframework.session.web.http.SessionRepositoryFilter$SessionRepositoryResponseWrapper",
            // Check headers when they are set.
            "org.springframework.security.web.firewall.FirewalledResponse",
            // Rewrite URLs and redirects.
            "org.springframework.security.web.session.DisableEncodeUrlFilter$DisableEncodeUrlResponseWrapper",
            "org.springframework.web.servlet.resource.ResourceUrlEncodingFilter$ResourceUrlEncodingResponseWrapper",
            "org.springframework.web.filter.ForwardedHeaderFilter$ForwardedHeaderExtractingResponse",
            "org.springframework.web.filter.RelativeRedirectResponseWrapper");

    private static final int MAX_REPORTED_CLASSES = 100;

    private final Set<String> declared;

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** @param declared names of the classes that the application declares to be safe */
    KnownClasses(Collection<String> declared) {
        this.declared = Set.copyOf(declared);
    }

    /** Tomcat's response, if nothing but known wrappers is around it. */
    @Nullable
    ResponseFacade unwrap(ServletResponse response) {
        ServletResponse current = response;
        while (current instanceof ServletResponseWrapper wrapper) {
            String name = wrapper.getClass().getName();
            if (!RESPONSE_WRAPPERS.contains(name) && !declared.contains(name)) {
                break;
            }
            current = wrapper.getResponse();
        }
        if (current.getClass() == ResponseFacade.class) {
            return (ResponseFacade) current;
        }
        report(current, "this response may look at its body or change it");
        return null;
    }

    /** Whether a resource is known to be nothing but the bytes of a file; an unknown class is reported. */
    boolean isKnown(Resource resource) {
        Resource content = unwrap(resource);
        String name = content.getClass().getName();
        boolean known = declared.contains(name)
                || (RESOURCES.contains(name)
                        && (!(content instanceof ClassPathResource loaded) || isKnown(loaded.getClassLoader())));
        if (!known) {
            report(content, "this resource may give other bytes than those of its file");
        }
        return known;
    }

    private static boolean isKnown(@Nullable ClassLoader loader) {
        return loader != null && CLASS_LOADERS.contains(loader.getClass().getName());
    }

    /**
     * The file whose bytes a known resource is; null if it has none, as within a jar.
     *
     * @throws IOException if that cannot be found out
     */
    @Nullable
    File fileOf(Resource resource) throws IOException {
        Resource content = unwrap(resource);
        try {
            if (content instanceof UrlResource && !isLocalFile(content.getURL())) {
                return null;
            }
            return content.isFile() ? content.getFile() : null;
        } catch (UnsupportedOperationException ex) {
            // A path of a file system other than the default one.
            return null;
        }
    }

    private static boolean isLocalFile(URL url) throws IOException {
        // This does not connect, and shows whether the URL has the JDK's own handler.
        return "file".equals(url.getProtocol())
                && FILE_CONNECTION.equals(url.openConnection().getClass().getName());
    }

    private static Resource unwrap(Resource resource) {
        String field = RESOURCE_WRAPPERS.get(resource.getClass().getName());
        if (field == null) {
            return resource;
        }
        DirectFieldAccessor fields = new DirectFieldAccessor(resource);
        // Another version of Spring may have no such field.
        return (fields.isReadableProperty(field) && fields.getPropertyValue(field) instanceof Resource wrapped)
                ? unwrap(wrapped)
                : resource;
    }

    private void report(Object object, String why) {
        String name = object.getClass().getName();
        if (reported.size() < MAX_REPORTED_CLASSES && reported.add(name)) {
            log.info(
                    "tuned threads: files are copied as without the starter, because %s: %s; if it does not, add this class to %s"
                            .formatted(why, name, SendfileProperties.SAFE_CLASSES));
        }
    }
}
