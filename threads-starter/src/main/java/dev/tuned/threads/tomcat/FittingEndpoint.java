/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.tomcat;

import java.util.concurrent.TimeUnit;

import org.apache.coyote.RequestGroupInfo;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.threads.TaskQueue;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's NIO endpoint, exactly, with a {@link FittingPool} as its own pool. An executor from outside would take away {@code
 * getMaxThreads}, resizing and shutdown.
 */
public final class FittingEndpoint extends NioEndpoint {

    private PoolWatcher.@Nullable Settings settings;

    /** Makes the pool fit the load; only before the start. Without it the pool is Tomcat's. */
    void fit(PoolWatcher.Settings settings) {
        this.settings = settings;
    }

    /** Creates the pool as Tomcat does (11.0.22 to 11.0.27, read), but of another class. */
    @Override
    public void createExecutor() {
        PoolWatcher.Settings chosen = settings;
        if (chosen == null || getUseVirtualThreads()) {
            super.createExecutor();
            return;
        }
        TaskQueue queue = new TaskQueue(getMaxQueueSize());
        FittingPool made = new FittingPool(
                getMinSpareThreads(),
                getMaxThreads(),
                TimeUnit.MILLISECONDS.toNanos(getThreadsMaxIdleTime()),
                queue,
                new TaskThreadFactory(getName() + "-exec-", getDaemon(), getThreadPriority()),
                each -> new PoolWatcher(each, getName(), chosen, this::answered, CpuShare::new));
        queue.setParent(made);
        setExecutor(made);
        internalExecutor = true;
    }

    private Gain.Answered answered() {
        return Gain.Answered.now((RequestGroupInfo) getHandler().getGlobal());
    }
}
