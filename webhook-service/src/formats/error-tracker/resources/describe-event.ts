import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { firstTextAt, isPayload, listAt, objectsAt, type Payload, textAt } from '../../payload.ts'
import { redact } from '../../redaction/redact.ts'
import { redactedLine, redactedText } from '../../redaction/redacted-markdown.ts'
import { codeBlock } from '../../text/code-block.ts'
import { joinLines } from '../../text/join-lines.ts'
import { truncateText } from '../../text/truncate.ts'

const maxEvidence = 5
const maxEvidenceLength = 300

/**
 * The last exception with its innermost application frame, else the logged message. Only file, line and
 * function of a frame are read: variables and source lines may contain secrets.
 */
export function describeEvent(event: Payload): string | undefined {
  const exception = last(listAt(event, 'exception.values'), () => true)
  const lines = [exception && headOf(exception), exception && locationOf(exception)].filter(Boolean)
  if (lines.length > 0) return codeBlock(lines.join('\n'))
  const reason = describeOccurrence(event)
  if (reason) return reason
  const logged = firstTextAt(event, 'logentry.formatted', 'message', 'metadata.value', 'culprit')
  return logged === undefined || logged === textAt(event, 'title')
    ? undefined
    : redactedText(logged, messageLimits.excerpt)
}

/** What a monitor or a performance check saw; for feedback the words of the person. */
function describeOccurrence(event: Payload): string {
  const feedback = textAt(event, 'contexts.feedback.message')
  if (feedback !== undefined) return redactedText(feedback, messageLimits.excerpt)
  const evidence = objectsAt(event, 'occurrence.evidence_display') ?? []
  const important = evidence.filter((each) => each.important === true)
  const shown = (important.length > 0 ? important : evidence).slice(0, maxEvidence)
  const values = shown.map((each) => textAt(each, 'value'))
  const subtitle = textAt(event, 'occurrence.subtitle')
  const isSaid = subtitle === undefined || [...values, textAt(event, 'title')].includes(subtitle)
  return joinLines([isSaid ? '' : redactedText(subtitle, messageLimits.excerpt), ...shown.map(evidenceLine)])
}

function evidenceLine(evidence: Payload): string {
  const [name, value] = ['name', 'value'].map((key) =>
    redactedLine(textAt(evidence, key) ?? '', maxEvidenceLength),
  )
  return name && value ? `${name}: ${value}` : (value ?? '')
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
