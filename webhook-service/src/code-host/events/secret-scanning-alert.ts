import type { Embed } from '../../messages/embed.ts'
import { alertCard } from '../alert-card.ts'
import { colours } from '../appearance.ts'
import { firstTextAt, type Payload } from '../payload.ts'

export function secretScanningAlertCreated(payload: Payload): Embed {
  return secretCard(payload, 'Secret scanning alert created', colours.security)
}

export function secretScanningAlertReopened(payload: Payload): Embed {
  return secretCard(payload, 'Secret scanning alert reopened', colours.security)
}

export function secretScanningAlertLeaked(payload: Payload): Embed {
  return secretCard(payload, 'Secret publicly leaked', colours.closed)
}

export function secretScanningAlertResolved(payload: Payload): Embed {
  return secretCard(payload, 'Secret scanning alert resolved', colours.open)
}

/**
 * The kind of the secret and nothing else that people or scanners wrote: some senders put the secret itself into the
 * alert. Guarded by `never shows the secret` in `alerts.test.ts`.
 */
function secretCard(payload: Payload, happened: string, color: number): Embed {
  const name = firstTextAt(payload, 'alert.secret_type_display_name', 'alert.secret_type')
  return alertCard(payload, { happened, name, color })
}
