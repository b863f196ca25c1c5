import { z } from 'zod'
import { Int32Type, Int64Type } from './common.ts'
import { namedSchema } from './named-schema.ts'

const maybeText = z.string().nullable().optional()

export const CodeHostWebhookMember = namedSchema(
  'CodeHostWebhookMember',
  'A user of the code host.',
  z.object({ avatar_url: z.string(), html_url: z.string(), id: Int32Type, login: z.string() }),
)

export const CodeHostWebhookAnswer = namedSchema(
  'CodeHostWebhookAnswer',
  'A comment or the answer of a discussion.',
  z.object({
    body: z.string(),
    commit_id: maybeText.describe('A git object id.'),
    html_url: z.string(),
    id: Int64Type,
    user: CodeHostWebhookMember,
  }),
)

export const CodeHostWebhookDiscussion = namedSchema(
  'CodeHostWebhookDiscussion',
  'A discussion.',
  z.object({
    answer_html_url: maybeText,
    body: maybeText,
    html_url: z.string(),
    number: Int32Type,
    title: z.string(),
    user: CodeHostWebhookMember,
  }),
)

export const CodeHostWebhookForkee = namedSchema(
  'CodeHostWebhookForkee',
  'A repository.',
  z.object({ full_name: z.string(), html_url: z.string(), id: Int32Type, name: z.string() }),
)

export const CodeHostWebhookIssue = namedSchema(
  'CodeHostWebhookIssue',
  'An issue or a pull request.',
  z.object({
    body: maybeText,
    html_url: z.string(),
    id: Int64Type,
    number: Int32Type,
    title: z.string(),
    user: CodeHostWebhookMember,
  }),
)

export const CodeHostWebhookRelease = namedSchema(
  'CodeHostWebhookRelease',
  'A release.',
  z.object({ body: maybeText, html_url: z.string(), id: Int32Type, tag_name: z.string() }),
)

export const CodeHostWebhookReview = namedSchema(
  'CodeHostWebhookReview',
  'A review of a pull request.',
  z.object({ body: maybeText, html_url: z.string(), state: z.string(), user: CodeHostWebhookMember }),
)
