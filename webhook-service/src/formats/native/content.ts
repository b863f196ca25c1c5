import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import type { AllowedMentions } from '@gatehouse/service-kit/messages/native-message'
import type { Draft, Mentions } from '../rendering.ts'
import { escapeMentions } from '../text/mentions.ts'
import { sanitizeText } from '../text/sanitize-text.ts'
import { codePointLength } from '../text/truncate.ts'
import { visibleOrEmpty } from '../text/visible-text.ts'

const mentionToken =
  /(?<![\p{L}\p{N}])@(?<everyone>everyone|here)(?![\p{L}\p{N}])|<@!?(?<user>\d{1,19})>|<@&(?<role>\d{1,19})>/gu

/**
 * Mentions that are not allowed are broken in the text, also in code, because consumers differ in what they parse as code. A program
 * that posts text of others allows none.
 */
export function readContent(
  text: string,
  allowed: AllowedMentions | null | undefined,
): Pick<Draft, 'content' | 'mentions'> {
  const found: Mentions = { everyone: false, users: [], roles: [] }
  let content = ''
  let end = 0
  const clean = sanitizeText(text)
  for (const { 0: token, index, groups = {} } of clean.matchAll(mentionToken)) {
    if (!takeMention(found, groups, allowed ?? {})) continue
    content += escapeMentions(clean.slice(end, index)) + token
    end = index + token.length
  }
  content = visibleOrEmpty(content + escapeMentions(clean.slice(end)))
  const max = messageLimits.content
  if (codePointLength(content) > max)
    throw invalidFields({ content: ['STRING_LENGTH_INVALID', { min: 0, max }] })
  const isMentioning = found.everyone || found.users.length > 0 || found.roles.length > 0
  return { content, ...(isMentioning && { mentions: found }) }
}

/** Adds an allowed mention; false if it is not allowed. */
function takeMention(
  found: Mentions,
  { everyone, user, role }: Record<string, string | undefined>,
  { parse, users, roles }: AllowedMentions,
): boolean {
  if (everyone !== undefined) {
    if (!parse?.includes('everyone')) return false
    found.everyone = true
    return true
  }
  if (user !== undefined)
    return addAllowed(found.users, user, parse?.includes('users') || users?.includes(user))
  return (
    role !== undefined && addAllowed(found.roles, role, parse?.includes('roles') || roles?.includes(role))
  )
}

function addAllowed(list: string[], id: string, isAllowed = false): boolean {
  if (list.includes(id)) return true
  if (!isAllowed || list.length >= messageLimits.allowedMentions) return false
  list.push(id)
  return true
}
