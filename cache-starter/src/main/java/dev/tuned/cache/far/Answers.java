/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.far;

import java.util.Set;

import org.springframework.dao.InvalidDataAccessApiUsageException;

/** What a failure tells of a store. By name, since not every client is there. */
public final class Answers {

    private static final String REDIS = "org.springframework.data.redis.RedisSystemException";
    private static final Set<String> COUCHBASE =
            Set.of("InvalidArgument", "ValueTooLarge", "EncodingFailure", "DecodingFailure");

    private Answers() {}

    /** Whether the store is there, and refuses the operation. */
    static boolean isAnswer(Throwable failure) {
        return failure instanceof InvalidDataAccessApiUsageException
                || failure.getClass().getName().equals(REDIS)
                || isFaultOfCaller(failure);
    }

    /** Whether a key or a value is one that cannot be stored: it is thrown as without the starter. */
    public static boolean isFaultOfCaller(Throwable failure) {
        String name = failure.getClass().getSimpleName();
        return failure instanceof IllegalArgumentException
                || failure instanceof UnsupportedOperationException
                || (failure.getClass().getPackageName().equals("com.couchbase.client.core.error")
                        && COUCHBASE.contains(name.substring(0, Math.max(0, name.length() - "Exception".length()))));
    }
}
