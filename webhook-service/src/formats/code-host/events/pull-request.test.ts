import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import type { Payload } from '../../payload.ts'

const pull = (changes: Record<string, unknown> = {}) =>
  examplePayload('pull_request', (payload) => payload.action === 'opened', changes)
const rendered = (action: string) => (payload: Payload) =>
  renderedEmbed('pull_request', { ...payload, action })
const [pullRequestOpened, pullRequestClosed, pullRequestReopened, pullRequestReady] = [
  rendered('opened'),
  rendered('closed'),
  rendered('reopened'),
  rendered('ready_for_review'),
]
const name = '#2 Update the README with new information.'

describe('rendering a pull request', () => {
  it('shows branches and size when opened', () => {
    const embed = pullRequestOpened(pull())
    expect(embed).to.include({
      title: `[Codertocat/Hello-World] Pull request opened: ${name}`,
      url: 'https://github.com/Codertocat/Hello-World/pull/2',
      color: 0x2da44e,
      description: 'This is a pretty simple change that we need to pull into master.',
    })
    expect(embed.fields).to.deep.equal([
      { name: 'Branches', value: '`master` ← `changes`', inline: true },
      { name: 'Changes', value: '+1 −1', inline: true },
    ])
  })

  it('names a draft, in a neutral color', () => {
    const { title, color } = pullRequestOpened(pull({ 'pull_request.draft': true }))
    expect([title, color]).to.deep.equal([
      `[Codertocat/Hello-World] Pull request opened as draft: ${name}`,
      0x6e7781,
    ])
  })

  it('shows labels, and while it is open the reviewers that it waits for', () => {
    const request = pull({
      'pull_request.labels': [{ name: 'bug' }, { name: 'good *first* issue' }],
      'pull_request.requested_reviewers': [{ login: 'ann' }],
      'pull_request.requested_teams': [{ name: 'Web' }],
    })
    const labels = { name: 'Labels', value: 'bug, good \\*first\\* issue', inline: true }
    const reviewers = { name: 'Reviewers', value: 'ann, Web', inline: true }
    for (const render of [pullRequestOpened, pullRequestReopened, pullRequestReady])
      expect(render(request).fields?.slice(2)).to.deep.equal([labels, reviewers])
    expect(pullRequestClosed(request).fields?.slice(2)).to.deep.equal([labels])
  })

  it('shows whether it was merged', () => {
    const merged = pullRequestClosed(pull({ 'pull_request.merged': true }))
    const closed = pullRequestClosed(pull({ 'pull_request.merged': false }))
    expect(merged).to.include({
      title: `[Codertocat/Hello-World] Pull request merged: ${name}`,
      color: 0x8250df,
    })
    expect(closed).to.include({
      title: `[Codertocat/Hello-World] Pull request closed: ${name}`,
      color: 0xcf222e,
    })
  })

  it('shows that it is reopened or ready', () => {
    expect(pullRequestReopened(pull()).title).to.include('Pull request reopened: #2')
    expect(pullRequestReady(pull()).title).to.include('Pull request ready for review: #2')
  })

  it('leaves out absent fields and keeps branch names inside code', () => {
    const bare = pullRequestOpened(pull({ 'pull_request.base': null, 'pull_request.additions': undefined }))
    expect(bare).not.to.have.property('fields')
    const invalid = pullRequestOpened(pull({ 'pull_request.head.ref': 'a`b @everyone' }))
    expect(invalid.fields?.[0]?.value).to.equal('`master` ← `aˋb @everyone`')
  })

  it('requires a title', () => {
    const missing = (pull_request: unknown) => resultOf('pull_request', { action: 'opened', pull_request })
    expect([null, {}].map(missing)).to.deep.equal([
      'unrenderable:pull_request',
      'unrenderable:pull_request.title',
    ])
  })
})
