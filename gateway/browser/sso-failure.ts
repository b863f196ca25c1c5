import { GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explain, explainField } from './errors.ts'

/** No field of a form belongs to what the identity provider sent. */
export async function reportSsoFailure(action: () => Promise<void>): Promise<void> {
  const failure = element('p', '#failure')
  show(failure, '')
  await action().catch((error: unknown) => {
    const [field] = error instanceof GatehouseError ? Object.values(error.fields) : []
    show(failure, field ? explainField(field) : explain(error))
  })
}
