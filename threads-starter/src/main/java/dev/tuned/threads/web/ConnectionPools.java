/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.metadata.CompositeDataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

/**
 * The application's connection pools that exist and whose sizes Spring Boot knows: those for which it has meters. It is notified of
 * each data source that is created, and creates none. Thread-safe.
 */
public final class ConnectionPools implements BeanPostProcessor {

    private final ConfigurableListableBeanFactory beans;

    /** Data sources by bean name, before they are wrapped. */
    private final Map<String, DataSource> raw = new ConcurrentHashMap<>();

    /** Data sources that are ready, by bean name; never removed. */
    private final Map<String, DataSource> made = new ConcurrentHashMap<>();

    private volatile Known known = new Known(0, Map.of());

    private volatile boolean createsProviders;

    public ConnectionPools(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /** Creates, from now on, Spring Boot's beans that know the sizes, if they have not been created yet. */
    public void createProviders() {
        createsProviders = true;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof DataSource source) {
            raw.put(beanName, source);
        }
        return bean;
    }

    /** Called for the products of factory beans, too. */
    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        if (bean instanceof DataSource source) {
            DataSource first = raw.remove(beanName);
            if (beans.containsBean(beanName) && beans.isSingleton(beanName)) {
                made.put(beanName, (first != null) ? first : source);
            }
        }
        return bean;
    }

    /** Adds the data sources that were created before this bean, or registered as singletons. */
    void addEarlier() {
        for (String name : names()) {
            if (beans.containsSingleton(name) && beans.getSingleton(name) instanceof DataSource source) {
                made.putIfAbsent(name, source);
            }
        }
    }

    /** Whether there is no pool of a known size, and none will be created. */
    boolean areAllUnknown() {
        return made.keySet().containsAll(names()) && known().pools().isEmpty();
    }

    /** As {@link #smallest}, with the data sources that were created before this bean. */
    @Nullable
    Pool smallestNow() {
        addEarlier();
        return smallest();
    }

    /** The pool with the fewest connections, which may change; null where none is known yet. */
    @Nullable
    Pool smallest() {
        Pool smallest = null;
        for (Map.Entry<DataSourcePoolMetadata, String> pool : known().pools().entrySet()) {
            Integer most = pool.getKey().getMax();
            // A pool may have no size before its first connection.
            if (most != null && most > 0 && (smallest == null || most < smallest.connections())) {
                smallest = new Pool(pool.getValue(), most);
            }
        }
        return smallest;
    }

    private Set<String> names() {
        return Set.of(beans.getBeanNamesForType(DataSource.class, false, false));
    }

    private Known known() {
        int count = made.size();
        if (known.count() != count) {
            known = new Known(count, lookUp());
        }
        return known;
    }

    private Map<DataSourcePoolMetadata, String> lookUp() {
        String[] names = beans.getBeanNamesForType(DataSourcePoolMetadataProvider.class, false, false);
        List<DataSourcePoolMetadataProvider> providers = Stream.of(names)
                .filter(name -> createsProviders || beans.containsSingleton(name))
                .map(name -> beans.getBean(name, DataSourcePoolMetadataProvider.class))
                .toList();
        var provider = new CompositeDataSourcePoolMetadataProvider(providers);
        Map<DataSourcePoolMetadata, String> pools = new ConcurrentHashMap<>();
        made.forEach((name, source) -> unwrap(source).forEach(each -> {
            DataSourcePoolMetadata pool = provider.getDataSourcePoolMetadata(each);
            if (pool != null) {
                pools.put(pool, name);
            }
        }));
        return pools;
    }

    /** Unwraps Spring's wrappers without calls that may create or choose a data source. */
    private static Stream<DataSource> unwrap(DataSource source) {
        if (source instanceof DelegatingDataSource wrapper) {
            return Stream.ofNullable(wrapper.getTargetDataSource()).flatMap(ConnectionPools::unwrap);
        }
        if (source instanceof AbstractRoutingDataSource routing) {
            return targets(routing).flatMap(ConnectionPools::unwrap);
        }
        if (AopUtils.isAopProxy(source)) {
            return (AopProxyUtils.getSingletonTarget(source) instanceof DataSource target)
                    ? unwrap(target)
                    : Stream.empty();
        }
        return Stream.of(source);
    }

    private static Stream<DataSource> targets(AbstractRoutingDataSource routing) {
        try {
            return Stream.concat(
                    routing.getResolvedDataSources().values().stream(),
                    Stream.ofNullable(routing.getResolvedDefaultDataSource()));
        } catch (IllegalStateException ex) {
            // A subclass that finds its targets in its own way, so that they are unknown.
            return Stream.empty();
        }
    }

    /**
     * A connection pool.
     *
     * @param name of its bean
     * @param connections its largest size
     */
    record Pool(String name, int connections) {}

    /**
     * The known pools, for a number of data sources.
     *
     * @param count number of data sources
     * @param pools data sources that are pools, with the names of their beans
     */
    private record Known(int count, Map<DataSourcePoolMetadata, String> pools) {}
}
