/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.bench.result;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("without-boot")
class SecretsTests {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            --before-url http://me:s3cret@localhost:80/ | --before-url http://HIDDEN@localhost:80/
            GET http://me@host/a?token=abc&b=c          | GET http://HIDDEN@host/a?token=HIDDEN&b=c
            'http://me:s3 cret@h/x'                     | 'http://HIDDEN@h/x'
            http://me:s3/cret@h                         | http://HIDDEN@h
            --a http://h:80 --b http://i:81/x y@z       | --a http://h:80 --b http://i:81/x y@z
            GET /a?b=c&api_key=x                        | GET /a?b=c&api_key=HIDDEN
            --args '--db.password=a b' --jvm -Dkey.store.password=p | --args '--db.password=HIDDEN b' --jvm -Dkey.store.password=HIDDEN
            GET /mail?to=a@b.c                          | GET /mail?to=a@b.c
            http://localhost:8080/a@b                   | http://localhost:8080/a@b
            --shop.name=c                               | --shop.name=c
            """)
    void passwordsAreNotRepeated(String text, String concealed) {
        assertThat(Secrets.concealed(text)).isEqualTo(concealed);
        assertThat(Secrets.concealed(concealed)).isEqualTo(concealed);
    }
}
