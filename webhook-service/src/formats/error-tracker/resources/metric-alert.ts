import { type Embed, limits } from '../../embed.ts'
import { firstTextAt, neededRecord, type Payload, textAt, Unrenderable } from '../../payload.ts'
import { alertColours, card, line, paragraph } from '../build-embed.ts'

export const metricCritical = metricAlert(alertColours.critical, 'date_detected')
export const metricWarning = metricAlert(alertColours.warning, 'date_detected')
export const metricResolved = metricAlert(alertColours.resolved, 'date_closed')

function metricAlert(color: number, time: string): (payload: Payload) => Embed {
  return (payload) => {
    neededRecord(payload, 'data')
    const text = textAt(payload, 'data.description_text')
    return card({
      title: titleOf(payload),
      color,
      url: textAt(payload, 'data.web_url'),
      description: text && paragraph(text, limits.excerpt),
      time: textAt(payload, `data.metric_alert.${time}`),
    })
  }
}

const titlePaths = ['data.description_title', 'data.metric_alert.alert_rule.name', 'data.metric_alert.title']

function titleOf(payload: Payload): string {
  const title = line(firstTextAt(payload, ...titlePaths) ?? '', limits.title)
  if (!title) throw new Unrenderable('data.description_title')
  return title
}
