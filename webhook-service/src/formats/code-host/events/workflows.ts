import type { Embed } from '../../embed.ts'
import {
  digitsAt,
  firstTextAt,
  objectsAt,
  type Payload,
  requireObject,
  requireText,
  textAt,
} from '../../payload.ts'
import { checkEmbed } from '../check-embed.ts'
import { field } from '../fields.ts'

const maxSteps = 3

export function workflowRunCompleted(payload: Payload): Embed | undefined {
  requireObject(payload, 'workflow_run')
  return checkEmbed(payload, {
    path: 'workflow_run',
    name:
      firstTextAt(payload, 'workflow_run.name', 'workflow.name') ?? requireText(payload, 'workflow_run.name'),
    branch: 'workflow_run.head_branch',
    url: textAt(payload, 'workflow_run.html_url'),
    fields: field('Run', runOf(payload)),
  })
}

export function workflowJobCompleted(payload: Payload): Embed | undefined {
  return checkEmbed(payload, {
    path: 'workflow_job',
    name: requireText(payload, 'workflow_job.name'),
    branch: 'workflow_job.head_branch',
    url: textAt(payload, 'workflow_job.html_url'),
    fields: [
      ...field('Workflow', textAt(payload, 'workflow_job.workflow_name')),
      ...field('Failed step', failedSteps(payload)),
    ],
  })
}

function runOf(payload: Payload): string | undefined {
  const number = digitsAt(payload, 'workflow_run.run_number')
  const attempt = digitsAt(payload, 'workflow_run.run_attempt')
  return number && `#${number}${attempt && Number(attempt) > 1 ? `, attempt ${attempt}` : ''}`
}

function failedSteps(payload: Payload): string | undefined {
  const steps = (objectsAt(payload, 'workflow_job.steps') ?? []).filter(
    ({ conclusion }) => conclusion === 'failure',
  )
  return steps
    .slice(0, maxSteps)
    .map((step) => textAt(step, 'name'))
    .filter(Boolean)
    .join(', ')
}
