import { GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explain, explainField } from './errors.ts'
import { texts } from './texts.ts'

/** No field of a form belongs to what the identity provider sent. */
export async function reportSsoFailure(action: () => Promise<void>): Promise<void> {
  const failure = element('p', '#failure')
  show(failure, '')
  await action().catch((error: unknown) => {
    show(failure, textOf(error))
  })
}

function textOf(error: unknown): string {
  if (!(error instanceof GatehouseError)) return explain(error)
  // Elsewhere it means that only the provider signs people in: here the provider did.
  if (error.code === 'SSO_REQUIRED') return texts.noAccount
  const [field] = Object.values(error.fields)
  return field ? explainField(field) : explain(error)
}
