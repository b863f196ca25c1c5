import { GatehouseError } from '@gatehouse/client'
import { element, show } from './elements.ts'
import { explain } from './errors.ts'

/** Shows the error of an action that belongs to no form. The step-up that the person cancelled is none. */
export async function reportFailure(action: () => Promise<void>): Promise<void> {
  const failure = element('p', '#failure')
  show(failure, '')
  await action().catch((error: unknown) => {
    const isCancelled = error instanceof GatehouseError && error.code === 'SUDO_MODE_REQUIRED'
    if (!isCancelled) show(failure, explain(error))
  })
}
