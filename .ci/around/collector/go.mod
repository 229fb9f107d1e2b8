module vtmonitor/collector

go 1.26.0

require (
	github.com/open-telemetry/opentelemetry-collector-contrib/receiver/prometheusreceiver v0.164.1
	go.opentelemetry.io/collector/component v1.70.0
	go.opentelemetry.io/collector/confmap v1.70.0
	go.opentelemetry.io/collector/confmap/provider/fileprovider v1.70.0
	go.opentelemetry.io/collector/exporter v1.70.0
	go.opentelemetry.io/collector/exporter/debugexporter v0.164.0
	go.opentelemetry.io/collector/exporter/otlphttpexporter v0.164.0
	go.opentelemetry.io/collector/otelcol v0.164.0
	go.opentelemetry.io/collector/receiver v1.70.0
	go.opentelemetry.io/collector/receiver/otlpreceiver v0.164.0
	go.opentelemetry.io/collector/service v0.164.0
	go.uber.org/zap v1.28.0
)

replace go.opentelemetry.io/collector/internal/statusutil => ./statusutil
