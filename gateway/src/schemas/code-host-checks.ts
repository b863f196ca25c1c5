import { z } from 'zod'
import { Int32Type } from './common.ts'
import { namedSchema } from './named-schema.ts'

const maybeText = z.string().nullable().optional()

export const CodeHostWebhookCheckRunOutput = namedSchema(
  'CodeHostWebhookCheckRunOutput',
  'The output of a check run.',
  z.object({ summary: maybeText, title: maybeText }),
)

export const CodeHostWebhookCheckRunPullRequestsItem = namedSchema(
  'CodeHostWebhookCheckRunPullRequestsItem',
  'A pull request of a check run.',
  z.object({ number: Int32Type }),
)

const pullRequests = z.array(CodeHostWebhookCheckRunPullRequestsItem).nullable().optional()

// The published name is permanent.
export const CheckSuiteApp = namedSchema(
  'GuildEmojiUpdateRequest',
  'An object with a name; here the app of a check suite.',
  z.object({ name: z.string() }),
)

export const CodeHostWebhookCheckSuite = namedSchema(
  'CodeHostWebhookCheckSuite',
  'A check suite.',
  z.object({
    app: CheckSuiteApp,
    conclusion: maybeText,
    head_branch: maybeText,
    head_sha: z.string(),
    pull_requests: pullRequests,
  }),
)

export const CodeHostWebhookCheckRun = namedSchema(
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

export const CodeHostWebhookCommitsItemAuthor = namedSchema(
  'CodeHostWebhookCommitsItemAuthor',
  'The author of a commit.',
  z.object({ name: z.string(), username: maybeText }),
)

export const CodeHostWebhookCommitsItem = namedSchema(
  'CodeHostWebhookCommitsItem',
  'A commit.',
  z.object({
    author: CodeHostWebhookCommitsItemAuthor,
    id: z.string().describe('A git object id.'),
    message: z.string(),
    url: z.string(),
  }),
)
