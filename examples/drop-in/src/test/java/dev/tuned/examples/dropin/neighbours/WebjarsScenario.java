/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import com.example.neighbours.webjars.WebjarsApplication;

import dev.tuned.examples.dropin.Application;

/** A webjar with the locator that finds its version, in Boot's resource chain, and the site's own files in the same chain. */
class WebjarsScenario extends FileNeighboursScenario {

    @Override
    public Application application() {
        return files(WebjarsApplication.class, "org.webjars:webjars-locator-lite", "org.webjars:jquery")
                .arguments(
                        "--spring.web.resources.static-locations=file:site/",
                        "--spring.web.resources.chain.compressed=true",
                        "--spring.web.resources.chain.strategy.content.enabled=true",
                        "--spring.web.resources.chain.strategy.content.paths=/**",
                        "--spring.web.resources.cache.cachecontrol.max-age=1h");
    }

    @Override
    void use(Downloader downloader) throws Exception {
        downloader.pastFor(
                "not-a-file",
                "webjar",
                () -> {
                    downloader.all("/webjars/jquery/jquery.js");
                    downloader.all(
                            downloader.get("/link?to=/webjars/jquery/jquery.js").body());
                    downloader.fewer("/webjars/jquery/3.7.1/jquery.min.js");
                    downloader.send("GET /webjars/jquery/absent.js");
                    downloader.send("GET /webjars/absent/jquery.js");
                },
                "/webjars/jquery/3.7.1/jquery",
                "jQuery JavaScript Library v3.7.1",
                "Cache-Control: max-age=3600");
        downloader.past("files beside", () -> downloader.usual(""), "Content-Encoding: br", "HTTP/1.1 206");
        downloader.past(
                "files with versions beside",
                () -> downloader.all(downloader.get("/link?to=/49k.txt").body()),
                "/49k-");
    }
}
