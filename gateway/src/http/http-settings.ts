import { setting } from '@gatehouse/service-kit/process/settings'

/** What clients can make the gateway hold. */
export function httpSettings() {
  return {
    maxInFlight: setting.integer({
      env: 'GATEHOUSE_REQUESTS_IN_FLIGHT',
      default: 2000,
      min: 1,
      meaning: 'How many requests the process works on at once; those beyond are answered 503.',
    }),
    maxConnections: setting.integer({
      env: 'GATEHOUSE_CONNECTIONS',
      default: 5000,
      min: 1,
      meaning:
        'How many client connections are open at once; a new one beyond closes the one that was idle longest.',
    }),
    maxPipelined: setting.integer({
      env: 'GATEHOUSE_PIPELINED_REQUESTS',
      default: 16,
      min: 0,
      meaning:
        'How many requests may wait on a connection behind the one that is being answered; one more closes the connection.',
    }),
    maxReceiving: setting.integer({
      env: 'GATEHOUSE_BODIES_ARRIVING',
      default: 1000,
      min: 1,
      meaning:
        'How many requests may have a body that is still arriving, so that slow senders leave room among the requests in flight; beyond it the ones that arrive longest are reset.',
    }),
    headersTimeoutMs: setting.integer({
      env: 'GATEHOUSE_HEADERS_TIMEOUT_MS',
      default: 30_000,
      min: 100,
      max: 60_000,
      meaning: 'How long a client may take to send the headers of a request; then it is answered 408.',
    }),
    writeTimeoutMs: setting.integer({
      env: 'GATEHOUSE_WRITE_TIMEOUT_MS',
      default: 30_000,
      min: 100,
      meaning: 'How long a client may take to receive an answer; then its connection is reset.',
    }),
    maxUnreadBytes: setting.integer({
      env: 'GATEHOUSE_UNREAD_BYTES',
      default: 32 * 1024 * 1024,
      min: 0,
      meaning:
        'How many bytes of answers may wait for their clients, over all connections; beyond it the clients that are slow longest are reset.',
    }),
    maxLingering: setting.integer({
      env: 'GATEHOUSE_LINGERING_CONNECTIONS',
      default: 500,
      min: 0,
      meaning:
        'How many refused connections are kept open for two seconds while their client still sends a body; those beyond are closed at once, and their client may not see the answer.',
    }),
  }
}
