import { z } from 'zod'
import {
  CodeHostWebhookCheckRun,
  CodeHostWebhookCheckSuite,
  CodeHostWebhookCommitsItem,
} from './code-host-checks.ts'
import {
  CodeHostWebhookAnswer,
  CodeHostWebhookDiscussion,
  CodeHostWebhookForkee,
  CodeHostWebhookIssue,
  CodeHostWebhookMember,
  CodeHostWebhookRelease,
  CodeHostWebhookReview,
} from './code-host-parts.ts'
import { namedSchema } from './named-schema.ts'

const member = {
  avatar_url: 'https://git.example/ada.png',
  html_url: 'https://git.example/ada',
  id: 1,
  login: 'ada',
}

const maybeText = z.string().nullable().optional()

export const CodeHostWebhook = namedSchema(
  'CodeHostWebhook',
  'A code host event. Common fields. The body is parsed leniently; see docs/webhooks-events.md.',
  z.object({
    action: maybeText,
    answer: CodeHostWebhookAnswer.nullable().optional(),
    check_run: CodeHostWebhookCheckRun.nullable().optional(),
    check_suite: CodeHostWebhookCheckSuite.nullable().optional(),
    comment: CodeHostWebhookAnswer.nullable().optional(),
    commits: z.array(CodeHostWebhookCommitsItem).nullable().optional(),
    compare: maybeText,
    discussion: CodeHostWebhookDiscussion.nullable().optional(),
    forced: z.boolean().nullable().optional(),
    forkee: CodeHostWebhookForkee.nullable().optional(),
    head_commit: CodeHostWebhookCommitsItem.nullable().optional(),
    issue: CodeHostWebhookIssue.nullable().optional(),
    member: CodeHostWebhookMember.nullable().optional(),
    pull_request: CodeHostWebhookIssue.nullable().optional(),
    ref: maybeText,
    ref_type: maybeText,
    release: CodeHostWebhookRelease.nullable().optional(),
    repository: CodeHostWebhookForkee.nullable().optional(),
    review: CodeHostWebhookReview.nullable().optional(),
    sender: CodeHostWebhookMember,
  }),
  {
    issue: {
      action: 'opened',
      issue: {
        id: 1,
        number: 12,
        title: 'Disk is full',
        html_url: 'https://git.example/ada/lamp/issues/12',
        user: member,
      },
      repository: { id: 1, name: 'lamp', full_name: 'ada/lamp', html_url: 'https://git.example/ada/lamp' },
      sender: member,
    },
  },
)
