/* SPDX-License-Identifier: Apache-2.0 */
package com.example.timed;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.micrometer.core.annotation.Timed;
import io.micrometer.observation.annotation.Observed;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.context.event.EventListener;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** Beans with timed methods, and what their users do with them. */
final class TimedBeans {

    private static final String INTERFACES = "--spring.aop.proxy-target-class=false";
    static final Map<String, Case<?>> ALL = new LinkedHashMap<>();

    static {
        add("private scheduled", Hourly.class, bean -> bean.work());
        add("private event listener", Listening.class, bean -> bean.seen());
        add("public event listener", OpenListening.class, bean -> bean.seen());
        add("field from outside", Shop.class, bean -> bean.name + bean.size + bean.names);
        add("package method", Shop.class, bean -> bean.inPackage());
        add("private method of a nested class", Shop.class, bean -> bean.secret());
        add("protected method", Shop.class, bean -> bean.forChildren());
        add("class", Shop.class, bean -> bean.getClass().getSimpleName());
        add("class is the type", Shop.class, bean -> bean.getClass() == Shop.class);
        add("class as key", Shop.class, bean -> Map.of(Shop.class, "found").get(bean.getClass()));
        add("annotation of the class", Annotated.class, bean -> bean.getClass().isAnnotationPresent(Timed.class));
        add(
                "annotations found",
                Annotated.class,
                bean -> AnnotationUtils.findAnnotation(bean.getClass(), Timed.class) != null);
        add("declared methods", Annotated.class, bean -> bean.getClass().getDeclaredMethods().length == 2);
        add(
                "fields by reflection",
                Shop.class,
                bean -> bean.getClass().getDeclaredField("name").get(bean));
        add("text", Shop.class, bean -> bean.toString().replaceAll("@.*", ""));
        add("itself", Returning.class, bean -> bean.self() == bean);
        add(
                "equal to itself",
                Returning.class,
                bean -> bean.equals(bean) + " " + bean.self().equals(bean));
        add("equal by fields", Valued.class, bean -> new Valued().equals(bean) + " " + bean.equals(new Valued()));
        add("in a set of itself", Registering.class, bean -> Registering.ALL.contains(bean));
        add("self reference", SelfReference.class, bean -> bean.twice());
        add("lazy self reference", LazySelf.class, bean -> bean.twice());
        add("circle", CircleOne.class, bean -> bean.other(), "--spring.main.allow-circular-references=true");
        add("final method", FinalMethod.class, bean -> bean.last() + bean.other());
        add("final class", FinalClass.class, bean -> bean.work());
        add("final method of a parent", FinalParent.class, bean -> bean.last() + bean.work());
        add("record", Recorded.class, bean -> bean.name() + bean.work());
        add("package constructor", PackageConstructor.class, bean -> bean.work());
        add("constructors", Counted.class, bean -> bean.work() + Counted.created);
        add("constructor with work", Constructed.class, bean -> bean.work());
        add("throws what it does not declare", Sneaky.class, bean -> caught(bean::work));
        add("throws what it declares", Declared.class, bean -> caught(bean::work));
        add("frames of an exception", Traced.class, bean -> bean.frames());
        add("callers", Traced.class, bean -> bean.caller());
        add("interface", Service.class, bean -> bean.serve());
        add("interface and class", ServiceUser.class, bean -> bean.use());
        add("interface and class, proxies of interfaces", ServiceUser.class, bean -> bean.use(), INTERFACES);
        add(
                "annotated interface",
                TimedService.class,
                bean -> bean.serve() + bean.getClass().getSimpleName());
        add(
                "annotated parent",
                Child.class,
                bean -> bean.work() + bean.getClass().getSimpleName());
        add("configuration", Configuring.class, bean -> bean.first() == bean.first());
        add("factory bean", Product.class, bean -> bean.name + bean.work());
        add("post processor", Processing.class, bean -> bean.getClass() == Processing.class);
        add("lambda", Supplier.class, bean -> bean.get());
        add("prototype", Prototype.class, bean -> bean.work() + bean.number);
        add("async", Asynchronous.class, bean -> bean.work().get() + bean.name);
        add("runnable", Running.class, bean -> bean instanceof Comparable<?>);
        add("generic", Generic.class, bean -> bean.call("text"));
        add("nested config", PrefixService.class, bean -> bean.prefix("x") + bean.prefix);
        add("synchronized", Synchronized.class, bean -> bean.holds());
        add("static", Static.class, bean -> Static.work() + bean.getClass().getSimpleName());
        add("observed", ObservedShop.class, bean -> bean.work() + bean.name);
        add(
                "observed, with Boot's aspect",
                ObservedShop.class,
                bean -> bean.work() + bean.name,
                "--management.observations.annotations.enabled=true");
    }

    /** Where the bean is not its own configuration. */
    private static final Map<Class<?>, Class<?>> SOURCES = Map.ofEntries(
            Map.entry(Service.class, ServiceImplementation.class),
            Map.entry(TimedService.class, TimedServiceImplementation.class),
            Map.entry(CircleOne.class, Circle.class),
            Map.entry(Product.class, ProductFactory.class),
            Map.entry(Supplier.class, Lambdas.class),
            Map.entry(ServiceUser.class, Users.class),
            Map.entry(Hourly.class, HourlyConfiguration.class),
            Map.entry(Asynchronous.class, AsynchronousConfiguration.class),
            Map.entry(Constructed.class, ConstructedConfiguration.class),
            Map.entry(Recorded.class, RecordedConfiguration.class));

    private TimedBeans() {}

    private static <T> void add(String name, Class<T> type, Look<T> look, String... arguments) {
        ALL.put(name, new Case<>(type, look, arguments));
    }

    private static String caught(Attempt attempt) {
        try {
            attempt.run();
            return "nothing";
        } catch (Throwable ex) {
            return ex.toString();
        }
    }

    /** What to do with a bean of an application that has it. */
    record Case<T>(Class<T> type, Look<T> look, String... arguments) {

        Object look(ApplicationContext application, Consumer<Class<?>> type) throws Exception {
            T bean = application.getBean(this.type);
            type.accept(bean.getClass());
            return look.at(bean);
        }

        Class<?> source() {
            return SOURCES.getOrDefault(type, type);
        }
    }

    /** Looks at a bean. */
    @FunctionalInterface
    interface Look<T> {

        Object at(T bean) throws Exception;
    }

    @FunctionalInterface
    private interface Attempt {

        void run() throws Exception;
    }

    @Configuration
    @EnableScheduling
    @Import(Hourly.class)
    static class HourlyConfiguration {}

    static class Hourly {

        @Scheduled(fixedDelay = 3_600_000, initialDelay = 3_600_000)
        private void hourly() {
            work();
        }

        @Timed
        public String work() {
            return "worked";
        }
    }

    static class Listening {

        private String seen = "nothing";

        @EventListener
        private void on(ApplicationStartedEvent event) {
            seen = event.getClass().getSimpleName();
        }

        @Observed
        public String seen() {
            return seen;
        }
    }

    static class OpenListening {

        private int seen;

        @EventListener
        @Timed
        public void on(ApplicationStartedEvent event) {
            seen++;
        }

        public int seen() {
            return seen;
        }
    }

    @Timed
    static class Shop {

        final String name = "shop".toUpperCase();
        int size = 3;
        final List<String> names = new ArrayList<>(List.of("a"));

        public String work() {
            return name;
        }

        String inPackage() {
            return "in package " + name;
        }

        private String secret() {
            return "secret " + name;
        }

        protected String forChildren() {
            return "for children " + name;
        }
    }

    @Timed("annotated")
    static class Annotated {

        public String work() {
            return "worked";
        }

        void other() {}
    }

    static class Returning {

        @Timed
        public Returning self() {
            return this;
        }
    }

    static class Valued {

        private final int value = Integer.parseInt("5");

        @Timed
        public int value() {
            return value;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Valued valued && valued.value == value && getClass() == other.getClass();
        }

        @Override
        public int hashCode() {
            return value;
        }
    }

    static class Registering {

        static final List<Registering> ALL = new ArrayList<>();

        Registering() {
            ALL.add(this);
        }

        @Timed
        public void work() {}
    }

    static class SelfReference {

        @Autowired
        private ApplicationContext application;

        private SelfReference self;

        @Timed
        public String once() {
            return "once";
        }

        public String twice() {
            self = application.getBean(SelfReference.class);
            return self.once() + (self == this);
        }
    }

    static class LazySelf {

        @Autowired
        @Lazy
        private LazySelf self;

        @Timed
        public String once() {
            return "once";
        }

        public String twice() {
            return self.once() + once();
        }
    }

    @Configuration
    @Import({CircleOne.class, CircleTwo.class})
    static class Circle {}

    static class CircleOne {

        @Autowired
        private CircleTwo two;

        @Timed
        public String other() {
            return two.other();
        }
    }

    static class CircleTwo {

        @Autowired
        private CircleOne one;

        public String other() {
            return one == null ? "none" : "one";
        }
    }

    static class FinalMethod {

        private final String name = "final".toUpperCase();

        public final String last() {
            return name;
        }

        @Timed
        public String other() {
            return name;
        }
    }

    @Timed
    static final class FinalClass {

        public String work() {
            return "worked";
        }
    }

    static class FinalMethods {

        private final String inherited = "inherited".toUpperCase();

        final String last() {
            return inherited;
        }
    }

    @Timed
    static class FinalParent extends FinalMethods {

        public String work() {
            return "worked";
        }
    }

    @Configuration
    static class RecordedConfiguration {

        @Bean
        Recorded recorded() {
            return new Recorded("name");
        }
    }

    record Recorded(String name) {

        @Timed
        public String work() {
            return "worked";
        }
    }

    @Timed
    static class PackageConstructor {

        private final String name;

        PackageConstructor() {
            name = "constructed";
        }

        public String work() {
            return name;
        }
    }

    @Timed
    static class Counted {

        static int created;

        Counted() {
            created++;
        }

        public String work() {
            return "created ";
        }
    }

    @Configuration
    static class ConstructedConfiguration {

        @Bean
        Constructed constructed() {
            return new Constructed("by hand");
        }
    }

    @Timed
    static class Constructed {

        private final String name;

        private Constructed(String name) {
            if (name == null) {
                throw new IllegalArgumentException("a name is needed");
            }
            this.name = name;
        }

        public String work() {
            return name;
        }
    }

    @Timed
    static class Sneaky {

        public void work() {
            throw sneaky(new IOException("undeclared"));
        }

        @SuppressWarnings("unchecked")
        private static <E extends Throwable> RuntimeException sneaky(Throwable e) throws E {
            throw (E) e;
        }
    }

    @Timed
    static class Declared {

        public void work() throws IOException {
            throw new IOException("declared");
        }
    }

    @Timed
    static class Traced {

        public String frames() {
            return Arrays.stream(new Throwable().getStackTrace())
                    .limit(3)
                    .map(frame -> frame.getMethodName())
                    .toList()
                    .toString();
        }

        public String caller() {
            return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
                    .getCallerClass()
                    .getSimpleName();
        }
    }

    interface Service {

        String serve();
    }

    static class ServiceImplementation implements Service {

        @Override
        @Timed
        public String serve() {
            return "served";
        }
    }

    @Configuration
    @Import({ServiceImplementation.class, ServiceUser.class})
    static class Users {}

    static class ServiceUser {

        @Autowired
        private ServiceImplementation service;

        String use() {
            return service.serve();
        }
    }

    interface TimedService {

        @Timed
        String serve();
    }

    static class TimedServiceImplementation implements TimedService {

        @Override
        public String serve() {
            return "served";
        }
    }

    @Timed
    abstract static class Parent {

        public String work() {
            return "worked";
        }
    }

    static class Child extends Parent {}

    @Configuration
    @Timed
    static class Configuring {

        @Bean
        public List<String> first() {
            return new ArrayList<>();
        }
    }

    static class ProductFactory implements FactoryBean<Product> {

        @Override
        @Timed
        public Product getObject() {
            return new Product();
        }

        @Override
        public Class<?> getObjectType() {
            return Product.class;
        }
    }

    static class Product {

        final String name = "product".toUpperCase();

        @Timed
        public String work() {
            return "worked";
        }
    }

    static class Processing implements BeanPostProcessor {

        @Timed
        public void work() {}
    }

    @Configuration
    static class Lambdas {

        @Timed
        @Bean
        @Primary
        public Supplier<String> supplier() {
            return () -> "supplied";
        }
    }

    @Scope("prototype")
    @Timed
    static class Prototype {

        private static int created;

        final int number = ++created;

        public String work() {
            return "worked ";
        }
    }

    @Configuration
    @EnableAsync
    @Import(Asynchronous.class)
    static class AsynchronousConfiguration {}

    static class Asynchronous {

        final String name = "async".toUpperCase();

        @Async
        @Timed
        public CompletableFuture<String> work() {
            return CompletableFuture.completedFuture("worked");
        }
    }

    static class Running implements Runnable, Comparable<Running> {

        @Override
        @Timed
        public void run() {}

        @Override
        public int compareTo(Running other) {
            return 0;
        }
    }

    abstract static class GenericParent<T> {

        public abstract String call(T argument);
    }

    @Timed
    static class Generic extends GenericParent<String> {

        @Override
        public String call(String argument) {
            return "called with " + argument;
        }
    }

    static class PrefixService {

        final String prefix = "prefix".toUpperCase();

        @Timed
        public String prefix(String text) {
            return prefix + text;
        }
    }

    static class Synchronized {

        @Timed
        public synchronized boolean holds() {
            return Thread.holdsLock(this);
        }
    }

    static class Static {

        @Timed
        public static String work() {
            return "worked";
        }
    }

    static class ObservedShop {

        final String name = "shop".toUpperCase();

        @Observed
        public String work() {
            return name;
        }
    }
}
