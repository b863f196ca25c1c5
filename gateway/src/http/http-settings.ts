import { setting } from '@gatehouse/service-kit/process/settings'

export function httpSettings() {
  return {
    maxInFlight: setting.integer({
      env: 'GATEHOUSE_REQUESTS_IN_FLIGHT',
      default: 2000,
      min: 1,
      meaning: 'Maximum number of requests in flight in this process; further requests fail with 503.',
    }),
    maxConnections: setting.integer({
      env: 'GATEHOUSE_CONNECTIONS',
      default: 5000,
      min: 1,
      meaning:
        'Maximum number of client connections; a further connection closes the one that is idle for the longest time.',
    }),
    maxPipelined: setting.integer({
      env: 'GATEHOUSE_PIPELINED_REQUESTS',
      default: 16,
      min: 0,
      meaning:
        'Maximum number of pipelined requests that wait on a connection; a further request closes the connection.',
    }),
    maxReceiving: setting.integer({
      env: 'GATEHOUSE_BODIES_ARRIVING',
      default: 1000,
      min: 1,
      meaning:
        'Maximum number of requests whose body is still arriving, so that slow senders do not occupy all request slots; above it the oldest ones of the address with the most are reset.',
    }),
    arrivingBytes: setting.integer({
      env: 'GATEHOUSE_ARRIVING_BYTES',
      default: 32 * 1024 * 1024,
      min: 4 * 1024 * 1024,
      meaning:
        'Maximum number of bytes of headers and bodies that arrive or whose request is not answered, over all clients; an eighth of it for an IPv4 address or /64, a quarter for a /24 or /48. Above it the oldest body of the address with the most bytes fails with 503, or its oldest connection whose headers arrive is reset.',
    }),
    headersTimeoutMs: setting.integer({
      env: 'GATEHOUSE_HEADERS_TIMEOUT_MS',
      default: 30_000,
      min: 100,
      max: 60_000,
      meaning:
        'How long a client may take to send the headers of a request, in milliseconds; after that the response is 408.',
    }),
    writeTimeoutMs: setting.integer({
      env: 'GATEHOUSE_WRITE_TIMEOUT_MS',
      default: 30_000,
      min: 100,
      meaning:
        'How long a client may take to receive a response, in milliseconds; after that its connection is reset.',
    }),
    maxUnreadBytes: setting.integer({
      env: 'GATEHOUSE_UNREAD_BYTES',
      default: 32 * 1024 * 1024,
      min: 0,
      meaning:
        'Maximum number of bytes of responses that clients have not received, over all connections; above it the slowest clients are reset.',
    }),
    maxLingering: setting.integer({
      env: 'GATEHOUSE_LINGERING_CONNECTIONS',
      default: 500,
      min: 0,
      meaning:
        'Maximum number of connections that stay open for two seconds after an early response while their client still sends a body; further ones are closed immediately, and their client may lose the response.',
    }),
  }
}
