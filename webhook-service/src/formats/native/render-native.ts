import { ServiceError } from '@gatehouse/service-kit/errors/service-error'
import { parseFields } from '@gatehouse/service-kit/fields/field-problems'
import { cleanLabel } from '@gatehouse/service-kit/fields/label'
import { nativeMessage } from '@gatehouse/service-kit/messages/native-message'
import type { Payload } from '../payload.ts'
import type { Draft, Rendering } from '../rendering.ts'
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
    ...readContent(content ?? '', allowed),
    embeds: readEmbeds(embeds ?? []),
    ...(name !== '' && { username: name }),
    ...(avatarUrl && { avatarUrl }),
  }
  assertNotEmpty(draft)
  return { kind: 'rendered', event: null, action: null, draft }
}

/** Throws CANNOT_SEND_EMPTY_MESSAGE. */
export function assertNotEmpty({ content, embeds }: Pick<Draft, 'content' | 'embeds'>): void {
  if (content === '' && embeds.length === 0) throw new ServiceError('CANNOT_SEND_EMPTY_MESSAGE')
}
