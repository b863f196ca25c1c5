import { neededRecord, type Payload, textAt, Unrenderable } from '../code-host/payload.ts'
import { type Embed, limits } from '../messages/embed.ts'
import { alertColours, card, line, paragraph } from './appearance.ts'

export const metricCritical = metricAlert(alertColours.critical, 'date_detected')
export const metricWarning = metricAlert(alertColours.warning, 'date_detected')
export const metricResolved = metricAlert(alertColours.resolved, 'date_closed')

function metricAlert(color: number, time: string): (payload: Payload) => Embed {
  return (payload) => {
    neededRecord(payload, 'data')
    const text = textAt(payload, 'data.description_text')
    return card({
      title: line(titleOf(payload), limits.title),
      color,
      url: textAt(payload, 'data.web_url'),
      description: text && paragraph(text, limits.excerpt),
      time: textAt(payload, `data.metric_alert.${time}`),
    })
  }
}

function titleOf(payload: Payload): string {
  const title =
    textAt(payload, 'data.description_title') ??
    textAt(payload, 'data.metric_alert.alert_rule.name') ??
    textAt(payload, 'data.metric_alert.title')
  if (title === undefined) throw new Unrenderable('data.description_title')
  return title
}
