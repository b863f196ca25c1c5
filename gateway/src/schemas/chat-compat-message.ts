import { z } from 'zod'
import { ChatCompatWebhookRequest, ChatCompatWebhookRequestAttachmentsItem } from './chat-compat.ts'
import { namedSchema } from './named-schema.ts'

const text = z.string().optional()
const blocks = z
  .array(z.object({ type: z.string() }))
  .optional()
  .describe('Blocks of Slack. [Chat blocks](/docs/chat-compat-blocks) lists the supported ones.')

const ChatCompatAttachment = namedSchema(
  'ChatCompatAttachment',
  'An attachment, with the fields that senders use beyond the common ones.',
  ChatCompatWebhookRequestAttachmentsItem.and(
    z.object({
      actions: z
        .array(
          z.object({ text: z.union([z.string(), z.object({ text: z.string() })]).optional(), url: text }),
        )
        .optional()
        .describe('Buttons. Those with a URL become links; the others are dropped.'),
      author_subname: text.describe('Shown after the author name.'),
      blocks,
      footer_icon: text.describe('Footer icon URL.'),
      mrkdwn_in: z
        .union([z.array(z.string()), z.string()])
        .optional()
        .describe('Which of pretext, text, fields and fallback are formatted. Default: all.'),
    }),
  ),
)

const ChatCompatMessage = namedSchema(
  'ChatCompatMessage',
  'A message in the chat-compatible format, with the fields that senders use beyond the common ones.',
  ChatCompatWebhookRequest.and(
    z.object({
      alias: text.describe('The same as username.'),
      attachments: z.array(ChatCompatAttachment).max(100).optional().describe('Attachment objects.'),
      avatar: text.describe('The same as icon_url.'),
      blocks,
      mrkdwn: z
        .union([z.boolean(), z.string(), z.number()])
        .optional()
        .describe('Whether text is formatted. Default: true.'),
    }),
  ),
  {
    text: { text: 'Disk is full' },
    attachment: {
      attachments: [
        { title: 'Disk is full', color: 'danger', fields: [{ title: 'Host', value: 'db-1', short: true }] },
      ],
    },
  },
)

const values = z.record(z.string(), z.unknown()).optional()

const ChatCompatAlert = namedSchema(
  'ChatCompatAlert',
  'An alert of Alertmanager or Grafana. All fields are optional.',
  z.object({
    annotations: values.describe('summary, description, message and runbook_url are shown.'),
    dashboardURL: text,
    endsAt: text,
    generatorURL: text,
    imageURL: text,
    labels: values.describe('alertname is the title; the others become fields.'),
    panelURL: text,
    silenceURL: text,
    startsAt: text,
    status: text.describe('resolved; any other value counts as firing.'),
    values: values.describe('The values of the queries of Grafana.'),
  }),
)

const ChatCompatAlertGroup = namedSchema(
  'ChatCompatAlertGroup',
  'A group of alerts, as the webhook receivers of Alertmanager and Grafana send it.',
  z.object({
    alerts: z.array(ChatCompatAlert),
    groupKey: z.string(),
    truncatedAlerts: z.int().optional().describe('The number of alerts that the sender left out.'),
  }),
  {
    alerts: {
      groupKey: '{}:{alertname="DiskFull"}',
      alerts: [
        {
          status: 'firing',
          labels: { alertname: 'DiskFull', instance: 'db-1' },
          annotations: { summary: 'The disk of db-1 is full' },
          startsAt: '2030-01-01T00:00:00Z',
        },
      ],
    },
  },
)

export const ChatCompatBody = namedSchema(
  'ChatCompatBody',
  'A message or a group of alerts. Values of other types count as absent.',
  z.union([ChatCompatMessage, ChatCompatAlertGroup]),
)
