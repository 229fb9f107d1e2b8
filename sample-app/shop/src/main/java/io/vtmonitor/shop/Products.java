package io.vtmonitor.shop;

import org.springframework.data.jpa.repository.JpaRepository;

/** The products in the database. */
interface Products extends JpaRepository<Product, Long> {}
