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
import { callerIdentity } from './caller-identity.ts'
import type { CallerPolicy } from './caller-policy.ts'

export const refusedCallers = counter({
  labelNames: ['identity', 'rpc'],
  name: 'gatehouse_grpc_refused_callers_total',
  help: 'Calls rejected under mutual TLS because of their caller, by `rpc` and by `identity`: `none` without a verified certificate, `unknown` if the certificate names no identity of docs/internal-callers.md.',
})

/** Rejects calls before their handler starts, except health checks, which have no certificate. */
export function authorizeCallers(isAllowed: CallerPolicy, log: Logger): ServerInterceptor {
  return ({ path }, call) => {
    if (path.startsWith('/grpc.health.v1.Health/')) return new ServerInterceptingCall(call)
    const listener = new ServerListenerBuilder()
      .withOnReceiveMetadata((metadata, next) => {
        const failure = authorizationFailure(call, path, isAllowed, log)
        if (failure) call.sendStatus(failure)
        else next(metadata)
      })
      .build()
    return new ServerInterceptingCall(
      call,
      new ResponderBuilder().withStart((next) => next(listener)).build(),
    )
  }
}

type Failure = Parameters<ServerInterceptingCallInterface['sendStatus']>[0]

function authorizationFailure(
  call: ServerInterceptingCallInterface,
  path: string,
  isAllowed: CallerPolicy,
  log: Logger,
): Failure | null {
  // grpc-js returns the certificate only if Node verified it against our authority.
  const certificate = call.getAuthContext().sslPeerCertificate
  const identity = certificate ? callerIdentity(certificate) : null
  if (isAllowed(path, identity)) return null
  const rpc = path.slice(1)
  const subjectAltName = certificate?.subjectaltname
  log.warn({ identity, rpc, peer: call.getPeer(), subject_alt_name: subjectAltName }, 'caller not allowed')
  refusedCallers.inc({ identity: certificate ? identityLabel(identity) : 'none', rpc })
  return certificate
    ? toGrpcStatus(new ServiceError('CALLER_NOT_ALLOWED'))
    : { code: status.UNAUTHENTICATED, details: 'A client certificate is required.' }
}

function identityLabel(identity: string | null): string {
  return identity !== null && Object.hasOwn(identities, identity) ? identity : 'unknown'
}
