import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import { nativeMessageEdit } from '@gatehouse/service-kit/messages/native-message'
import { readPayload } from '../../executions/read-payload.ts'
import type { Draft } from '../rendering.ts'
import { readContent } from './content.ts'
import { readEmbeds } from './embeds.ts'
import { assertNotEmpty } from './render-native.ts'

type Edited = Pick<Draft, 'content' | 'embeds' | 'mentions'>

/**
 * Returns the edit as a function of the message. Throws INVALID_FORM_BODY and MALFORMED_JSON; the function throws
 * CANNOT_SEND_EMPTY_MESSAGE.
 */
export function nativeEdit(json: string): (before: Edited) => Edited {
  const payload = readPayload('application/json', new TextEncoder().encode(json))
  const { content, embeds, allowed_mentions: allowed } = parseFields(nativeMessageEdit, payload)
  const newContent = content === undefined ? null : readContent(content ?? '', allowed)
  const newEmbeds = embeds === undefined ? null : readEmbeds(embeds ?? [])

  return (before) => {
    const { content, mentions } = newContent ?? before
    const edited = { content, embeds: newEmbeds ?? before.embeds, ...(mentions && { mentions }) }
    assertNotEmpty(edited)
    return edited
  }
}
