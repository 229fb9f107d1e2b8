package applications;

import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

/** An index of Lucene on disk: virtual threads add documents, commit, and search. */
public final class LuceneSearch {
    public static void main(String[] arguments) throws Exception {
        AtomicInteger added = new AtomicInteger();
        try (FSDirectory directory = FSDirectory.open(Files.createTempDirectory("lucene"));
                StandardAnalyzer analyzer = new StandardAnalyzer();
                IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
            Work.run(arguments[0], () -> {
                for (int i = 0; i < 20; i++) {
                    Document document = new Document();
                    document.add(new TextField(
                            "text", "order " + added.incrementAndGet() + " of a bicycle", Field.Store.YES));
                    writer.addDocument(document);
                }
                if (added.get() % 3 == 0) {
                    writer.commit();
                }
                try (DirectoryReader reader = DirectoryReader.open(writer)) {
                    return new IndexSearcher(reader).search(new TermQuery(new Term("text", "bicycle")), 10);
                }
            });
        }
        System.exit(0);
    }
}
