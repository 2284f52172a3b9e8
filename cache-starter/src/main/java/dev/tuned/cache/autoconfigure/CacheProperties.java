/* SPDX-License-Identifier: Apache-2.0 */
package dev.tuned.cache.autoconfigure;

import java.util.Collections;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesBindHandlerAdvisor;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

import dev.tuned.cache.RegionSettings;
import dev.tuned.cache.invalidation.LogSettings;
import dev.tuned.cache.store.BreakerSettings;

/** Settings of the cache starter. */
@ConfigurationProperties(CacheProperties.PREFIX)
final class CacheProperties {

    static final String PREFIX = "tuned.cache";

    /** Whether to enable the starter. */
    private Boolean enabled = true;

    /** First part of the key of every document in Couchbase. Unset: cache and the name in spring.application.name; without either there is no L2. */
    private @Nullable String keyPrefix;

    private final Couchbase couchbase = new Couchbase();

    @NestedConfigurationProperty
    private final BreakerSettings breaker = new BreakerSettings();

    @NestedConfigurationProperty
    private LogSettings invalidation = LogSettings.DEFAULTS;

    @NestedConfigurationProperty
    private final RegionSettings defaults = new RegionSettings();

    /** Settings of single regions by name, with the keys of tuned.cache.defaults and value-type. */
    private Map<String, Region> regions = Map.of();

    /** The settings of a region. */
    RegionSettings settings(String name) {
        Region region = regions.get(name);
        return (region != null) ? region : defaults;
    }

    /** The properties of a region; a name with other characters than these needs brackets. */
    static String prefix(String region) {
        return PREFIX + ".regions." + (region.matches("[a-zA-Z0-9-]+") ? region : "[" + region + "]") + '.';
    }

    public Boolean getEnabled() {
        return enabled;
    }

    public void setEnabled(Boolean enabled) {
        this.enabled = enabled;
    }

    public @Nullable String getKeyPrefix() {
        return keyPrefix;
    }

    public void setKeyPrefix(@Nullable String keyPrefix) {
        this.keyPrefix = keyPrefix;
    }

    public Couchbase getCouchbase() {
        return couchbase;
    }

    public BreakerSettings getBreaker() {
        return breaker;
    }

    public LogSettings getInvalidation() {
        return invalidation;
    }

    public void setInvalidation(LogSettings invalidation) {
        this.invalidation = invalidation;
    }

    public RegionSettings getDefaults() {
        return defaults;
    }

    public Map<String, Region> getRegions() {
        return regions;
    }

    public void setRegions(Map<String, Region> regions) {
        this.regions = Collections.unmodifiableMap(regions);
    }

    /** What one region says, over what the defaults say. */
    static final class Region extends RegionSettings {

        /** Name of the TaskDecorator bean that wraps loads in the background, to carry over what they need of their caller's thread. Without it, all beans of that type do. */
        private @Nullable String taskDecorator;

        /** Java type of the values in Couchbase, for example com.acme.Product or java.util.List<com.acme.Product>. */
        private @Nullable String valueType;

        public @Nullable String getTaskDecorator() {
            return taskDecorator;
        }

        public void setTaskDecorator(@Nullable String taskDecorator) {
            this.taskDecorator = taskDecorator;
        }

        public @Nullable String getValueType() {
            return valueType;
        }

        public void setValueType(@Nullable String valueType) {
            this.valueType = valueType;
        }
    }

    /** Lets each region begin with the defaults. */
    static final class RegionsBeginWithDefaults implements ConfigurationPropertiesBindHandlerAdvisor {

        @Override
        public BindHandler apply(BindHandler handler) {
            return new AbstractBindHandler(handler) {
                @Override
                @SuppressWarnings("unchecked")
                public <T> @Nullable Bindable<T> onStart(
                        ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
                    Bindable<T> begun = super.onStart(name, target, context);
                    if (begun == null || begun.getType().resolve() != Region.class) {
                        return begun;
                    }
                    RegionSettings region = new Region();
                    var unused = context.getBinder().bind(PREFIX + ".defaults", Bindable.ofInstance(region), handler);
                    return begun.withSuppliedValue(() -> (T) region);
                }
            };
        }
    }

    /** Where the documents are kept. */
    static final class Couchbase {

        /** Bucket that keeps the documents. Falls back to spring.data.couchbase.bucket-name; without either there is no L2. */
        private @Nullable String bucket;

        /** Scope that keeps the documents. */
        private String scope = "_default";

        /** Collection that keeps the documents. */
        private String collection = "_default";

        /** When a write counts as done: without waiting for replicas, or at one of Couchbase's durability levels. */
        private Durability durability = Durability.NONE;

        public @Nullable String getBucket() {
            return bucket;
        }

        public void setBucket(@Nullable String bucket) {
            this.bucket = bucket;
        }

        public String getScope() {
            return scope;
        }

        public void setScope(String scope) {
            this.scope = scope;
        }

        public String getCollection() {
            return collection;
        }

        public void setCollection(String collection) {
            this.collection = collection;
        }

        public Durability getDurability() {
            return durability;
        }

        public void setDurability(Durability durability) {
            this.durability = durability;
        }

        /** Couchbase's durability levels, by their names. */
        enum Durability {

            /** The active node has it in memory. */
            NONE,

            /** A majority of the nodes have it in memory. */
            MAJORITY,

            /** A majority have it in memory, the active node on disk. */
            MAJORITY_AND_PERSIST_TO_ACTIVE,

            /** A majority have it on disk. */
            PERSIST_TO_MAJORITY
        }
    }
}
