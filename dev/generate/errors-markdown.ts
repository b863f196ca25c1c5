import { errors, fieldErrors } from '@gatehouse/proto/errors/catalog'
import { kinds } from '@gatehouse/proto/errors/kinds'
import { status } from '@grpc/grpc-js'
import { markdownTable } from './markdown-table.ts'

/** The catalogue of errors for readers. */
export function errorsMarkdown(): string {
  const codes = Object.entries(errors).map(([code, { kind, message, extras }]) => [
    `\`${code}\``,
    String(kinds[kind].http),
    status[kinds[kind].grpc] ?? '',
    extras.map((extra) => `\`${extra}\``).join(', '),
    message,
  ])
  const fields = Object.entries(fieldErrors).map(([code, message]) => [`\`${code}\``, message])
  return [
    '# Errors',
    '',
    'Made by `npm run generate` from `proto/errors/catalog.ts`.',
    '',
    'A refusal is `{"code", "message", ...extras}`. Codes are for programs and never change; messages are for people and may. gRPC callers',
    'get the same code as the `reason` of `google.rpc.ErrorInfo` in the domain `gatehouse`, extras as its metadata.',
    '',
    markdownTable(['Code', 'HTTP', 'gRPC', 'Extras', 'Message'], codes),
    '',
    '## Codes of fields',
    '',
    'With `INVALID_FORM_BODY`, `errors` names every field that is not right: `{"path", "code", "message"}`. A path is dotted, such as',
    '`attachments.0.title`; `root` is the body itself.',
    '',
    markdownTable(['Code', 'Message'], fields),
    '',
  ].join('\n')
}
