package golden;

import java.io.IOException;
import java.util.List;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;

/** OkHttp: what it does, and the port of a slow server that speaks it. */
final class OkHttp {
    private OkHttp() {}

    public static void main(String[] arguments) throws Exception {
        OkHttpClient.Builder builder = new OkHttpClient.Builder();
        if (arguments[0].startsWith("http2")) {
            builder.protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE));
        }
        OkHttpClient client = builder.build();
        Request request = new Request.Builder()
                .url("http://127.0.0.1:" + arguments[1] + "/")
                .build();
        Blocked.twice(() -> call(client, request));
        client.dispatcher().executorService().shutdown();
        client.connectionPool().evictAll();
    }

    private static Object call(OkHttpClient client, Request request) throws IOException {
        try (Response response = client.newCall(request).execute()) {
            return response.code();
        }
    }
}
