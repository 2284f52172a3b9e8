/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.values;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/** Types of values that applications have. */
final class Types {

    private Types() {}

    enum Plain {
        A,
        B
    }

    enum WithBody {
        A {
            @Override
            int code() {
                return 1;
            }
        };

        abstract int code();
    }

    public record Empty() implements Serializable {}

    public record Product(
            String id,
            long price,
            @Nullable BigDecimal vat,
            @Nullable Instant at) implements Serializable {}

    public record Order(Product product, List<Product> others, Map<String, Integer> counts) implements Serializable {}

    public record Generic<T>(T value, List<T> more) implements Serializable {}

    public record WithArray(byte[] bytes, String[] names) implements Serializable {}

    public record WithOptional(Optional<String> name) implements Serializable {}

    public record NotSerializableRecord(String name) {}

    public record Holder(Object held) implements Serializable {}

    public record Strict(int positive) implements Serializable {

        public Strict {
            if (positive < 0) {
                throw new IllegalArgumentException("negative");
            }
        }
    }

    public interface Named {

        String getName();
    }

    public static class Bean implements Named, Serializable {

        private static final long serialVersionUID = 1L;

        private String name = "bean";
        private List<String> tags = new ArrayList<>(List.of("a", "b"));
        private transient int cached = 5;

        @Override
        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public List<String> getTags() {
            return tags;
        }

        public void setTags(List<String> tags) {
            this.tags = tags;
        }

        public int cached() {
            return cached;
        }
    }

    public static class SubBean extends Bean {

        private static final long serialVersionUID = 1L;

        private int number = 7;

        public int getNumber() {
            return number;
        }

        public void setNumber(int number) {
            this.number = number;
        }
    }

    /** Immutable, without an annotation that tells a JSON mapper how to make one. */
    public static final class Immutable implements Serializable {

        private static final long serialVersionUID = 1L;

        private final String name;

        public Immutable(String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    public static class NoProperties implements Serializable {

        private static final long serialVersionUID = 1L;

        private final int hidden = 1;

        @Override
        public String toString() {
            return "hidden " + hidden;
        }
    }

    public static class NotSerializableBean {

        private String name = "x";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    /** An entity and its children, which know it. */
    public static class Parent implements Serializable {

        private static final long serialVersionUID = 1L;

        private List<Child> children = new ArrayList<>();

        Parent with(int count) {
            for (int i = 0; i < count; i++) {
                children.add(new Child(this));
            }
            return this;
        }

        public List<Child> getChildren() {
            return children;
        }

        public void setChildren(List<Child> children) {
            this.children = children;
        }
    }

    public static class Child implements Serializable {

        private static final long serialVersionUID = 1L;

        private @Nullable Parent parent;

        public Child() {}

        Child(Parent parent) {
            this.parent = parent;
        }

        public @Nullable Parent getParent() {
            return parent;
        }

        public void setParent(Parent parent) {
            this.parent = parent;
        }
    }

    public static class External implements Externalizable {

        private static final long serialVersionUID = 1L;

        private String name = "";

        public External() {}

        External(String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeUTF(name);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            name = in.readUTF();
        }
    }

    public static final class Singleton implements Serializable {

        private static final long serialVersionUID = 1L;

        static final Singleton INSTANCE = new Singleton();

        private Object readResolve() {
            return INSTANCE;
        }

        public String getName() {
            return "single";
        }
    }

    public static class Replaced implements Serializable {

        private static final long serialVersionUID = 1L;

        private Object writeReplace() {
            return "replaced";
        }

        public String getName() {
            return "replaced";
        }
    }

    public static class RefusesToBeWritten implements Serializable {

        private static final long serialVersionUID = 1L;

        public String getName() {
            throw new IllegalStateException("no name");
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            throw new NotSerializableException("refused");
        }
    }

    public static class RefusesToBeRead implements Serializable {

        private static final long serialVersionUID = 1L;

        private String name = "read";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            throw new IllegalStateException("refused");
        }

        private void readObject(ObjectInputStream in) throws IOException {
            throw new InvalidObjectException("refused");
        }
    }

    public static class Failure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Failure(String message) {
            super(message);
        }
    }

    interface SerializableRunnable extends Runnable, Serializable {}

    /** Of a proxy. */
    public static class Handler implements InvocationHandler, Serializable {

        private static final long serialVersionUID = 1L;

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
            return switch (method.getName()) {
                case "getName", "toString" -> "proxy";
                case "hashCode" -> 1;
                case "equals" ->
                    arguments != null && arguments[0] != null && arguments[0].getClass() == proxy.getClass();
                default -> null;
            };
        }
    }
}
