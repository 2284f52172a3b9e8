/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.ownresources.OwnResourcesApplication;

import dev.tuned.examples.dropin.Application;

/** Resources of the application's own classes, whose content is not what their file has; and beside them Spring's own. */
class OwnResourcesScenario extends FileNeighboursScenario {

    /** The beginning of a file that is decrypted: on the disk it is {@code afkpu}. */
    private static final String DECRYPTED = "`gjqt";

    @Override
    public Application application() {
        return files(OwnResourcesApplication.class);
    }

    @Override
    void use(Downloader downloader) throws Exception {
        own(downloader, "decrypting", "/decrypted", DECRYPTED);
        own(downloader, "decrypting channel", "/channel", DECRYPTED);
        own(downloader, "decrypting location", "/location", DECRYPTED);
        own(downloader, "decorator", "/decorated", DECRYPTED);
        own(downloader, "decorator of a decrypting one", "/decorated-decrypted", " 206");
        own(downloader, "two decorators", "/decorated-twice", " 206");
        own(downloader, "without a header", "/stripped", "bytes 0-0/50160");
        own(downloader, "with a banner", "/concatenated", "Company confidential");
        own(downloader, "action at the close", "/closed", "closed 49k.txt after 50176 bytes");
        own(downloader, "another file", "/moved", " 206");
        own(downloader, "version of a decrypting one", "/versioned/v7", DECRYPTED);
        downloader.pastFor(
                "resource", "encoding of a decrypting one", () -> downloader.usual("/encoded"), "Content-Encoding: br");
        downloader.past("Spring's own beside", () -> downloader.usual("/files"), " 206");
    }

    private static void own(Downloader downloader, String name, String path, String shown) throws Exception {
        downloader.pastFor("resource", name, () -> downloader.usual(path), shown);
    }
}
