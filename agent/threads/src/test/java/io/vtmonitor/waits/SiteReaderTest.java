package io.vtmonitor.waits;

import static org.assertj.core.api.Assertions.assertThat;

import io.vtmonitor.graph.Phase;
import io.vtmonitor.report.WaitOperation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SiteReaderTest {
    private final SiteReader reader = new SiteReader(Pools.load(), name -> null);

    /** Topmost first, as {@code class.method}. */
    private static List<StackTraceElement> trace(String... frames) {
        List<StackTraceElement> trace = new ArrayList<>();
        for (String frame : frames) {
            int dot = frame.lastIndexOf('.');
            trace.add(new StackTraceElement(frame.substring(0, dot), frame.substring(dot + 1), "F.java", 7));
        }
        return trace;
    }

    private WaitSite parked(String... frames) {
        return reader.read(Phase.PARKED, trace(frames));
    }

    @Test
    void a_queue_is_told_from_the_condition_it_is_made_of() {
        assertThat(parked(
                                "java.util.concurrent.locks.LockSupport.park",
                                "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
                                "java.util.concurrent.LinkedBlockingQueue.take",
                                "com.acme.Worker.run")
                        .operation())
                .isEqualTo(WaitOperation.QUEUE);
        assertThat(parked(
                                "java.util.concurrent.locks.LockSupport.park",
                                "java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire",
                                "java.util.concurrent.locks.ReentrantLock$Sync.lockInterruptibly",
                                "java.util.concurrent.locks.ReentrantLock.lockInterruptibly",
                                "java.util.concurrent.LinkedBlockingQueue.put",
                                "com.acme.Worker.run")
                        .operation())
                .isEqualTo(WaitOperation.LOCK);
    }

    @Test
    void a_task_of_an_executor_waits_for_what_it_calls_and_not_for_the_executor() {
        assertThat(parked(
                                "java.util.concurrent.locks.LockSupport.park",
                                "java.util.concurrent.FutureTask.run",
                                "java.util.concurrent.ThreadPerTaskExecutor$1.run")
                        .operation())
                .isEqualTo(WaitOperation.PARK);
    }

    @Test
    void calls_that_were_woven_in_are_no_part_of_the_stack() {
        WaitSite site = reader.read(
                WaitOperation.RUNNING,
                trace(
                        "io.vtmonitor.resources.PoolBook.stack",
                        "io.vtmonitor.resources.PoolBook.borrowed",
                        SiteReader.HOOKS + ".borrowed",
                        "com.zaxxer.hikari.HikariDataSource.getConnection",
                        "com.acme.Orders.load"));
        assertThat(site.site()).isEqualTo("com.zaxxer.hikari.HikariDataSource.getConnection");
        assertThat(site.caller()).isEqualTo("com.acme.Orders.load");
        assertThat(site.frames()).hasSize(2);
    }

    @Test
    void the_pool_is_told_by_the_frame_its_callers_wait_in() {
        WaitSite site = parked(
                "java.util.concurrent.locks.LockSupport.parkNanos",
                "java.util.concurrent.SynchronousQueue.poll",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow",
                "com.zaxxer.hikari.pool.HikariPool.getConnection",
                "org.springframework.jdbc.datasource.DataSourceUtils.fetchConnection",
                "com.acme.Orders.load",
                "org.apache.catalina.core.StandardWrapperValve.invoke");
        assertThat(site.operation()).isEqualTo(WaitOperation.POOL);
        assertThat(site.pool()).isNotNull();
        assertThat(site.pool().name()).isEqualTo("HikariCP");
        assertThat(site.site()).isEqualTo("com.zaxxer.hikari.util.ConcurrentBag.borrow");
        assertThat(site.caller()).isEqualTo("com.acme.Orders.load");
        assertThat(site.entry()).isEqualTo("com.acme.Orders.load");
    }

    @Test
    void who_calls_a_driver_is_below_what_its_pool_has_wrapped_around_the_connection() {
        WaitSite site = reader.read(
                WaitOperation.SOCKET_READ,
                trace(
                        "sun.nio.ch.NioSocketImpl.implRead",
                        "org.mariadb.jdbc.client.socket.impl.PacketReader.readPacket",
                        "org.mariadb.jdbc.Statement.executeQuery",
                        "com.zaxxer.hikari.pool.ProxyStatement.executeQuery",
                        "com.zaxxer.hikari.pool.HikariProxyStatement.executeQuery",
                        "com.acme.Orders.find",
                        "com.acme.Main.run"));
        assertThat(site.caller()).isEqualTo("com.acme.Orders.find");
        assertThat(site.applicationFrame()).hasToString("com.acme.Orders.find:7");
    }

    @Test
    void who_opens_a_connection_inside_a_pool_waits_for_the_socket() {
        WaitSite site = parked(
                "sun.nio.ch.NioSocketImpl.park",
                "sun.nio.ch.NioSocketImpl.connect",
                "com.zaxxer.hikari.pool.PoolBase.newConnection",
                "com.zaxxer.hikari.util.ConcurrentBag.borrow");
        assertThat(site.operation()).isEqualTo(WaitOperation.SOCKET_CONNECT);
        assertThat(site.pool()).isNull();
    }

    @Test
    void a_pool_on_commons_pool_is_named_by_who_uses_it() {
        String[] frames = {
            "java.util.concurrent.locks.LockSupport.park",
            "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await",
            "org.apache.commons.pool2.impl.LinkedBlockingDeque.takeFirst",
            "org.apache.commons.pool2.impl.GenericObjectPool.borrowObject",
            "org.apache.commons.dbcp2.PoolingDataSource.getConnection",
            "com.acme.Orders.load"
        };
        WaitSite dbcp = parked(frames);
        assertThat(dbcp.pool()).isNotNull();
        assertThat(dbcp.pool().name()).isEqualTo("Commons DBCP2");
        frames[4] = "com.acme.OwnPool.take";
        WaitSite own = parked(frames);
        assertThat(own.pool()).isNotNull();
        assertThat(own.pool().name()).isEqualTo("Commons Pool 2");
    }
}
