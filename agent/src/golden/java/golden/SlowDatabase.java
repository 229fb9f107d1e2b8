package golden;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import javax.sql.DataSource;

/** A database of answers only, for pools: to connect takes {@link Blocked#MILLIS}. */
final class SlowDatabase {
    private SlowDatabase() {}

    static DataSource dataSource() {
        return answering(
                DataSource.class,
                (proxy, method, arguments) -> method.getName().equals("getConnection")
                        ? Blocked.slow(connection())
                        : plain(method.getReturnType()));
    }

    private static Connection connection() {
        return answering(Connection.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "isValid", "getAutoCommit" -> true;
            case "createStatement" -> answering(Statement.class, (p, m, a) -> plain(m.getReturnType()));
            case "equals" -> proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "connection";
            default -> plain(method.getReturnType());
        });
    }

    private static <T> T answering(Class<T> type, InvocationHandler answers) {
        return type.cast(Proxy.newProxyInstance(SlowDatabase.class.getClassLoader(), new Class<?>[] {type}, answers));
    }

    private static Object plain(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? Long.valueOf(0) : null;
    }
}
