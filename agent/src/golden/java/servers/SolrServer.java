package servers;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.embedded.JettyConfig;

/** A node of Solr with its ZooKeeper. */
public final class SolrServer {
    public static void main(String[] arguments) throws Exception {
        Path folder = Files.createTempDirectory("solr");
        new MiniSolrCloudCluster(
                1,
                folder,
                JettyConfig.builder().setPort(Integer.getInteger("port")).build());
    }
}
