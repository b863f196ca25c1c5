import { Client, type ClientOptions, credentials } from '@grpc/grpc-js'
import { grpcTarget } from './addresses.ts'
import type { Tls } from './tls.ts'

/** An upstream that restarts is used again within a second; keepalive pings detect one that stopped responding. */
const options: ClientOptions = {
  'grpc.enable_channelz': 0,
  'grpc.enable_retries': 0,
  'grpc.service_config_disable_resolution': 1,
  // Unlike the default policy, round robin also reconnects while there are no calls.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.keepalive_permit_without_calls': 1,
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
  // Two channels to one address must not share a connection that one of them closes.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.enable_http_proxy': 0,
}

/** `serverName` is the name in the server's certificate, if it is not the host of the first address. */
export function openChannel(addresses: string, tls: Tls | null, serverName: string | null): Client {
  const target = grpcTarget(addresses)
  if (target === null)
    throw new Error(`${addresses} must be one host:port, or IP addresses of one family with ports.`)
  const named = serverName && {
    'grpc.ssl_target_name_override': serverName,
    'grpc.default_authority': serverName,
  }
  const channelCredentials = tls
    ? credentials.createSsl(tls.ca, tls.key, tls.cert)
    : credentials.createInsecure()
  return new Client(target, channelCredentials, { ...options, ...named })
}
