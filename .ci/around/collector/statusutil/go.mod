module go.opentelemetry.io/collector/internal/statusutil

go 1.26.0

require (
	google.golang.org/grpc v1.79.0
	google.golang.org/protobuf v1.36.10
)
