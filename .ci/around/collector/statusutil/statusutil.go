// Package statusutil stands for the Collector's internal module of that name, which the exporter needs to word an
// answer that is no success, and the receiver to say when to come again: that module could not be had.
package statusutil

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"
)

// NewStatusFromMsgAndHTTPCode words the answer; the code says no more than that it failed.
func NewStatusFromMsgAndHTTPCode(message string, _ int) *status.Status {
	return status.New(codes.Unknown, message)
}

// RetryInfo is what a receiver that is busy tells of when to come again; the receiver of these checks is not.
type RetryInfo struct{}

// GetRetryDelay is never asked.
func (*RetryInfo) GetRetryDelay() *durationpb.Duration {
	return nil
}

// GetRetryInfo finds none.
func GetRetryInfo(*status.Status) *RetryInfo {
	return nil
}
