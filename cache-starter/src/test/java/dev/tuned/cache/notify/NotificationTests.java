/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.notify;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class NotificationTests {

    private static final Key KEY = new Key("products::1".getBytes(StandardCharsets.UTF_8));

    @ParameterizedTest
    @CsvSource({"false,false", "true,false", "false,true", "true,true"})
    void isReadAsItWasWritten(boolean pattern, boolean second) {
        Notification notification =
                new Notification(UUID.randomUUID(), pattern ? Key.pattern(KEY.bytes()) : KEY, second);

        assertThat(Notification.decode(notification.encode())).isEqualTo(notification);
    }

    @Test
    void otherVersionIsNone() {
        byte[] message = new Notification(UUID.randomUUID(), KEY, false).encode();
        ByteBuffer.wrap(message).putInt(ByteBuffer.wrap(message).getInt() + 1);

        assertThat(Notification.decode(message)).isNull();
    }

    @Test
    void malformedOnesAreNone() {
        byte[] message = new Notification(UUID.randomUUID(), KEY, false).encode();
        for (int length = 0; length < message.length - KEY.bytes().length; length++) {
            assertThat(Notification.decode(Arrays.copyOf(message, length))).isNull();
        }
        Random random = new Random(1);
        for (int i = 0; i < 1_000; i++) {
            byte[] bytes = new byte[random.nextInt(100)];
            random.nextBytes(bytes);
            assertThat(Notification.decode(bytes)).isNull();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "a::1, a::*, true",
        "b::1, a::*, false",
        "a, a::*, false",
        "a, *, true",
        "anything, a?*, true",
        "anything, [ab]*, true",
        "anything, a*b*, true",
        "other, a*b*, false",
        "anything, exact, false"
    })
    void patternCoversWhatBeginsAsItDoes(String key, String pattern, boolean matches) {
        Key of = Key.pattern(pattern.getBytes(StandardCharsets.UTF_8));

        assertThat(of.covers(new Key(key.getBytes(StandardCharsets.UTF_8)))).isEqualTo(matches);
    }
}
