package io.vtmonitor.sample;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application: answers HTTP requests on virtual threads, each with one query of a database. */
@SpringBootApplication
public class SampleApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(SampleApplication.class, arguments);
    }
}
