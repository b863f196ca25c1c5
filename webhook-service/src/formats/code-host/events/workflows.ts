import type { Embed } from '../../embed.ts'
import { firstTextAt, type Payload, requireObject, requireText, textAt } from '../../payload.ts'
import { checkEmbed } from '../check-embed.ts'

export function workflowRunCompleted(payload: Payload): Embed | undefined {
  requireObject(payload, 'workflow_run')
  return checkEmbed(payload, {
    path: 'workflow_run',
    name:
      firstTextAt(payload, 'workflow_run.name', 'workflow.name') ?? requireText(payload, 'workflow_run.name'),
    branch: 'workflow_run.head_branch',
    url: textAt(payload, 'workflow_run.html_url'),
  })
}

export function workflowJobCompleted(payload: Payload): Embed | undefined {
  return checkEmbed(payload, {
    path: 'workflow_job',
    name: requireText(payload, 'workflow_job.name'),
    branch: 'workflow_job.head_branch',
    url: textAt(payload, 'workflow_job.html_url'),
  })
}
