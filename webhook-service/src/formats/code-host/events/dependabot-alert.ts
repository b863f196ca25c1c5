import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, textAt } from '../../payload.ts'
import { alertEmbed } from '../alert-embed.ts'
import { codeField, field } from '../fields.ts'

const advisory = 'alert.security_advisory'
const vulnerability = 'alert.security_vulnerability'

export function dependabotAlert(change: string, color: number): Render {
  return (payload) =>
    alertEmbed(payload, {
      heading: `Dependabot alert ${change}`,
      name: textAt(payload, `${advisory}.summary`),
      color,
      fields: [
        ...field('Severity', firstTextAt(payload, `${vulnerability}.severity`, `${advisory}.severity`)),
        ...codeField(
          'Package',
          firstTextAt(payload, 'alert.dependency.package.name', `${vulnerability}.package.name`),
        ),
        ...field('Advisory', firstTextAt(payload, `${advisory}.cve_id`, `${advisory}.ghsa_id`)),
        ...codeField('Affected', textAt(payload, `${vulnerability}.vulnerable_version_range`)),
        ...codeField('Fixed in', textAt(payload, `${vulnerability}.first_patched_version.identifier`)),
      ],
    })
}
