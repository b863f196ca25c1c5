import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import { cleanLabel } from '@gatehouse/service-kit/fields/label'
import { nativeMessage } from '@gatehouse/service-kit/messages/native-message'
import { isPayload, type Payload } from '../payload.ts'
import type { Draft, Rendering } from '../rendering.ts'
import { joinLines } from '../text/join-lines.ts'
import { toMarkdownLine } from '../text/markdown.ts'
import { codePointLength, truncateMarkdown } from '../text/truncate.ts'
import { readContent } from './content.ts'
import { readEmbeds } from './embeds.ts'

/** Throws INVALID_FORM_BODY with all invalid fields, and CANNOT_SEND_EMPTY_MESSAGE. */
export function renderNative(payload: Payload): Rendering {
  const {
    content,
    embeds,
    allowed_mentions: allowed,
    username,
    avatar_url: avatarUrl,
  } = parseFields(nativeMessage, payload)
  const name = cleanLabel(username ?? '')
  const draft = {
    ...withFiles(readContent(content ?? '', allowed), payload.attachments),
    embeds: readEmbeds(embeds ?? []),
    ...(name !== '' && { username: name }),
    ...(avatarUrl && { avatarUrl }),
  }
  assertNotEmpty(draft)
  return { kind: 'rendered', event: null, action: null, draft }
}

const maxNameLength = 100

/** Files are not stored; a last line has their number, and as many of their names as there is room for. */
function withFiles<C extends Pick<Draft, 'content'>>(content: C, attachments: unknown): C {
  const names = (Array.isArray(attachments) ? attachments : []).flatMap((each) =>
    isPayload(each) && typeof each.filename === 'string'
      ? [toMarkdownLine(each.filename, maxNameLength)]
      : [],
  )
  if (names.length === 0) return content
  const count = `+${names.length} file${names.length === 1 ? '' : 's'}`
  const shown = names.filter(Boolean).join(', ')
  const lines = joinLines([content.content, count])
  // A content at its limit has no room for the line.
  if (codePointLength(lines) > messageLimits.content) return content
  return {
    ...content,
    content: shown ? truncateMarkdown(`${lines}: ${shown}`, messageLimits.content) : lines,
  }
}

/** Throws CANNOT_SEND_EMPTY_MESSAGE. */
export function assertNotEmpty({ content, embeds }: Pick<Draft, 'content' | 'embeds'>): void {
  if (content === '' && embeds.length === 0) throw new ServiceError('CANNOT_SEND_EMPTY_MESSAGE')
}
