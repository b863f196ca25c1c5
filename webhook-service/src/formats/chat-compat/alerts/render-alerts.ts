import { messageLimits } from '@gatehouse/proto/executions/message-limits'
import { type Embed, type EmbedField, fitEmbeds, limitedFields } from '../../embed.ts'
import { digitsAt, isPayload, listAt, objectAt, type Payload, textAt, valueAt } from '../../payload.ts'
import type { Draft } from '../../rendering.ts'
import { parseIsoTime } from '../../text/iso-time.ts'
import { joinLines } from '../../text/join-lines.ts'
import { link, toMarkdownLine, toMarkdownText } from '../../text/markdown.ts'
import { codePointLength, truncateMarkdown } from '../../text/truncate.ts'
import { hasVisibleText, visibleOrEmpty } from '../../text/visible-text.ts'
import { embedUrl, linkTarget } from '../../text/web-url.ts'
import { colorOf } from '../attachments/color.ts'

const maxNameLength = 200
const maxLabelLength = 200

/** Alertmanager and Grafana post groups of alerts to a receiver of the type webhook, Grafana with more fields. */
export function isAlertGroup({ alerts, groupKey }: Payload): boolean {
  return Array.isArray(alerts) && typeof groupKey === 'string'
}

/** One embed for each alert, under the title and message that somebody wrote for the group. */
export function renderAlerts(group: Payload): Draft {
  const alerts = listAt(group, 'alerts') ?? []
  const shown = alerts.slice(0, messageLimits.embeds).filter(isPayload)
  const embeds = fitEmbeds(shown.map((alert) => alertEmbed(alert, group)))
  const hidden = alerts.length - embeds.length + Number(digitsAt(group, 'truncatedAlerts') ?? 0)
  const more = hidden > 0 ? `+${hidden} more alerts` : ''
  const words = joinLines([titleOf(group), messageOf(group)])
  const room = messageLimits.content - (more ? codePointLength(`\n${more}`) : 0)
  return { content: joinLines([truncateMarkdown(words, room), more]), embeds }
}

/** The title that Grafana makes says no more than the embeds. */
function titleOf(group: Payload): string {
  const title = textAt(group, 'title') ?? ''
  const isDefault = /^\[(?:FIRING|RESOLVED|Alerting|OK|No Data)\b/i.test(title)
  return isDefault ? '' : visibleOrEmpty(toMarkdownLine(title, messageLimits.content, { mark: '**' }))
}

function messageOf(group: Payload): string {
  const message = textAt(group, 'message') ?? ''
  const isDefault = /^\*\*(?:Firing|Resolved)\*\*/.test(message) && /^Labels:/m.test(message)
  return isDefault ? '' : visibleOrEmpty(toMarkdownText(message, messageLimits.content))
}

function alertEmbed(alert: Payload, group: Payload): Embed {
  const isResolved = textAt(alert, 'status') === 'resolved'
  const given = labelOf('alertname', alert, group)
  const name = visibleOrEmpty(toMarkdownLine(given, maxNameLength)) || 'Alert'
  const url = firstUrl(alert, 'panelURL', 'dashboardURL', 'generatorURL')
  const color = colorOf(isResolved ? 'good' : severityColor(labelOf('severity', alert, group)))
  const timestamp = parseIsoTime(textAt(alert, isResolved ? 'endsAt' : 'startsAt') ?? '')
  const description = descriptionOf(alert)
  const fields = fieldsOf(alert)
  const image = embedUrl(valueAt(alert, 'imageURL'))
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

/** A label of the alert, or else of its group. */
function labelOf(name: string, alert: Payload, group: Payload): string {
  const labels = [
    textAt(alert, `labels.${name}`),
    textAt(group, `commonLabels.${name}`),
    textAt(group, `groupLabels.${name}`),
  ]
  return labels.find((label) => label !== undefined && hasVisibleText(label)) ?? ''
}

function severityColor(severity: string): string {
  const colors: Record<string, string> = {
    warning: 'warning',
    warn: 'warning',
    info: '#0969da',
    informational: '#0969da',
  }
  const name = severity.trim().toLowerCase()
  return (Object.hasOwn(colors, name) && colors[name]) || 'danger'
}

const firstAnnotations = ['summary', 'description', 'message']

/** The annotations: the usual ones as paragraphs, then the others with their names, then links. */
function descriptionOf(alert: Payload): string {
  const annotations = objectAt(alert, 'annotations') ?? {}
  const limit = messageLimits.description
  const paragraphs = new Set(firstAnnotations.flatMap((name) => textAt(annotations, name) ?? []))
  const lines = [...paragraphs].map((text) => visibleOrEmpty(toMarkdownText(text, limit)))
  const links: string[] = []
  let length = 0
  for (const [name, value] of Object.entries(annotations)) {
    if (firstAnnotations.includes(name) || name.startsWith('__') || length > limit) continue
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
    if (typeof text !== 'string' || !hasVisibleText(text)) continue
    const label = name === 'runbook_url' ? 'Runbook' : toMarkdownLine(name, maxLabelLength)
    const url = linkTarget(text)
    if (url) links.push(link(label, url))
    else lines.push(`${label}: ${toMarkdownText(text, limit)}`)
    length += text.length
  }
  const silence = valueAt(alert, 'silenceURL')
  if (linkTarget(silence)) links.push(link('Silence', silence))
  return truncateMarkdown(joinLines([...lines, links.join(' · ')]), limit)
}

function firstUrl(alert: Payload, ...names: string[]): string | undefined {
  for (const name of names) {
    const url = embedUrl(valueAt(alert, name))
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

function hasText(label: [string, unknown]): label is [string, string | number] {
  const [, value] = label
  return typeof value === 'number' || (typeof value === 'string' && hasVisibleText(value))
}

function fieldOf([label, value]: [string, string | number]): EmbedField[] {
  const name = visibleOrEmpty(toMarkdownLine(label, maxLabelLength))
  const text = visibleOrEmpty(toMarkdownLine(String(value), maxLabelLength))
  return name && text ? [{ name, value: text, inline: true }] : []
}
