package golden;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.MessageProperties;

/** RabbitMQ's client: what it does, and the port of a server behind a slow network. */
final class Rabbit {
    private Rabbit() {}

    public static void main(String[] arguments) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(Integer.parseInt(arguments[1]));
        switch (arguments[0]) {
            case "connect" ->
                Blocked.twice(() -> {
                    factory.newConnection().abort();
                    return null;
                });
            case "declare" -> {
                Connection connection = factory.newConnection();
                Channel channel = connection.createChannel();
                Blocked.twice(channel::queueDeclare);
                connection.abort();
            }
            case "confirm" -> {
                Connection connection = factory.newConnection();
                Channel channel = connection.createChannel();
                channel.confirmSelect();
                Blocked.twice(() -> {
                    channel.basicPublish("", "nowhere", MessageProperties.BASIC, new byte[1]);
                    return channel.waitForConfirms();
                });
                connection.abort();
            }
            case "publish" -> {
                Connection connection = factory.newConnection();
                Channel channel = connection.createChannel();
                Blocked.once(() -> {
                    for (int i = 0; i < 8; i++) {
                        channel.basicPublish("", "nowhere", MessageProperties.BASIC, new byte[1 << 20]);
                    }
                    return null;
                });
                connection.abort();
            }
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
