package io.vtmonitor.lab.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;

/**
 * An index of Lucene to which virtual threads add documents, while platform threads keep the processors busy. With few
 * carriers it stands still at times on JDK 21: Lucene uses a lock within a monitor. Argument: how many busy threads.
 */
public final class LuceneIndex {
    private static final int WRITERS = 40;
    private static final int DOCUMENTS = 300;
    private static final int WORDS = 50;
    private static final int DIFFERENT_WORDS = 5_000;

    private LuceneIndex() {}

    public static void main(String[] arguments) throws Exception {
        Figures.awaitGo();
        for (int i = Integer.parseInt(arguments[0]); i > 0; i--) {
            Thread.ofPlatform().daemon().start(LuceneIndex::compute);
        }
        Path folder = Files.createTempDirectory("lucene");
        // A program that stands still is destroyed: its hook removes the folder then.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
        try (FSDirectory directory = FSDirectory.open(folder);
                StandardAnalyzer analyzer = new StandardAnalyzer();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
            try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
                List<Future<?>> added = new ArrayList<>();
                for (int i = 0; i < WRITERS; i++) {
                    Random random = new Random(i);
                    added.add(threads.submit(() -> {
                        add(writer, random);
                        return null;
                    }));
                }
                for (Future<?> one : added) {
                    one.get();
                }
            }
            writer.commit();
            System.out.println("finished");
        }
    }

    private static void add(IndexWriter writer, Random random) throws Exception {
        for (int i = 0; i < DOCUMENTS; i++) {
            StringBuilder text = new StringBuilder();
            for (int word = 0; word < WORDS; word++) {
                text.append('w').append(random.nextInt(DIFFERENT_WORDS)).append(' ');
            }
            Document document = new Document();
            document.add(new TextField("text", text.toString(), Field.Store.YES));
            writer.addDocument(document);
        }
    }

    private static void compute() {
        while (true) {
            Thread.onSpinWait();
        }
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (Exception ignored) {
            // What can't be removed stays among temporary files.
        }
    }
}
