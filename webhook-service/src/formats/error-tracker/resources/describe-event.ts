import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { isPayload, listAt, type Payload, textAt } from '../../payload.ts'
import { redact } from '../../redaction/redact.ts'
import { redactedText } from '../../redaction/redacted-markdown.ts'
import { codeBlock } from '../../text/code-block.ts'
import { truncateText } from '../../text/truncate.ts'

/**
 * The last exception with its innermost application frame, else the logged message. Only file, line and
 * function of a frame are read: variables and source lines may contain secrets.
 */
export function describeEvent(event: Payload): string | undefined {
  const exception = last(listAt(event, 'exception.values'), () => true)
  const lines = [exception && headOf(exception), exception && locationOf(exception)].filter(Boolean)
  if (lines.length > 0) return codeBlock(lines.join('\n'))
  const logged = textAt(event, 'logentry.formatted') ?? textAt(event, 'message') ?? textAt(event, 'culprit')
  return logged === undefined || logged === textAt(event, 'title')
    ? undefined
    : redactedText(logged, messageLimits.excerpt)
}

function headOf(exception: Payload): string {
  const parts = [textAt(exception, 'type'), textAt(exception, 'value')].filter((part) => part !== undefined)
  return plain(parts.join(': '), messageLimits.excerpt)
}

function locationOf(exception: Payload): string | undefined {
  const frames = listAt(exception, 'stacktrace.frames')
  const frame = last(frames, ({ in_app }) => in_app === true) ?? last(frames, () => true)
  const file = frame && (textAt(frame, 'filename') ?? textAt(frame, 'module') ?? textAt(frame, 'abs_path'))
  if (!frame || !file) return undefined
  const lineNumber = textAt(frame, 'lineno')
  const called = textAt(frame, 'function')
  return plain(`${file}${lineNumber ? `:${lineNumber}` : ''}${called ? ` in ${called}` : ''}`, 300)
}

/** Exceptions and frames are ordered from oldest and outermost to newest and innermost. */
function last(list: unknown[] | undefined, isWanted: (item: Payload) => boolean): Payload | undefined {
  return list?.findLast((item): item is Payload => isPayload(item) && isWanted(item))
}

/** Not escaped, because escapes do not work in code blocks. */
function plain(text: string, limit: number): string {
  return truncateText(redact(text), limit)
}
