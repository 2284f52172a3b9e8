/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.examples.dropin.neighbours;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.example.neighbours.proxy.ProxyApplication;

import dev.tuned.examples.dropin.Application;

/** Spring's filters for methods in a field, headers of a proxy and ETags, and Tomcat's access log. */
class ProxyScenario extends UploadNeighboursScenario {

    private static final Pattern ETAG = Pattern.compile("ETag: (\\S+)");

    @Override
    public Application application() {
        return uploads(ProxyApplication.class)
                .arguments(
                        "--spring.mvc.hiddenmethod.filter.enabled=true",
                        "--server.forward-headers-strategy=framework",
                        "--server.tomcat.basedir=tomcat",
                        "--server.tomcat.accesslog.enabled=true",
                        "--server.tomcat.accesslog.buffered=false",
                        "--server.tomcat.accesslog.file-date-format=",
                        "--server.tomcat.accesslog.pattern=%m %U%q %{Content-Length}i %s %B %S");
    }

    @Override
    void use(Uploader uploader) throws Exception {
        uploader.past(
                "method in a field",
                () -> {
                    Form small = Form.multipart("/method/files?field=query", 5_000);
                    uploader.send(small.named("PUT first").firstField("_method", "PUT"));
                    uploader.send(small.named("PUT last").field("_method", "put"));
                    uploader.send(small.named("DELETE").field("_method", "DELETE"));
                    uploader.send(Form.multipart("/method/files", 1_300_000).field("_method", "PUT"));
                    uploader.send(Form.multipart("/method/files", 2_200_000).firstField("_method", "PUT"));
                    uploader.send(Form.multipart("/method/files", 5_000)
                            .firstField("_method", "PUT")
                            .cutOff());
                },
                "PUT http://localhost/method/files");
        uploader.past(
                "headers of a proxy",
                () -> uploader.usual(
                        "/forwarded",
                        "X-Forwarded-Proto: https",
                        "X-Forwarded-Host: shop.example",
                        "X-Forwarded-Prefix: /shop"),
                "POST https://shop.example/shop/forwarded/files from /shop");
        uploader.past(
                "ETag",
                () -> {
                    uploader.send(Form.multipart("/tagged/last", 5_000));
                    Matcher tag = ETAG.matcher(uploader.get("/tagged/last").head());
                    uploader.get("/tagged/last", "If-None-Match: " + (tag.find() ? tag.group(1) : "none"));
                },
                "ETag: \"",
                "HTTP/1.1 304");
        uploader.past("access log", () -> uploader.usual("/logged"));
        uploader.recordFile("access log", "tomcat/logs/access_log.log", "POST /logged/parts?field=query");
    }

    /** The order of methods is another in each JVM, and the size of the meters in each application. */
    @Override
    public String normalize(String text) {
        return text.replace("Allow: PUT, POST", "Allow: POST, PUT").replaceAll("(?m)^GET /actuator/.*\\n?", "");
    }
}
