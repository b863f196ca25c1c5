import { messageLimits } from '../../embed.ts'
import { isPayload, listAt, type Payload, textAt } from '../../payload.ts'
import { redact } from '../../redaction/redact.ts'
import { codeBlock } from '../../text/code-block.ts'
import { truncateText } from '../../text/truncate.ts'
import { paragraph } from '../build-embed.ts'

/**
 * What went wrong and where: the last exception with its innermost frame of the application, as code; else what was
 * logged. Of a frame only file, line and function are read: its variables and source lines hold anything.
 */
export function describeEvent(event: Payload): string | undefined {
  const exception = last(listAt(event, 'exception.values'), () => true)
  const lines = [exception && headOf(exception), exception && locationOf(exception)].filter(Boolean)
  if (lines.length > 0) return codeBlock(lines.join('\n'))
  const logged = textAt(event, 'logentry.formatted') ?? textAt(event, 'message') ?? textAt(event, 'culprit')
  return logged === undefined || logged === textAt(event, 'title')
    ? undefined
    : paragraph(logged, messageLimits.excerpt)
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

/** Innermost and newest come last in these lists. */
function last(list: unknown[] | undefined, isWanted: (item: Payload) => boolean): Payload | undefined {
  return list?.findLast((item): item is Payload => isPayload(item) && isWanted(item))
}

/** Code knows no escapes, so nothing is escaped in it. */
function plain(text: string, limit: number): string {
  return truncateText(redact(text), limit)
}
