/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;

/** One line at start-up that says who has the caches instead of the near cache. */
final class NotUsedReport implements ApplicationListener<ApplicationStartedEvent> {

    private static final Log log = LogFactory.getLog(NotUsedReport.class);

    private final String owner;

    NotUsedReport(String owner) {
        this.owner = owner;
    }

    @Override
    public void onApplicationEvent(ApplicationStartedEvent event) {
        log.info("tuned cache: not used; the caches are of " + owner);
    }
}
