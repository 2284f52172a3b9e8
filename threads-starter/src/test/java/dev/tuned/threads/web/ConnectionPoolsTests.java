/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.threads.web;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;

import dev.tuned.threads.support.WebApp;
import dev.tuned.threads.web.ConnectionPools.Pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Data sources of all kinds: their sizes are known once they have been made, and nothing is made to learn them. */
class ConnectionPoolsTests {

    private final GenericApplicationContext context = new GenericApplicationContext();

    private final ConnectionPools pools = new ConnectionPools(context.getDefaultListableBeanFactory());

    private void refresh() {
        context.registerBean("provider", DataSourcePoolMetadataProvider.class, () -> SizedPool.METADATA);
        context.registerBean("pools", ConnectionPools.class, () -> pools);
        context.refresh();
        pools.addEarlier();
    }

    private void register(String name, Class<? extends DataSource> type, Supplier<? extends DataSource> made) {
        define(name, type, made);
    }

    private BeanDefinition define(String name, Class<? extends DataSource> type, Supplier<? extends DataSource> made) {
        RootBeanDefinition definition = new RootBeanDefinition(type);
        definition.setInstanceSupplier(made::get);
        context.registerBeanDefinition(name, definition);
        return definition;
    }

    @Test
    void theSmallestOfThoseThatAreMade() {
        register("small", DataSource.class, () -> new SizedPool(5));
        register("large", SizedPool.class, () -> new SizedPool(50));
        define("lazy", DataSource.class, () -> new SizedPool(2)).setLazyInit(true);
        refresh();
        assertThat(pools.smallest()).isEqualTo(new Pool("small", 5));
        assertThat(context.getBeanFactory().containsSingleton("lazy")).isFalse();
        context.getBean("lazy");
        assertThat(pools.smallest()).isEqualTo(new Pool("lazy", 2));
    }

    @Test
    void aSizeMayChangeAndMayBeUnknownAtFirst() {
        SizedPool pool = new SizedPool(-1);
        register("pool", DataSource.class, () -> pool);
        refresh();
        assertThat(pools.smallest()).isNull();
        assertThat(pools.areAllUnknown()).isFalse();
        pool.size = 7;
        assertThat(pools.smallest()).isEqualTo(new Pool("pool", 7));
        pool.size = 3;
        assertThat(pools.smallest()).isEqualTo(new Pool("pool", 3));
    }

    @Test
    void everythingIsLazy() {
        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
        register("pool", DataSource.class, () -> new SizedPool(5));
        refresh();
        assertThat(pools.smallest()).isNull();
        assertThat(pools.areAllUnknown()).isFalse();
        assertThat(context.getBeanFactory().containsSingleton("pool")).isFalse();
        assertThat(context.getBeanFactory().containsSingleton("provider")).isFalse();

        pools.createProviders();
        context.getBean("pool");
        assertThat(pools.smallest()).isEqualTo(new Pool("pool", 5));
    }

    @Test
    void whatAFactoryBeanMakes() {
        register("eager", DataSource.class, () -> new SizedPool(50));
        context.registerBean("product", PoolFactory.class, PoolFactory::new);
        refresh();
        PoolFactory factory = context.getBean("&product", PoolFactory.class);
        assertThat(pools.smallest()).isEqualTo(new Pool("eager", 50));
        assertThat(factory.made).isZero();
        context.getBean("product");
        assertThat(pools.smallest()).isEqualTo(new Pool("product", 6));
        assertThat(factory.made).isEqualTo(1);
    }

    @Test
    void prototypesAndScopedOnesAreNotCounted() {
        define("prototype", DataSource.class, () -> new SizedPool(1)).setScope(BeanDefinition.SCOPE_PROTOTYPE);
        RootBeanDefinition scoped = new RootBeanDefinition(DataSource.class);
        scoped.setInstanceSupplier(() -> fail("not asked for"));
        scoped.setScope(BeanDefinition.SCOPE_PROTOTYPE);
        BeanDefinitionHolder proxy =
                ScopedProxyUtils.createScopedProxy(new BeanDefinitionHolder(scoped, "scoped"), context, false);
        context.registerBeanDefinition("scoped", proxy.getBeanDefinition());
        register("pool", DataSource.class, () -> new SizedPool(5));
        refresh();
        context.getBean("prototype");
        assertThat(context.getBean("scoped")).isInstanceOf(DataSource.class);
        assertThat(pools.smallest()).isEqualTo(new Pool("pool", 5));
    }

    @Test
    void whatAWrapperHoldsIsNotAskedFor() {
        BeanDefinition lazy = define("lazy", DataSource.class, () -> new SizedPool(5));
        lazy.setLazyInit(true);
        DataSource proxy = proxyOf("lazy");
        register("wrapper", DataSource.class, () -> new LazyConnectionDataSourceProxy(proxy));
        register("delegating", DataSource.class, () -> new DelegatingDataSource(proxy));
        register("routing", DataSource.class, () -> new Routing(Map.of("one", proxy)));
        register("unresolved", DataSource.class, Unresolved::new);
        refresh();
        assertThat(pools.smallest()).isNull();
        assertThat(context.getBeanFactory().containsSingleton("lazy")).isFalse();
        context.getBean("lazy");
        assertThat(pools.smallest()).isEqualTo(new Pool("lazy", 5));
    }

    @Test
    void wrappersOfSpringAreUnwrapped() {
        register("wrapper", DataSource.class, () -> new LazyConnectionDataSourceProxy(new SizedPool(9)));
        register(
                "routing",
                DataSource.class,
                () -> new Routing(Map.of("one", new SizedPool(8), "two", new SizedPool(7))));
        register("proxy", DataSource.class, () -> (DataSource) new ProxyFactory(new SizedPool(6)).getProxy());
        refresh();
        assertThat(pools.smallest()).isEqualTo(new Pool("proxy", 6));
        context.removeBeanDefinition("proxy");
        assertThat(pools.smallest()).isEqualTo(new Pool("proxy", 6));
    }

    @Test
    void wrappedByTheApplicationItIsKnownAllTheSame() {
        context.registerBean("wrapping", BeanPostProcessor.class, () -> new BeanPostProcessor() {

            @Override
            public Object postProcessAfterInitialization(Object bean, String name) {
                return (bean instanceof DataSource) ? new DelegatingDataSource(proxyOf("none")) : bean;
            }
        });
        register("pool", DataSource.class, () -> new SizedPool(5));
        refresh();
        assertThat(context.getBean("pool")).isInstanceOf(DelegatingDataSource.class);
        assertThat(pools.smallest()).isEqualTo(new Pool("pool", 5));
    }

    @Test
    void madeBeforeAnybodyIsNotified() {
        context.getBeanFactory().registerSingleton("registered", new SizedPool(4));
        refresh();
        assertThat(pools.smallest()).isEqualTo(new Pool("registered", 4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.main.lazy-initialization=true",
                "tuned.threads.web.mode=platform",
                "tuned.threads.web.mode=auto"
            })
    void theStarterMakesNoLazyBeanOfTheApplication(String property) {
        Set<String> stock = made(property, "tuned.threads.enabled=false");
        for (String limit : new String[] {"fixed", "pool"}) {
            assertThat(made(property, "tuned.threads.web.limit=" + limit)).isEqualTo(stock);
        }
    }

    private static Set<String> made(String... properties) {
        try (WebApp app = WebApp.start(LazyBeans.class, properties)) {
            Set<String> made = new TreeSet<>();
            for (String name : app.context.getBeanDefinitionNames()) {
                boolean isOurs = name.startsWith("tuned") || name.contains("dev.tuned.threads");
                if (!isOurs && app.context.getBeanFactory().containsSingleton(name)) {
                    made.add(name);
                }
            }
            return made;
        }
    }

    private DataSource proxyOf(String bean) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "hashCode" -> System.identityHashCode(proxy);
                    case "equals" -> proxy == arguments[0];
                    default -> method.invoke(context.getBean(bean), arguments);
                });
    }

    static final class PoolFactory implements FactoryBean<DataSource> {

        int made;

        @Override
        public DataSource getObject() {
            made++;
            return new SizedPool(6);
        }

        @Override
        public Class<?> getObjectType() {
            return DataSource.class;
        }
    }

    static class Routing extends AbstractRoutingDataSource {

        Routing(Map<Object, Object> targets) {
            setTargetDataSources(targets);
        }

        @Override
        protected @Nullable Object determineCurrentLookupKey() {
            return fail("not asked for");
        }
    }

    static final class Unresolved extends Routing {

        Unresolved() {
            super(Map.of());
        }

        @Override
        public void afterPropertiesSet() {}
    }

    @Configuration(proxyBeanMethods = false)
    @Import(WebApp.App.class)
    static class LazyBeans {

        @Bean
        @Lazy
        DataSource lazy() {
            return new SizedPool(5);
        }

        @Bean
        @Lazy
        DataSource other() {
            return new SizedPool(50);
        }

        @Bean
        @Lazy
        DataSourcePoolMetadataProvider provider(DataSource lazy) {
            return source -> (source == lazy) ? SizedPool.METADATA.getDataSourcePoolMetadata(source) : null;
        }

        @Bean
        @Lazy
        PoolFactory product() {
            return new PoolFactory();
        }
    }
}
