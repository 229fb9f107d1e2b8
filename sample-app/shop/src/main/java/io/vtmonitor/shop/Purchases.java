package io.vtmonitor.shop;

import java.util.Optional;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;

/** The purchases in the database. */
interface Purchases extends JpaRepository<Purchase, Long> {
    @EntityGraph(attributePaths = {"items", "items.product"})
    Optional<Purchase> findWithItemsById(Long id);
}
