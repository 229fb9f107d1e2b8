package golden;

import com.mchange.v2.c3p0.PoolBackedDataSource;
import com.mchange.v2.c3p0.WrapperConnectionPoolDataSource;
import java.sql.Connection;

/** c3p0 whose only connection is taken. */
final class C3p0 {
    private C3p0() {}

    public static void main(String[] arguments) throws Exception {
        WrapperConnectionPoolDataSource source = new WrapperConnectionPoolDataSource();
        source.setNestedDataSource(SlowDatabase.dataSource());
        source.setMinPoolSize(1);
        source.setInitialPoolSize(1);
        source.setMaxPoolSize(1);
        PoolBackedDataSource pool = new PoolBackedDataSource();
        pool.setConnectionPoolDataSource(source);
        Blocked.behind(
                taken -> {
                    try (Connection connection = pool.getConnection()) {
                        taken.countDown();
                        Blocked.slow(connection);
                    }
                },
                () -> {
                    pool.getConnection().close();
                    return null;
                });
        pool.close();
    }
}
