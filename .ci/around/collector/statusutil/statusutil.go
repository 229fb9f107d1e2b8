// Package statusutil stands for the Collector's internal module of that name, which the exporter needs to word an
// answer that is no success: that module could not be had.
package statusutil

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// NewStatusFromMsgAndHTTPCode words the answer; the code says no more than that it failed.
func NewStatusFromMsgAndHTTPCode(message string, _ int) *status.Status {
	return status.New(codes.Unknown, message)
}
