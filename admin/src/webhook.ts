import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { ErrorCode } from '@gatehouse/proto/errors/catalog'
import { resultText } from '@gatehouse/proto/executions/results'
import { Format } from '@gatehouse/proto/gen/webhooks/v1/messages'
import type { ExecutionOutcome, PreviewHead, PreviewRequest } from '@gatehouse/proto/gen/webhooks/v1/webhooks'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { messageJson } from '@gatehouse/service-kit/messages/message-json'
import { Argument, type Command } from 'commander'
import type { Run } from './action.ts'
import { answered } from './answered.ts'
import { ExplainedError } from './explained-error.ts'
import { previewText } from './preview-text.ts'
import type { Report } from './row.ts'
import type { Terminal } from './terminal.ts'

type Options = { event?: string; contentType?: string }
type Input = Options & { format: string; file: string }

/** The formats by the last part of their routes (native messages have none), and the header that names the event. */
const formats: Record<string, { format: Format; eventHeader: string | null }> = {
  'code-host': { format: Format.CODE_HOST, eventHeader: 'x-github-event' },
  'error-tracker': { format: Format.ERROR_TRACKER, eventHeader: 'sentry-hook-resource' },
  'chat-compat': { format: Format.CHAT_COMPAT, eventHeader: null },
  native: { format: Format.NATIVE, eventHeader: null },
}

const form = 'application/x-www-form-urlencoded'

/** The argument that an error without fields is about. */
const subjects: Partial<Record<ErrorCode, string>> = {
  UNSUPPORTED_MEDIA_TYPE: '--content-type',
  MALFORMED_JSON: '<file>',
  PAYLOAD_TOO_LARGE: '<file>',
  INVALID_PAYLOAD: '<file>',
  NO_TEXT: '<file>',
  CANNOT_SEND_EMPTY_MESSAGE: '<file>',
  TOO_MANY_ATTACHMENTS: '<file>',
}

const notes = `
FILE contains a body as a sender posts it: JSON, or a form with "payload="; "-" reads standard input. The stack renders
it and stores nothing. No webhook is involved: event filter, signature and limits are not applied.

Examples:
  npm run admin -- webhook preview code-host dev/examples/push.json --event push
  npm run admin -- webhook preview chat-compat - --json < alert.json`

export function addWebhookCommands(program: Command, run: Run): void {
  const webhook = program
    .command('webhook')
    .description('Previews of webhook payloads, and messages that were not published')
    .addHelpText('after', notes.slice(notes.indexOf('\nExamples')))
  webhook
    .command('retry-messages')
    .description('Publishes messages again that could not be read when their turn came')
    .action(
      run(async ({ webhooks }) => {
        const { retried } = await webhooks().retryMessages({})
        return { retried }
      }),
    )
  webhook
    .command('preview')
    .description('Shows the message of a payload, or why there is none')
    .addArgument(new Argument('<format>', 'format of the payload').choices(Object.keys(formats)))
    .argument('<file>', 'the body, or - for standard input')
    .option(
      '--event <name>',
      'the event in the header, such as push or issue; default: derived from the body',
    )
    .option('--content-type <type>', 'content type of the body; default: derived from the body')
    .addHelpText('after', notes)
    .action((format: string, file: string, options: Options) =>
      run<Input>(async ({ webhooks }, input, terminal) => {
        const body = await readBody(input.file, terminal)
        const head = headOf(input, body)
        const { outcome } = await named(() => webhooks().preview(partsOf(head, body)))
        return report(answered(outcome))
      })({ format, file, ...options }),
    )
}

function headOf({ format, event, contentType }: Input, body: Buffer): PreviewHead {
  // Commander has checked the format.
  const known = formats[format] as (typeof formats)[string]
  if (event !== undefined && known.eventHeader === null)
    throw new ExplainedError(`--event: ${format} has no events; omit it.`)
  const isForm = body.subarray(0, 8).toString() === 'payload='
  return {
    format: known.format,
    contentType: contentType ?? (isForm ? form : 'application/json'),
    contentEncoding: '',
    headers: event === undefined || known.eventHeader === null ? {} : { [known.eventHeader]: event },
  }
}

async function readBody(file: string, { stdin = process.stdin }: Terminal): Promise<Buffer> {
  try {
    return await (file === '-' ? buffer(stdin) : readFile(file))
  } catch (error) {
    throw new ExplainedError(`<file>: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function* partsOf(head: PreviewHead, body: Buffer): Generator<PreviewRequest> {
  yield { part: { $case: 'head', value: head } }
  const step = 65_536
  for (let at = 0; at < body.length; at += step)
    yield { part: { $case: 'data', value: body.subarray(at, at + step) } }
  yield { part: { $case: 'end', value: true } }
}

/** Adds the argument to the message of an error. */
async function named<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ServiceError) || !subjects[error.code]) throw error
    const { code, data, message } = error
    const at = typeof data.position === 'number' ? ` The error is at byte ${data.position}.` : ''
    throw new ServiceError(code, { data, message: `${subjects[code]}: ${message}${at}` })
  }
}

function report({ message, detail, ...outcome }: ExecutionOutcome): Report {
  const preview = {
    result: resultText(outcome),
    detail: detail ?? null,
    message: message ? messageJson(message) : null,
  }
  return { json: preview, text: previewText(preview) }
}
