/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.methods;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/** Reads stacks, and finds in each the application's own methods that it is about. */
final class Frames {

    private static final String CLASSES = "BOOT-INF/classes/";

    /** Made at run time: proxies and the like. */
    private static final Pattern MADE =
            Pattern.compile(".*(?:\\$\\$|\\$Proxy\\d|GeneratedMethodAccessor|LambdaForm|\\.reflect\\.).*");

    /** The methods that pass a request on: the work below them is not the filter's. */
    private static final Set<String> HANDED_ON = Set.of(
            "org.apache.catalina.core.ApplicationFilterChain.doFilter",
            "org.apache.catalina.core.ApplicationFilterChain.internalDoFilter",
            "org.springframework.security.web.FilterChainProxy$VirtualFilterChain.doFilter",
            "org.springframework.web.servlet.DispatcherServlet.doDispatch",
            "org.apache.catalina.connector.CoyoteAdapter.service");

    private final Set<String> own = new HashSet<>();

    /** The application's own classes are those that its jar has beside its libraries. */
    Frames(List<Path> jars) throws IOException {
        for (Path path : jars) {
            try (JarFile jar = new JarFile(path.toFile())) {
                jar.stream()
                        .map(entry -> entry.getName())
                        .filter(name -> name.startsWith(CLASSES) && name.endsWith(".class"))
                        .forEach(name -> own.add(name.substring(CLASSES.length(), name.length() - ".class".length())
                                .replace('/', '.')));
            }
        }
    }

    /** The methods of a stack, the one that ran first; without those that were made at run time. */
    static List<String> of(@Nullable RecordedStackTrace stack) {
        List<String> frames = new ArrayList<>();
        if (stack == null) {
            return frames;
        }
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (method != null && method.getType() != null) {
                String name = method.getType().getName() + "." + method.getName();
                if (!MADE.matcher(name).matches()) {
                    frames.add(name);
                }
            }
        }
        return frames;
    }

    /**
     * The application's methods in or for which the time is spent, each once with the index of its outermost call; the
     * one that ran first comes first.
     */
    Map<String, Integer> ownIn(List<String> frames) {
        Map<String, Integer> found = new LinkedHashMap<>();
        for (int i = 0; i < frames.size() && !HANDED_ON.contains(frames.get(i)); i++) {
            String frame = frames.get(i);
            if (own.contains(frame.substring(0, frame.lastIndexOf('.')))) {
                found.put(frame, i);
            }
        }
        return found;
    }

    /** The number of frames, from the one that ran, that belong to a request; 0 for other stacks. */
    static int ofRequest(List<String> frames) {
        for (int i = 0; i < frames.size(); i++) {
            if (HANDED_ON.contains(frames.get(i))) {
                return i;
            }
        }
        return 0;
    }
}
