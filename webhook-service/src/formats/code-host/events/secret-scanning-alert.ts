import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, type Payload, textAt, valueAt } from '../../payload.ts'
import { alertEmbed } from '../alert-embed.ts'
import { humanize } from '../build-embed.ts'
import { field } from '../fields.ts'

const validities = ['active', 'inactive']
const resolutions = [
  'false_positive',
  'wont_fix',
  'revoked',
  'used_in_tests',
  'pattern_deleted',
  'pattern_edited',
]

/**
 * Shows only the type of the secret: some senders put the secret itself into the alert ("never shows the
 * secret" in `alerts.test.ts`).
 */
export function secretScanningAlert(heading: string, color: number): Render {
  return (payload) => {
    const isBypassed = valueAt(payload, 'alert.push_protection_bypassed') === true
    const bypasser = textAt(payload, 'alert.push_protection_bypassed_by.login')
    return alertEmbed(payload, {
      heading,
      name: firstTextAt(payload, 'alert.secret_type_display_name', 'alert.secret_type'),
      color,
      fields: [
        ...field('Validity', knownAt(payload, 'alert.validity', validities)),
        ...field('Resolution', knownAt(payload, 'alert.resolution', resolutions)),
        ...(isBypassed ? field('Push protection', `bypassed${bypasser ? ` by ${bypasser}` : ''}`) : []),
      ],
    })
  }
}

function knownAt(payload: Payload, path: string, known: string[]): string | undefined {
  const value = known.find((each) => each === textAt(payload, path))
  return value && humanize(value)
}
