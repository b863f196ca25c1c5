import { executionFormats } from '@gatehouse/proto/executions/formats'

export const maxBodyBytes = Math.max(...Object.values(executionFormats).map(({ maxBytes }) => maxBytes))

/** Larger bodies have a budget of their own in memory. Stored bodies are truncated to this size. */
export const maxSmallBodyBytes = 256 * 1024
