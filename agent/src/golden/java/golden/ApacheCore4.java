package golden;

import org.apache.http.concurrent.BasicFuture;

/** The future of Apache's HTTP clients 4, on which synchronous calls of asynchronous ones wait. */
final class ApacheCore4 {
    private ApacheCore4() {}

    public static void main(String[] arguments) throws Exception {
        Blocked.twice(() -> {
            BasicFuture<Integer> future = new BasicFuture<>(null);
            Thread.ofPlatform().start(() -> future.completed(Blocked.slow(1)));
            return future.get();
        });
    }
}
