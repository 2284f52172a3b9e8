/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.io.IOException;

import dev.tuned.examples.dropin.RawHttp;
import dev.tuned.examples.dropin.Recording;
import dev.tuned.examples.dropin.RunningApplication;
import dev.tuned.examples.dropin.Starter;

/** Sends uploads, which the upload starter reads, or stock. */
final class Uploader extends NeighbourClient {

    private static final String QUERY = "?field=query&query=%C3%A4+%3C";

    Uploader(RunningApplication application, Recording recording) {
        super(application, recording, Starter.UPLOAD, "tuned_upload_requests_seconds_count");
    }

    /** What every neighbour gets that uploads can come past. */
    void usual(String path, String... headers) throws IOException {
        taken(path, headers);
        send(Form.multipart(path + "/files" + QUERY, 2_200_000), headers);
        send(Form.multipart(path + "/parts", 5_000).cutOff(), headers);
    }

    /** The same without what is refused. */
    void taken(String path, String... headers) throws IOException {
        send(Form.urlencoded(path + "/form" + QUERY, "field=first&other=%E2%82%AC&field=second"), headers);
        send(Form.multipart(path + "/files" + QUERY, 5_000), headers);
        send(Form.multipart(path + "/parts" + QUERY, 1_300_000), headers);
        send(Form.multipart(path + "/failing", 5_000), headers);
    }

    RawHttp.Answer send(Form form, String... headers) throws IOException {
        Form sent = headers.length == 0 ? form : form.with(headers);
        return record(
                form.path().replaceAll("\\?.*", "") + ", " + form.name(), RawHttp.exchange(port(), sent.request()));
    }
}
