import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { type Embed, type EmbedField, fitEmbeds, limitedFields } from '../../embed.ts'
import { digitsAt, isPayload, listAt, objectAt, type Payload, textAt, valueAt } from '../../payload.ts'
import { redactedLine, redactedText } from '../../redaction/redacted-markdown.ts'
import { redactedUrl } from '../../redaction/redacted-url.ts'
import type { Draft } from '../../rendering.ts'
import { parseIsoTime } from '../../text/iso-time.ts'
import { link } from '../../text/markdown.ts'
import { truncateMarkdown } from '../../text/truncate.ts'
import { hasVisibleText } from '../../text/visible-text.ts'
import { colorOf } from '../attachments/color.ts'

const maxNameLength = 200
const maxLabelLength = 200

/** Alertmanager and Grafana post groups of alerts to a receiver of the type webhook, Grafana with more fields. */
export function isAlertGroup({ alerts, groupKey }: Payload): boolean {
  return Array.isArray(alerts) && typeof groupKey === 'string'
}

/** One embed for each alert. Labels and annotations can quote users of the failing application, so they are redacted. */
export function renderAlerts(group: Payload): Draft {
  const alerts = listAt(group, 'alerts') ?? []
  const embeds = fitEmbeds(alerts.slice(0, messageLimits.embeds).filter(isPayload).map(alertEmbed))
  const hidden = alerts.length - embeds.length + Number(digitsAt(group, 'truncatedAlerts') ?? 0)
  return { content: hidden > 0 ? `+${hidden} more alerts` : '', embeds }
}

function alertEmbed(alert: Payload): Embed {
  const isResolved = textAt(alert, 'status') === 'resolved'
  const name = redactedLine(textAt(alert, 'labels.alertname') ?? '', maxNameLength) || 'Alert'
  const url = firstUrl(alert, 'panelURL', 'dashboardURL', 'generatorURL')
  const color = colorOf(isResolved ? 'good' : 'danger')
  const timestamp = parseIsoTime(textAt(alert, isResolved ? 'endsAt' : 'startsAt') ?? '')
  const description = descriptionOf(alert)
  const fields = fieldsOf(alert)
  const image = redactedUrl(valueAt(alert, 'imageURL'))
  return {
    title: `[${isResolved ? 'RESOLVED' : 'FIRING'}] ${name}`,
    ...(url && { url }),
    ...(description && { description }),
    ...(color !== undefined && { color }),
    ...(timestamp && { timestamp }),
    ...(fields.length > 0 && { fields }),
    ...(image && { image: { url: image } }),
  }
}

function descriptionOf(alert: Payload): string {
  const texts = ['summary', 'description', 'message'].map((name) => textAt(alert, `annotations.${name}`))
  const paragraphs = [...new Set(texts)].map((text) => text && redactedText(text, messageLimits.description))
  const links = [
    linkOf('Runbook', valueAt(alert, 'annotations.runbook_url')),
    linkOf('Silence', valueAt(alert, 'silenceURL')),
  ]
  const markdown = [...paragraphs, links.filter(Boolean).join(' · ')].filter(Boolean).join('\n')
  return truncateMarkdown(markdown, messageLimits.description)
}

function linkOf(label: string, url: unknown): string {
  const target = redactedUrl(url)
  return target ? link(label, target) : ''
}

function firstUrl(alert: Payload, ...names: string[]): string | undefined {
  for (const name of names) {
    const url = redactedUrl(valueAt(alert, name))
    if (url) return url
  }
  return undefined
}

/** The labels, and the values of the queries of Grafana. */
function fieldsOf(alert: Payload): EmbedField[] {
  const labels = Object.entries(objectAt(alert, 'labels') ?? {}).filter(([name]) => name !== 'alertname')
  const values = Object.entries(objectAt(alert, 'values') ?? {})
  return limitedFields([...labels, ...values], hasText, fieldOf)
}

function hasText([, value]: [string, unknown]): boolean {
  return typeof value === 'number' || (typeof value === 'string' && hasVisibleText(value))
}

function fieldOf([label, value]: [string, unknown]): EmbedField[] {
  const name = redactedLine(label, maxLabelLength)
  const text = redactedLine(String(value), maxLabelLength)
  return name && text ? [{ name, value: text, inline: true }] : []
}
