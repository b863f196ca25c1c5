import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import type { Embed } from '../../embed.ts'
import { firstTextAt, listAt, type Payload, requireObject, textAt, UnrenderableError } from '../../payload.ts'
import { redactedLine, redactedText } from '../../redaction/redacted-markdown.ts'
import { alertColors, buildEmbed, field, literalField } from '../build-embed.ts'

export const metricCritical = metricAlert(alertColors.critical, 'date_detected')
export const metricWarning = metricAlert(alertColors.warning, 'date_detected')
export const metricResolved = metricAlert(alertColors.resolved, 'date_closed')

function metricAlert(color: number, time: string): (payload: Payload) => Embed {
  return (payload) => {
    requireObject(payload, 'data')
    const text = textAt(payload, 'data.description_text')
    return buildEmbed({
      title: titleOf(payload),
      color,
      url: textAt(payload, 'data.web_url'),
      description: text && redactedText(text, messageLimits.excerpt),
      time: textAt(payload, `data.metric_alert.${time}`),
      fields: [
        field('Project', projectsOf(payload)),
        literalField('Environment', textAt(payload, 'data.metric_alert.alert_rule.environment')),
      ],
    })
  }
}

const titlePaths = ['data.description_title', 'data.metric_alert.alert_rule.name', 'data.metric_alert.title']

function titleOf(payload: Payload): string {
  const title = redactedLine(firstTextAt(payload, ...titlePaths) ?? '', messageLimits.title)
  if (!title) throw new UnrenderableError('data.description_title')
  return title
}

function projectsOf(payload: Payload): string | undefined {
  const projects = listAt(payload, 'data.metric_alert.projects') ?? []
  return projects.filter((project) => typeof project === 'string').join(', ') || undefined
}
