import { z } from 'zod'
import { namedSchema } from './named-schema.ts'

export const ErrorTrackerWebhookActor = namedSchema(
  'ErrorTrackerWebhookActor',
  'The actor of an event.',
  z.object({
    id: z.union([z.string(), z.int()]).describe('Any string or number.'),
    name: z.string(),
    type: z.string(),
  }),
)

const project = z.object({ id: z.string(), name: z.string(), platform: z.string(), slug: z.string() })

export const ErrorTrackerWebhookDataIssue = namedSchema(
  'ErrorTrackerWebhookDataIssue',
  'An issue of the error tracker.',
  z.object({
    id: z.string(),
    shortId: z.string(),
    title: z.string(),
    culprit: z.string().optional(),
    permalink: z.string(),
    level: z.string(),
    status: z.string(),
    platform: z.string(),
    project,
    type: z.string(),
    metadata: z.record(z.string(), z.unknown()),
    count: z.string(),
    userCount: z.number(),
    firstSeen: z.string(),
    lastSeen: z.string(),
  }),
)

export const ErrorTrackerWebhookData = namedSchema(
  'ErrorTrackerWebhookData',
  'The subject of an event.',
  z.object({ issue: ErrorTrackerWebhookDataIssue }),
)

export const ErrorTrackerWebhookInstallation = namedSchema(
  'ErrorTrackerWebhookInstallation',
  'The integration that sent the event.',
  z.object({ uuid: z.string() }),
)

export const ErrorTrackerWebhook = namedSchema(
  'ErrorTrackerWebhook',
  'An error tracker event.',
  z.object({
    action: z.string().nullable().optional(),
    actor: ErrorTrackerWebhookActor.nullable().optional(),
    data: ErrorTrackerWebhookData.nullable().optional(),
    installation: ErrorTrackerWebhookInstallation.nullable().optional(),
  }),
)
