import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { cleanText } from '../messages/clean-text.ts'
import { cutMarkdown } from '../messages/cut-text.ts'
import { limits } from '../messages/embed.ts'
import { plainLine } from '../messages/markdown.ts'
import type { Draft } from '../messages/message.ts'
import type { Translation } from '../messages/translation.ts'
import { webUrl } from '../messages/web-url.ts'
import { cleanName } from '../webhooks/webhook-name.ts'
import { convertMarkup } from './convert-markup.ts'

type Payload = Record<string, unknown>

/** Chat products cut a text here themselves; more cannot matter for the 2,000 characters we show. */
const longestText = 40_000
const longestName = 1000

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/**
 * What a payload of a chat-compatible sender becomes: its text, under its own name and icon. Attachments and blocks are
 * not shown; a payload that has nothing else is refused with NO_TEXT rather than accepted and lost.
 */
export function translateChatCompat(payload: Payload): Translation {
  const content = contentOf(payload.text)
  if (!visible.test(content)) throw nothingToShow(payload)
  const draft: Draft = { content, embeds: [], ...appearance(payload) }
  const detail = hasCards(payload) ? 'Attachments and blocks are not shown.' : undefined
  return { kind: 'rendered', event: null, action: null, draft, ...(detail && { detail }) }
}

function nothingToShow(payload: Payload): ServiceError {
  if (!hasCards(payload)) return new ServiceError('NO_TEXT')
  return new ServiceError('NO_TEXT', { message: 'Attachments and blocks are not shown; send a text.' })
}

function hasCards(payload: Payload): boolean {
  return [payload.attachments, payload.blocks].some((cards) => Array.isArray(cards) && cards.length > 0)
}

function contentOf(text: unknown): string {
  if (typeof text === 'number') return String(text)
  if (typeof text !== 'string') return ''
  return cutContent(convertMarkup(cleanText(text.slice(0, longestText))).trim())
}

/** A code block that is cut in two is closed again, so that the ellipsis does not swallow what a client adds. */
function cutContent(text: string): string {
  const cut = cutMarkdown(text, limits.content)
  if (cut === text || !isInsideCodeBlock(cut)) return cut
  const shorter = cutMarkdown(text, limits.content - '\n```'.length)
  return isInsideCodeBlock(shorter) ? `${shorter}\n\`\`\`` : shorter
}

function isInsideCodeBlock(text: string): boolean {
  return text.split('```').length % 2 === 0
}

/** The name is cut rather than refused (contract.md 8 row 5); an odd icon is as good as none. */
function appearance({ username, icon_url }: Payload): Pick<Draft, 'username' | 'avatarUrl'> {
  const name =
    typeof username === 'string' ? plainLine(cleanName(username.slice(0, longestName)), limits.username) : ''
  const avatarUrl = webUrl(icon_url)
  return { ...(name && { username: name }), ...(avatarUrl && { avatarUrl }) }
}
