package applications;

import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.apache.activemq.broker.BrokerService;

/** A broker of ActiveMQ that keeps its messages on disk, and clients over TCP that send and receive. */
public final class ActiveMqBroker {
    public static void main(String[] arguments) throws Exception {
        Path data = Files.createTempDirectory("activemq");
        BrokerService broker = new BrokerService();
        broker.setUseJmx(false);
        broker.setDataDirectory(data.toString());
        String address = broker.addConnector("tcp://127.0.0.1:0").getPublishableConnectString();
        broker.start();
        broker.waitUntilStarted();
        ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(address);
        try (Connection shared = factory.createConnection()) {
            shared.start();
            Work.run(arguments[0], () -> {
                exchange(shared);
                try (Connection own = factory.createConnection()) {
                    own.start();
                    return exchange(own);
                }
            });
        }
        broker.stop();
        System.exit(0);
    }

    private static Message exchange(Connection connection) throws Exception {
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            var queue = session.createQueue("orders-" + Thread.currentThread().threadId());
            var producer = session.createProducer(queue);
            producer.setDeliveryMode(DeliveryMode.PERSISTENT);
            producer.send(session.createTextMessage("an order"));
            return session.createConsumer(queue).receive(10_000);
        }
    }
}
