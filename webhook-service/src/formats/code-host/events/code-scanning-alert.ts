import type { Render } from '../../events/event-rule.ts'
import { firstTextAt, textAt } from '../../payload.ts'
import { alertEmbed } from '../alert-embed.ts'
import { field, fileField } from '../fields.ts'

const place = 'alert.most_recent_instance.location'

export function codeScanningAlert(change: string, color: number): Render {
  return (payload) =>
    alertEmbed(payload, {
      heading: `Code scanning alert ${change}`,
      name: firstTextAt(payload, 'alert.rule.description', 'alert.rule.name', 'alert.rule.id'),
      color,
      fields: [
        ...field(
          'Severity',
          firstTextAt(payload, 'alert.rule.security_severity_level', 'alert.rule.severity'),
        ),
        ...field('Tool', textAt(payload, 'alert.tool.name')),
        ...fileField(payload, `${place}.path`, [`${place}.start_line`, `${place}.end_line`]),
      ],
    })
}
