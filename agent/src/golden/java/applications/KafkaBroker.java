package applications;

import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

/** A broker of Kafka without ZooKeeper, and clients that send with one producer and read with a consumer each. */
public final class KafkaBroker {
    private static final int TOPICS = 4;

    /** The threads of a broker keep a JVM alive whose work has failed. */
    public static void main(String[] arguments) {
        try {
            work(arguments[0]);
            System.exit(0);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void work(String mode) throws Exception {
        String address = "127.0.0.1:" + freePort();
        KafkaRaftServer broker = broker(address, "127.0.0.1:" + freePort());
        Map<String, Object> client = Map.of("bootstrap.servers", address);
        try (KafkaProducer<String, String> producer =
                new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            Work.run(mode, () -> {
                String topic = "orders-" + Thread.currentThread().threadId() % TOPICS;
                long offset = producer.send(new ProducerRecord<>(topic, "an order"))
                        .get()
                        .offset();
                try (KafkaConsumer<String, String> consumer =
                        new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer())) {
                    TopicPartition partition = new TopicPartition(topic, 0);
                    consumer.assign(List.of(partition));
                    consumer.seek(partition, offset);
                    return consumer.poll(Duration.ofSeconds(10));
                }
            });
        }
        broker.shutdown();
    }

    private static KafkaRaftServer broker(String address, String controller) throws Exception {
        Path data = Files.createTempDirectory("kafka");
        Properties settings = new Properties();
        settings.putAll(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@" + controller,
                "listeners", "PLAINTEXT://" + address + ",CONTROLLER://" + controller,
                "controller.listener.names", "CONTROLLER",
                "log.dirs", data.resolve("log").toString(),
                "offsets.topic.replication.factor", "1"));
        Path file = data.resolve("server.properties");
        try (var out = Files.newOutputStream(file)) {
            settings.store(out, null);
        }
        String[] format = {"format", "--cluster-id", Uuid.randomUuid().toString(), "--config", file.toString()};
        if (StorageTool.execute(format, new PrintStream(PrintStream.nullOutputStream())) != 0) {
            throw new IllegalStateException("the folder of the broker can't be formatted");
        }
        KafkaRaftServer broker = new KafkaRaftServer(new KafkaConfig(settings), Time.SYSTEM);
        broker.startup();
        return broker;
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
