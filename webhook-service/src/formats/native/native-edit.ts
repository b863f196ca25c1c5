import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { invalidFields } from '@gatehouse/service-kit/errors/service-error'
import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import { maxUrlSum, nativeMessageEdit } from '@gatehouse/service-kit/messages/native-message'
import { urlBytes } from '@gatehouse/service-kit/messages/url-bytes'
import { readPayload } from '../read-payload.ts'
import type { Draft } from '../rendering.ts'
import { readContent } from './content.ts'
import { readEmbeds } from './embeds.ts'
import { assertNotEmpty } from './render-native.ts'

type Edited = Pick<Draft, 'content' | 'embeds' | 'mentions'>
type Before = Edited & { author: { avatarUrl: string | null } }

/**
 * Returns the edit as a function of the message. Throws INVALID_FORM_BODY and MALFORMED_JSON; the function throws
 * CANNOT_SEND_EMPTY_MESSAGE, and INVALID_FORM_BODY if the message becomes too large.
 */
export function nativeEdit(json: string): (before: Before) => Edited {
  const payload = readPayload('application/json', new TextEncoder().encode(json))
  const { content, embeds, allowed_mentions: allowed } = parseFields(nativeMessageEdit, payload)
  const newContent = content === undefined ? null : readContent(content ?? '', allowed)
  const newEmbeds = embeds === undefined ? null : readEmbeds(embeds ?? [])

  return (before) => {
    const { content, mentions } = newContent ?? before
    const edited = { content, embeds: newEmbeds ?? before.embeds, ...(mentions && { mentions }) }
    assertNotEmpty(edited)
    if (urlBytes(edited.embeds, before.author.avatarUrl) > messageLimits.urlSum)
      throw invalidFields({ embeds: ['EMBEDS_TOO_LONG', { max: maxUrlSum }] })
    return edited
  }
}
