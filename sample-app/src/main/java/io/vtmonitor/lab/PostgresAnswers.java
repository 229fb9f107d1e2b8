package io.vtmonitor.lab;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answers as a PostgreSQL server does, as far as a driver's start and simple queries go (protocol 3.0): every select
 * gives one row, after the seconds of its {@code pg_sleep}. It stands for {@link PostgresServer} where none is
 * installed.
 */
final class PostgresAnswers implements AutoCloseable {
    private static final Pattern SLEEP = Pattern.compile("pg_sleep\\(([\\d.]+)\\)");

    private final ServerSocket socket;

    private PostgresAnswers(ServerSocket socket) {
        this.socket = socket;
    }

    static PostgresAnswers start() {
        try {
            var answers = new PostgresAnswers(new ServerSocket(0, 500, InetAddress.getLoopbackAddress()));
            Thread.ofPlatform().daemon().name("postgres-answers").start(answers::accept);
            return answers;
        } catch (IOException e) {
            throw new DemoFailure("Tried to listen on a loopback port, and saw: " + e);
        }
    }

    int port() {
        return socket.getLocalPort();
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket client = socket.accept();
                Thread.ofVirtual().start(() -> serve(client));
            } catch (IOException ignored) {
                return;
            }
        }
    }

    private static void serve(Socket client) {
        try (client;
                var in = new DataInputStream(new BufferedInputStream(client.getInputStream()));
                var out = new DataOutputStream(client.getOutputStream())) {
            in.skipNBytes(in.readInt() - 4L);
            var hello = new ByteArrayOutputStream();
            message(hello, 'R', new byte[4]); // no password is asked for
            for (String setting : new String[] {
                "server_version\00015.0",
                "server_encoding\000UTF8",
                "client_encoding\000UTF8",
                "DateStyle\000ISO",
                "integer_datetimes\000on",
                "standard_conforming_strings\000on",
                "TimeZone\000UTC"
            }) {
                message(hello, 'S', setting + "\000");
            }
            message(hello, 'Z', "I");
            out.write(hello.toByteArray());
            for (int kind = in.read(); kind == 'Q'; kind = in.read()) {
                byte[] query = in.readNBytes(in.readInt() - 4);
                out.write(answer(new String(query, StandardCharsets.UTF_8).replace("\000", "")));
            }
        } catch (IOException | InterruptedException ignored) {
            // The client has closed the connection.
        }
    }

    private static byte[] answer(String query) throws IOException, InterruptedException {
        var answer = new ByteArrayOutputStream();
        if (query.startsWith("select ")) {
            Matcher seconds = SLEEP.matcher(query);
            if (seconds.find()) {
                Thread.sleep(Math.round(Double.parseDouble(seconds.group(1)) * 1000));
            }
            var column = new ByteArrayOutputStream();
            var data = new DataOutputStream(column);
            data.writeShort(1);
            data.writeBytes("slept\000");
            data.writeInt(0); // no table
            data.writeShort(0);
            data.writeInt(25); // text
            data.writeShort(-1);
            data.writeInt(-1);
            data.writeShort(0);
            message(answer, 'T', column.toByteArray());
            var row = new ByteArrayOutputStream();
            data = new DataOutputStream(row);
            data.writeShort(1);
            data.writeInt(1);
            data.writeBytes("1");
            message(answer, 'D', row.toByteArray());
        }
        message(answer, 'C', query.startsWith("select ") ? "SELECT 1\000" : "SET\000");
        message(answer, 'Z', "I");
        return answer.toByteArray();
    }

    private static void message(ByteArrayOutputStream out, char kind, String text) throws IOException {
        message(out, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void message(ByteArrayOutputStream out, char kind, byte[] body) throws IOException {
        var data = new DataOutputStream(out);
        data.writeByte(kind);
        data.writeInt(body.length + 4);
        data.write(body);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
