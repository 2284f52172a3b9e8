/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.multipart.MultipartHttpServletRequest;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;

/**
 * Resolver that answers as Spring's own does, reads the body itself, and only when somebody asks for what is in it: where no
 * handler is found, nothing is read.
 *
 * <p>Works with {@link UploadFilter} before it and without. Safe for use by many threads once configured.
 */
public final class TunedMultipartResolver extends StandardServletMultipartResolver {

    private final UploadEngine engine;

    private boolean resolveLazily;

    /** Makes a resolver. */
    public TunedMultipartResolver(UploadEngine engine) {
        this.engine = engine;
    }

    /**
     * Says which of two values of one name comes first, as with Spring's own resolver: with {@code false}, the default, a form
     * field before the query string's, with {@code true} it depends on what is asked for first. When the body is read is up
     * to {@link UploadSettings#eager()}.
     */
    @Override
    public void setResolveLazily(boolean resolveLazily) {
        super.setResolveLazily(resolveLazily);
        this.resolveLazily = resolveLazily;
    }

    @Override
    public MultipartHttpServletRequest resolveMultipart(HttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        TunedMultipartRequest multipart;
        if (upload != null) {
            multipart = new TunedMultipartRequest(request, upload);
        } else {
            engine.context(request.getServletContext());
            upload = new UploadRequest(request, Upload.of(request, engine));
            multipart = new TunedMultipartRequest(upload, upload);
        }
        upload.upload().resolve(!resolveLazily);
        if (engine.settings().eager()) {
            multipart.initializeMultipart();
        }
        return multipart;
    }

    /** Ends what the upload occupies, also where the filter is not there to do so. */
    @Override
    public void cleanupMultipart(MultipartHttpServletRequest request) {
        UploadRequest upload = UploadRequest.find(request);
        if (upload != null) {
            upload.upload().close();
        } else {
            super.cleanupMultipart(request);
        }
    }
}
