/** Cancels a call when a signal aborts; the answer stops listening. */
export function cancelOn(signal: AbortSignal | undefined, call: { cancel(): void }): () => void {
  if (!signal) return () => {}
  const cancel = () => call.cancel()
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  return () => signal.removeEventListener('abort', cancel)
}
