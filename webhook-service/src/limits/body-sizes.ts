import { executionFormats } from '@gatehouse/proto/executions/formats'

export const maxBodyBytes = Math.max(...Object.values(executionFormats).map(({ maxBytes }) => maxBytes))

/**
 * Larger bodies are parsed and rendered in a worker thread, so that they do not block the event loop. Stored bodies are truncated to
 * this size.
 */
export const maxSmallBodyBytes = 256 * 1024
