import { callers, identities } from '@gatehouse/proto/callers'
import { markdownTable } from './markdown-table.ts'

/** Who may call which rpc, for readers. */
export function callersMarkdown(): string {
  const names = Object.entries(identities).map(([name, holder]) => [`\`spiffe://gatehouse/${name}\``, holder])
  const rpcs = Object.entries(callers).flatMap(([service, table]) =>
    Object.entries<readonly string[]>(table).map(([rpc, allowed]) => [
      `\`${service}/${rpc}\``,
      allowed.map((identity) => `\`${identity}\``).join(', '),
    ]),
  )
  return [
    '# Internal callers',
    '',
    'Made by `npm run generate` from `proto/callers.ts`.',
    '',
    'Under mutual TLS a service authorizes every gRPC call, streams included, by the identity in the certificate of the caller. The identity is',
    'the URI in `subjectAltName`, compared exactly. A certificate has exactly one URI, as SPIFFE X509-SVID requires; it may have DNS names',
    'beside it, which only say which server it is. The common name is ignored.',
    '',
    markdownTable(['URI in `subjectAltName`', 'Used by'], names),
    '',
    'An rpc allows the callers of its row and no others. A call with another identity, with none or with several is refused as',
    '`PERMISSION_DENIED` with `CALLER_NOT_ALLOWED`; a call without a certificate of the configured authority, or with an expired one, as',
    '`UNAUTHENTICATED`. Each refusal is a log record `caller not allowed` with `identity`, `rpc` and `subject_alt_name`, and counts in',
    '`gatehouse_grpc_refused_callers_total`. The health service (`grpc.health.v1.Health`) is open to all; reflection is served outside',
    'production only, the clock only with `GATEHOUSE_TEST_CLOCK=1`.',
    '',
    'Without TLS a service listens on loopback only, and every local process may call every rpc.',
    '',
    markdownTable(['Rpc', 'Callers'], rpcs),
    '',
  ].join('\n')
}
