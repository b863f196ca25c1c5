import { Client, type ClientOptions, connectivityState, credentials } from '@grpc/grpc-js'
import type { Tls } from './tls.ts'

/** How channels of the house behave. A neighbour that comes back is used within a second; a silent one is found out by pings. */
const channelOptions: ClientOptions = {
  'grpc.enable_channelz': 0,
  'grpc.enable_retries': 0,
  // No look-up of service configs in DNS; round robin keeps reconnecting by itself, the default waits for a call.
  'grpc.service_config_disable_resolution': 1,
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
  // The same address opened twice must not share a connection that one of them closes.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_http_proxy': 0,
}

type Options = { tls: Tls | null; serverName: string | null }

/** One channel for each address of a list, taken in turn; those known to be down are passed over while another is not. */
export function openChannels(
  addresses: string,
  { tls, serverName }: Options,
): { next(): Client; close(): void } {
  const channelCredentials = tls
    ? credentials.createSsl(tls.ca, tls.key, tls.cert)
    : credentials.createInsecure()
  const channels = addresses
    .split(',')
    .map(
      (address) =>
        new Client(address.trim(), channelCredentials, { ...channelOptions, ...named(serverName) }),
    )
  let turn = 0

  return {
    next() {
      turn = (turn + 1) % channels.length
      const inOrder = [...channels.slice(turn), ...channels.slice(0, turn)]
      return inOrder.find((channel) => !isDown(channel)) ?? first(inOrder)
    },
    close() {
      for (const channel of channels) channel.close()
    },
  }
}

/** Whom the certificate of the other end must name, when that is not the host of the address. */
function named(serverName: string | null): ClientOptions {
  return serverName === null
    ? {}
    : { 'grpc.ssl_target_name_override': serverName, 'grpc.default_authority': serverName }
}

function isDown(channel: Client): boolean {
  return channel.getChannel().getConnectivityState(false) === connectivityState.TRANSIENT_FAILURE
}

function first(channels: Client[]): Client {
  const [channel] = channels
  if (!channel) throw new Error('An address list names at least one address.')
  return channel
}
