import { z } from 'zod'
import { Int32Type } from './common.ts'
import { shape } from './shape.ts'

const maybeText = z.string().nullable().optional()

export const CodeHostWebhookCheckRunOutput = shape(
  'CodeHostWebhookCheckRunOutput',
  'The output of a check run.',
  z.object({ summary: maybeText, title: maybeText }),
)

export const CodeHostWebhookCheckRunPullRequestsItem = shape(
  'CodeHostWebhookCheckRunPullRequestsItem',
  'A pull request of a check run.',
  z.object({ number: Int32Type }),
)

const pullRequests = z.array(CodeHostWebhookCheckRunPullRequestsItem).nullable().optional()

export const GuildEmojiUpdateRequest = shape(
  'GuildEmojiUpdateRequest',
  'An object with a name; here the app of a check suite.',
  z.object({ name: z.string() }),
)

export const CodeHostWebhookCheckSuite = shape(
  'CodeHostWebhookCheckSuite',
  'A check suite.',
  z.object({
    app: GuildEmojiUpdateRequest,
    conclusion: maybeText,
    head_branch: maybeText,
    head_sha: z.string(),
    pull_requests: pullRequests,
  }),
)

export const CodeHostWebhookCheckRun = shape(
  'CodeHostWebhookCheckRun',
  'A check run.',
  z.object({
    check_suite: CodeHostWebhookCheckSuite,
    conclusion: maybeText,
    details_url: maybeText,
    html_url: z.string(),
    name: z.string(),
    output: CodeHostWebhookCheckRunOutput.nullable().optional(),
    pull_requests: pullRequests,
  }),
)

export const CodeHostWebhookCommitsItemAuthor = shape(
  'CodeHostWebhookCommitsItemAuthor',
  'The author of a commit.',
  z.object({ name: z.string(), username: maybeText }),
)

export const CodeHostWebhookCommitsItem = shape(
  'CodeHostWebhookCommitsItem',
  'A commit.',
  z.object({
    author: CodeHostWebhookCommitsItemAuthor,
    id: z.string().describe('A git object id.'),
    message: z.string(),
    url: z.string(),
  }),
)
