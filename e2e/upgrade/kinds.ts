import { accountKinds } from './account-kinds.ts'
import { factorKinds } from './factor-kinds.ts'
import type { Kind } from './kind.ts'
import { mailKinds } from './mail-kinds.ts'
import { sessionKinds } from './session-kinds.ts'
import { unpublishedKinds } from './unpublished-kinds.ts'
import { webhookKinds } from './webhook-kinds.ts'

/** In the order in which they are stored. */
export const publishedKinds: Record<string, Kind> = {
  ...accountKinds,
  ...factorKinds,
  ...sessionKinds,
  ...mailKinds,
  ...webhookKinds,
}

export { unpublishedKinds }

const all = Object.entries({ ...publishedKinds, ...unpublishedKinds })

/** In the order in which they are checked. */
export const kinds = [
  ...all.filter(([, { movesClock }]) => !movesClock),
  ...all.filter(([, { movesClock }]) => movesClock),
]
