package servers;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Random;
import java.util.concurrent.Executors;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/** An index of Lucene on disk, to which each request adds a document, on a virtual thread. */
public final class LuceneIndexing {
    private static final int WORDS = 50;
    private static final int DIFFERENT_WORDS = 5_000;

    public static void main(String[] arguments) throws Exception {
        IndexWriter writer = new IndexWriter(
                FSDirectory.open(Files.createTempDirectory("lucene")), new IndexWriterConfig(new StandardAnalyzer()));
        HttpServer server = HttpServer.create(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.getInteger("port")), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/orders/", exchange -> {
            String id = exchange.getRequestURI().getPath();
            Random random = new Random(id.hashCode());
            StringBuilder words = new StringBuilder();
            for (int i = 0; i < WORDS; i++) {
                words.append('w').append(random.nextInt(DIFFERENT_WORDS)).append(' ');
            }
            Document document = new Document();
            document.add(new TextField("text", words.toString(), Field.Store.YES));
            writer.addDocument(document);
            byte[] answer = words.toString().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
    }
}
