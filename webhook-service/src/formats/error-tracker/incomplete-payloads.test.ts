import { expect } from 'chai'
import type { Payload } from '../payload.ts'
import { renderErrorTracker } from './render-error-tracker.ts'

describe('renderErrorTracker with incomplete payloads', () => {
  for (const [resource, payload, path] of [
    ['issue', {}, 'action'],
    ['issue', { action: 'created' }, 'data'],
    ['issue', { action: 'created', data: [] }, 'data'],
    ['issue', { action: 'created', data: {} }, 'data.issue'],
    ['issue', { action: 'created', data: { issue: { title: ' ' } } }, 'data.issue.title'],
    ['issue', { action: 'created', data: { issue: { title: '\u200b' } } }, 'data.issue.title'],
    ['event_alert', { action: 'triggered', data: {} }, 'data.event'],
    ['event_alert', { action: 'triggered', data: { event: { title: {} } } }, 'data.event.title'],
    ['error', { action: 'created', data: { error: {} } }, 'data.error.title'],
    ['metric_alert', { action: 'critical' }, 'data'],
    ['metric_alert', { action: 'critical', data: {} }, 'data.description_title'],
    ['comment', { action: 'created', data: { comment: null } }, 'data.comment'],
    ['seer', { action: 'pr_created', data: {} }, 'data.group_id'],
    ['', { event: {} }, 'message'],
    ['', { url: 'https://a.test' }, 'message'],
  ] as [string, Payload, string][])
    it(`returns the missing path ${path} of ${resource || 'the legacy plugin'}: ${JSON.stringify(payload)}`, () => {
      expect(renderErrorTracker(resource, payload)).to.deep.include({ kind: 'unrenderable', path })
    })
})
