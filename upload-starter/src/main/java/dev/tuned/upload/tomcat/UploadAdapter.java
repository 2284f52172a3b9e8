/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload.tomcat;

import java.util.function.Supplier;

import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.CoyoteAdapter;
import org.apache.catalina.connector.Response;
import org.apache.coyote.Request;

/**
 * Tomcat's adapter, which uses a request again that it finds with a connection: this one puts an {@link UploadRequest} there before
 * it is looked for. Safe for use by many threads.
 */
final class UploadAdapter extends CoyoteAdapter {

    private final Connector connector;

    private final Supplier<UploadContext> uploads;

    UploadAdapter(Connector connector, Supplier<UploadContext> uploads) {
        super(connector);
        this.connector = connector;
        this.uploads = uploads;
    }

    @Override
    public void service(Request request, org.apache.coyote.Response response) throws Exception {
        link(request, response);
        super.service(request, response);
    }

    @Override
    public void log(Request request, org.apache.coyote.Response response, long time) {
        link(request, response);
        super.log(request, response, time);
    }

    /** As Tomcat's adapter does, but for the class of the request. */
    private void link(Request coyoteRequest, org.apache.coyote.Response coyoteResponse) {
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
