package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolsTest {
    @ParameterizedTest
    @CsvSource({
        "com.zaxxer.hikari.util.ConcurrentBag, borrow, true",
        "org.apache.commons.pool2.impl.GenericObjectPool, borrowObject, true",
        "org.apache.commons.pool2.impl.GenericKeyedObjectPool, borrowObject, false",
        "org.apache.http.pool.AbstractConnPool, getPoolEntryBlocking, false",
        "com.alibaba.druid.pool.DruidDataSource, takeLast, false",
    })
    void resources_on_tells_a_size_where_calls_are_woven_and_no_route_or_key_has_a_limit(
            String type, String method, boolean sized) throws Exception {
        Pools.Pool pool = Pools.read().of(List.of(new StackTraceElement(type, method, null, 1)), 0);
        assertThat(pool).isNotNull();
        assertThat(pool.sized()).isEqualTo(sized);
    }

    @Test
    void another_name_of_a_pool_is_as_its_pool() throws Exception {
        Pools.Pool pool = Pools.read()
                .of(
                        List.of(
                                new StackTraceElement(
                                        "org.apache.commons.pool2.impl.GenericObjectPool", "borrowObject", null, 1),
                                new StackTraceElement("redis.clients.jedis.JedisPool", "getResource", null, 1)),
                        0);
        assertThat(pool).isNotNull();
        assertThat(pool.name()).isEqualTo("Jedis");
        assertThat(pool.sized()).isTrue();
    }
}
