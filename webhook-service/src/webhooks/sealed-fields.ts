import { fromSortable } from '@gatehouse/service-kit/ids/sortable-id'
import type { SealedField } from '@gatehouse/service-kit/tokens/rekey'
import { signingSecretContext } from '../signatures/signing-secrets.ts'
import type { WebhookDocument } from './webhook-document.ts'
import { webhookTokenContext } from './webhook-token.ts'

/** The encrypted texts of a webhook. */
export function sealedFields({
  _id,
  sealedToken,
  settings,
}: Pick<WebhookDocument, '_id' | 'sealedToken' | 'settings'>): SealedField[] {
  const id = fromSortable(_id)
  const context = signingSecretContext(id)
  return [
    { path: 'sealedToken', sealed: sealedToken, context: webhookTokenContext(id) },
    { path: 'settings.signingSecret.sealed', sealed: settings?.signingSecret?.sealed, context },
    { path: 'settings.previousSecret.sealed', sealed: settings?.previousSecret?.sealed, context },
  ]
}
