/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.function.Supplier;
import java.util.stream.Stream;

import jakarta.servlet.MultipartConfigElement;
import org.apache.catalina.Context;
import org.apache.catalina.Engine;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;
import org.apache.catalina.Wrapper;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.coyote.Adapter;
import org.apache.coyote.ProtocolHandler;
import org.jspecify.annotations.Nullable;

/**
 * Has all connectors of a context's service create {@link UploadRequest}s. A connector is left as it is, with a warning, unless it
 * and its adapter are exactly of Tomcat's own classes, and Tomcat's request has what {@link UploadRequest} relies on. To be added
 * to a context as a listener; safe for use by many threads.
 */
public final class TomcatConnectors implements LifecycleListener {

    private static final Log log = LogFactory.getLog(TomcatConnectors.class);

    private static final Map<String, Class<?>> FIELDS = Map.of(
            "parts", Collection.class,
            "partsParseException", Exception.class,
            "parametersParsed", boolean.class,
            "parametersParseException", IllegalStateException.class,
            "usingInputStream", boolean.class,
            "usingReader", boolean.class);

    private final Supplier<UploadContext> uploads;

    private final Set<Context> contexts = new CopyOnWriteArraySet<>();

    private volatile boolean any;

    private volatile boolean served;

    /** @param uploads asked for at the first request */
    public TomcatConnectors(Supplier<UploadContext> uploads) {
        this.uploads = uploads;
    }

    /** Before a context starts its connectors have their adapters; afterwards they may be out of the service for a while. */
    @Override
    public void lifecycleEvent(LifecycleEvent event) {
        if (Lifecycle.BEFORE_START_EVENT.equals(event.getType())
                && event.getLifecycle() instanceof Context context
                && context.getParent().getParent() instanceof Engine engine) {
            contexts.add(context);
            for (Connector connector : engine.getService().findConnectors()) {
                install(connector);
                connector.addLifecycleListener(again -> {
                    if (Lifecycle.AFTER_INIT_EVENT.equals(again.getType())) {
                        install(connector);
                    }
                });
            }
        }
    }

    /** Multipart configurations of the servlets, once their contexts have started. */
    public List<MultipartConfigElement> configurations() {
        return contexts.stream()
                .flatMap(context -> Arrays.stream(context.findChildren()))
                .flatMap(servlet -> Stream.ofNullable(((Wrapper) servlet).getMultipartConfigElement()))
                .distinct()
                .toList();
    }

    /** Whether a connector has started. */
    public boolean hasConnectors() {
        return any;
    }

    /** Whether the requests of some connector are {@link UploadRequest}s. */
    public boolean servesAny() {
        return served;
    }

    private void install(Connector connector) {
        ProtocolHandler protocol = connector.getProtocolHandler();
        Adapter adapter = protocol.getAdapter();
        if (adapter == null || adapter instanceof UploadAdapter) {
            return;
        }
        any = true;
        Class<?> unknown = unknownClass(connector, adapter);
        if (unknown == null) {
            served = true;
            protocol.setAdapter(new UploadAdapter(connector));
        } else {
            log.warn("Uploads to " + connector
                    + " are read by Tomcat itself, as without this starter: it is not known what " + unknown.getName()
                    + " does");
        }
    }

    private static @Nullable Class<?> unknownClass(Connector connector, Adapter adapter) {
        if (connector.getClass() != Connector.class) {
            return connector.getClass();
        }
        if (adapter.getClass() != CoyoteAdapter.class) {
            return adapter.getClass();
        }
        return isKnown(Request.class) ? null : Request.class;
    }

    /** Whether a class has what {@link UploadRequest} relies on. */
    static boolean isKnown(Class<?> request) {
        try {
            for (Map.Entry<String, Class<?>> field : FIELDS.entrySet()) {
                Field found = request.getDeclaredField(field.getKey());
                if (!Modifier.isProtected(found.getModifiers()) || found.getType() != field.getValue()) {
                    return false;
                }
            }
            return Modifier.isProtected(
                    request.getDeclaredMethod("doParseParameters").getModifiers());
        } catch (NoSuchFieldException | NoSuchMethodException ex) {
            return false;
        }
    }

    /**
     * Tomcat's adapter. It reuses the request that it finds with a connection; this one puts an {@link UploadRequest} there before
     * it looks. Safe for use by many threads.
     */
    private final class UploadAdapter extends CoyoteAdapter {

        private final Connector connector;

        UploadAdapter(Connector connector) {
            super(connector);
            this.connector = connector;
        }

        @Override
        public void service(org.apache.coyote.Request request, org.apache.coyote.Response response) throws Exception {
            link(request, response);
            super.service(request, response);
        }

        @Override
        public void log(org.apache.coyote.Request request, org.apache.coyote.Response response, long time) {
            link(request, response);
            super.log(request, response, time);
        }

        /** Creates request and response as Tomcat's adapter does, but for the class of the request. */
        private void link(org.apache.coyote.Request coyoteRequest, org.apache.coyote.Response coyoteResponse) {
            if (coyoteRequest.getNote(ADAPTER_NOTES) == null) {
                UploadRequest request = new UploadRequest(connector, coyoteRequest, uploads.get());
                Response response = connector.createResponse(coyoteResponse);
                request.setResponse(response);
                response.setRequest(request);
                coyoteRequest.setNote(ADAPTER_NOTES, request);
                coyoteResponse.setNote(ADAPTER_NOTES, response);
                coyoteRequest.getParameters().setQueryStringCharset(connector.getURICharset());
            }
        }
    }
}
