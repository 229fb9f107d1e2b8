package io.vtmonitor.sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Component;

/** Writes an event for each stored product, on Spring's own executor for asynchronous work. */
@Component
@EnableAsync
class ProductEvents {
    private static final Logger LOG = LoggerFactory.getLogger(ProductEvents.class);

    @Async
    @EventListener
    void write(ProductStored stored) {
        LOG.info("product {} event on {}", stored.name(), Thread.currentThread());
    }
}
