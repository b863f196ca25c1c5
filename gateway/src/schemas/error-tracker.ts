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
  {
    issue: {
      action: 'created',
      actor: { id: 'application', name: 'Tracker', type: 'application' },
      data: {
        issue: {
          id: '1',
          shortId: 'LAMP-1',
          title: 'TypeError: lamp is undefined',
          culprit: 'lamp.ts in light',
          permalink: 'https://tracker.example/issues/1/',
          level: 'error',
          status: 'unresolved',
          platform: 'node',
          project: { id: '1', name: 'lamp', platform: 'node', slug: 'lamp' },
          type: 'error',
          metadata: {},
          count: '1',
          userCount: 1,
          firstSeen: '2030-01-01T00:00:00.000Z',
          lastSeen: '2030-01-01T00:00:00.000Z',
        },
      },
      installation: { uuid: '2f0c8a5e-7d0b-4f6e-9c57-3d1f6f3f2a41' },
    },
  },
)
