package golden;

import java.util.concurrent.CountDownLatch;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.BasicHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;

/** Apache HttpClient: what it does, and the port of a slow server. */
final class ApacheHttp {
    private ApacheHttp() {}

    public static void main(String[] arguments) throws Exception {
        String url = "http://127.0.0.1:" + arguments[1] + "/";
        switch (arguments[0]) {
            case "exhausted" -> {
                PoolingHttpClientConnectionManager connections = new PoolingHttpClientConnectionManager();
                connections.setDefaultMaxPerRoute(1);
                try (CloseableHttpClient client = client(connections)) {
                    get(client, url, new CountDownLatch(1));
                    Blocked.behind(taken -> get(client, url, taken), () -> {
                        Thread.sleep(Blocked.MILLIS / 5);
                        get(client, url, new CountDownLatch(1));
                        return null;
                    });
                }
            }
            case "request" -> {
                try (CloseableHttpClient client = client(new PoolingHttpClientConnectionManager())) {
                    Blocked.twice(() -> {
                        get(client, url, new CountDownLatch(1));
                        return null;
                    });
                }
            }
            case "single-connection" -> {
                try (CloseableHttpClient client = client(new BasicHttpClientConnectionManager())) {
                    Blocked.twice(() -> {
                        get(client, url, new CountDownLatch(1));
                        return null;
                    });
                }
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    private static CloseableHttpClient client(HttpClientConnectionManager connections) {
        return HttpClients.custom().setConnectionManager(connections).build();
    }

    private static void get(CloseableHttpClient client, String url, CountDownLatch begun) throws Exception {
        begun.countDown();
        client.execute(new HttpGet(url), response -> response.getCode());
    }
}
