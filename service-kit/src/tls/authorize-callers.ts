import { identities } from '@gatehouse/proto/callers'
import {
  ResponderBuilder,
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
  ServerListenerBuilder,
  status,
} from '@grpc/grpc-js'
import { toGrpcStatus } from '../errors/grpc-status.ts'
import { ServiceError } from '../errors/service-error.ts'
import { counter } from '../metrics/metric.ts'
import type { Logger } from '../process/log.ts'

export const rejectedCallers = counter({
  labelNames: ['identity', 'rpc'],
  name: 'gatehouse_grpc_refused_callers_total',
  help: 'Calls rejected under mutual TLS because of their caller, by `rpc` and by `identity`: `none` without a verified certificate, `unknown` if the certificate names no identity of docs/callers.md.',
})

/** Caller identities by service and rpc, named as in the `.proto` file. An rpc without an entry rejects all calls. */
export type CallerTable = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/**
 * Rejects calls before their handler starts. Health checks of the process need no certificate, as those of a kubelet; that of a named
 * service is for callers of its rpcs, so that an upstream is available only to those whose calls it accepts.
 */
export function authorizeCallers(table: CallerTable, log: Logger): ServerInterceptor {
  const allowed = new Map<string, readonly string[]>(
    Object.entries(table).flatMap(([service, rpcs]) =>
      Object.entries(rpcs).map(([rpc, names]) => [`/${service}/${rpc}`, names]),
    ),
  )
  return ({ path }, call) => {
    const listener = path.startsWith('/grpc.health.v1.Health/') ? ofHealth(call, path) : ofRpc(call, path)
    return new ServerInterceptingCall(
      call,
      new ResponderBuilder().withStart((next) => next(listener)).build(),
    )
  }

  function ofRpc(call: ServerInterceptingCallInterface, path: string) {
    return new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const failure = authorizationFailure(call, path, allowed.get(path), log)
        if (failure) call.sendStatus(failure)
        else next(metadata)
      })
      .build()
  }

  function ofHealth(call: ServerInterceptingCallInterface, path: string) {
    return new ServerListenerBuilder()
      .withOnReceiveMessage((message: { service?: string }, next) => {
        const name = message.service ?? ''
        // A name that is not in the table is unknown to the health service too, and must not become a label of a metric.
        const callers = Object.hasOwn(table, name) ? Object.values(table[name] ?? {}).flat() : null
        const failure = callers && authorizationFailure(call, path, callers, log)
        if (failure) call.sendStatus(failure)
        else next(message)
      })
      .build()
  }
}

type Failure = Parameters<ServerInterceptingCallInterface['sendStatus']>[0]

function authorizationFailure(
  call: ServerInterceptingCallInterface,
  path: string,
  allowed: readonly string[] = [],
  log: Logger,
): Failure | null {
  // grpc-js returns the certificate only if Node verified it against our authority.
  const certificate = call.getAuthContext().sslPeerCertificate
  const identity = certificate ? callerIdentity(certificate) : null
  if (identity !== null && allowed.includes(identity)) return null
  const rpc = path.slice(1)
  const subjectAltName = certificate?.subjectaltname
  log.warn({ identity, rpc, peer: call.getPeer(), subject_alt_name: subjectAltName }, 'caller not allowed')
  rejectedCallers.inc({ identity: certificate ? identityLabel(identity) : 'none', rpc })
  return certificate
    ? toGrpcStatus(new ServiceError('CALLER_NOT_ALLOWED'))
    : { code: status.UNAUTHENTICATED, details: 'A client certificate is required.' }
}

const prefix = 'spiffe://gatehouse/'

/** The `spiffe://gatehouse/` URI of a certificate; null with several URIs (SPIFFE X509-SVID, section 2). */
export function callerIdentity({
  subjectaltname = '',
}: {
  subjectaltname?: string | undefined
}): string | null {
  // Node quotes a name that contains a comma or a quotation mark; quoted text is not an entry of the list.
  const entries = subjectaltname.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(', ')
  const [uri, ...others] = entries.filter((entry) => entry.startsWith('URI:')).map((entry) => entry.slice(4))
  return uri?.startsWith(prefix) && others.length === 0 ? uri.slice(prefix.length) : null
}

function identityLabel(identity: string | null): string {
  return identity !== null && Object.hasOwn(identities, identity) ? identity : 'unknown'
}
