/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.upload;

import java.io.File;
import java.util.Random;

import org.apache.catalina.core.ApplicationPart;
import org.apache.tomcat.util.http.fileupload.FileUpload;
import org.apache.tomcat.util.http.fileupload.ParameterParser;
import org.apache.tomcat.util.http.fileupload.disk.DiskFileItem;
import org.apache.tomcat.util.http.fileupload.util.FileItemHeadersImpl;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.ContentDisposition;

import static dev.tuned.upload.ParseFailures.failure;
import static org.assertj.core.api.Assertions.assertThat;

/** What Tomcat and Spring make of the same header decides. */
class DispositionTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "form-data",
                "form-data; name=\"\"",
                "form-data; name=\"a\"",
                "form-data; name=a",
                "form-data;name=\"a\";filename=\"b\"",
                "form-data; name=\"a\"; filename=\"b.txt\"",
                "form-data; name=\"a\"; filename=\"\"",
                "form-data; name=\"a\"; filename=",
                "form-data; name=a; filename=b.txt",
                "form-data; filename=\"b.txt\"; name=\"a\"",
                "FORM-DATA; NAME=\"a\"; FILENAME=\"b.txt\"",
                "form-data; name=\" a \"; filename=\" b \"",
                "form-data; name=\"a b;c=d\"; filename=\"b;c=d\"",
                "form-data; name=\"a%22\"; filename=\"b%22.txt\"",
                "form-data; name=\"a\\\"b\"; filename=\"c\\\"d.txt\"",
                "form-data; name=\"a\"; filename=\"c\\\\d.txt\"",
                "form-data; name=\"a\"; filename=\"C:\\path\\file.txt\"",
                "form-data; name=\"a\"; filename=\"../../etc/passwd\"",
                "form-data; name=\"a\"; filename=\"..\\..\\boot.ini\"",
                "form-data; name=\"a\"; filename=\"nul\0.jsp\"",
                "form-data; name=\"a\"; filename=\"\u001b[31m\u0007\"",
                "form-data; name=\"f\u00fcr\"; filename=\"\u6587\u4ef6.txt\"",
                "form-data; name=\"a\"; filename=\"b\"; filename=\"c\"",
                "form-data; name=\"a\"; name=\"b\"",
                "form-data; name=\"a\"; filename=\"b\"; filename*=UTF-8''%E6%96%87.txt",
                "form-data; name=\"a\"; filename*=UTF-8''%E6%96%87.txt; filename=\"b\"",
                "form-data; name=\"a\"; filename*=iso-8859-1'en'%FCber.txt",
                "form-data; name=\"a\"; filename*=UTF-8''plain",
                "form-data; name*=UTF-8''%C3%BC; filename=\"b\"",
                "form-data; name=\"a\"; filename=\"=?UTF-8?Q?=C3=BCber=20.txt?=\"",
                "form-data; name=\"a\"; filename=\"=?UTF-8?B?w7xiZXIudHh0?=\"",
                "form-data; name=\"=?UTF-8?B?w7xiZXI=?=\"",
                "form-data; name=\"a\"; filename=\"=?\"",
                "form-data; name=\"a\"; filename=\"unbalanced",
                "form-data; name=\"a; filename=\"b\"",
                "form-data; name=\"a\" ; filename=\"b\" ;",
                "form-datax=\"; name=\"a\"; filename=\"b\"",
                "attachment; name=\"a\"; filename=\"b\"",
                "inline"
            })
    void readsTheNamesThatTomcatAndSpringRead(String header) {
        compare(header);
    }

    @Test
    void readsTheNamesThatTomcatAndSpringReadInArbitraryHeaders() {
        String[] pieces = {
            "; name=",
            "; filename=",
            ";",
            "\"",
            "\"",
            "a",
            "b c",
            "\\",
            "\\\"",
            "=",
            " ",
            "\u00fc",
            "%20",
            "*",
            "'",
            "?",
            "\t"
        };
        Random random = new Random(3);
        int compared = 0;
        for (int round = 0; round < 50_000; round++) {
            StringBuilder header = new StringBuilder(random.nextBoolean() ? "form-data; name=\"a\"" : "form-data;");
            for (int i = random.nextInt(12); i > 0; i--) {
                header.append(pieces[random.nextInt(pieces.length)]);
            }
            // Of a value with an opening quote only, Tomcat drops the last character where there is a backslash, too.
            String fileName =
                    new ParameterParser().parse(header.toString(), ';').get("filename");
            if (fileName == null || !fileName.startsWith("\"")) {
                compared += compare(header.toString()) ? 1 : 0;
            }
        }
        assertThat(compared).isGreaterThan(5_000);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "form-data; name=\"a\"; filename",
                "form-data; name=\"a\"; filename=\"",
                "form-data; name=\"a\"; filename*=EBCDIC''x",
                "form-data; name=\"a\"; filename*=UTF-8''%zz",
                "form-data; name=\"a\"; filename=\"=?none?Q?x?=\""
            })
    void refusesWhatSpringDoesNotUnderstand(String header) {
        assertThat(failure("b", "--b\r\nContent-Disposition: " + header + "\r\n\r\n\r\n--b--"))
                .isEqualTo("MALFORMED");
    }

    /** False where Spring reads nothing. */
    private static boolean compare(String header) {
        String original;
        try {
            original = ContentDisposition.parse(header).getFilename();
        } catch (IllegalArgumentException | IndexOutOfBoundsException notUnderstood) {
            return false;
        }
        PartHeaders part = new PartHeaders();
        part.add("Content-Disposition", header);
        Disposition.readInto(part);

        FileItemHeadersImpl headers = new FileItemHeadersImpl();
        headers.addHeader("Content-Disposition", header);
        String name = new FileUpload().getFieldName(headers);
        assertThat(part.hasName() ? part.name() : null).as("name in %s", header).isEqualTo(name);
        if (name == null) {
            return true;
        }
        DiskFileItem item = new DiskFileItem(name, null, false, null, 0, new File("."));
        item.setHeaders(headers);
        String submitted = new ApplicationPart(item, new File(".")).getSubmittedFileName();
        // Where only one of the two sees a file it is one for both, which without us it is not.
        assertThat(part.servletFileName())
                .as("servlet's file name in %s", header)
                .isEqualTo(either(submitted, original));
        assertThat(part.submittedFileName())
                .as("Spring's file name in %s", header)
                .isEqualTo(either(original, submitted));
        return true;
    }

    private static @Nullable String either(@Nullable String first, @Nullable String second) {
        return (first != null) ? first : second;
    }
}
