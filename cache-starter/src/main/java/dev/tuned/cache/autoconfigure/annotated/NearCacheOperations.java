/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure.annotated;

import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.util.StringUtils;

/**
 * Which cache operations go to the near cache: those that name no other cache manager or resolver.
 *
 * @param managerBean the name of the near cache's bean
 */
public record NearCacheOperations(String managerBean) {

    boolean test(CacheOperation operation) {
        return !StringUtils.hasText(operation.getCacheResolver())
                && (!StringUtils.hasText(operation.getCacheManager())
                        || operation.getCacheManager().equals(managerBean));
    }
}
