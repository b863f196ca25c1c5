import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import {
  pullRequestClosed,
  pullRequestOpened,
  pullRequestReady,
  pullRequestReopened,
} from './pull-request.ts'

const pull = (changes: Record<string, unknown> = {}) =>
  examplePayload('pull_request', (payload) => payload.action === 'opened', changes)
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

  it('uses a neutral color for a draft', () => {
    expect(pullRequestOpened(pull({ 'pull_request.draft': true })).color).to.equal(0x6e7781)
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
    expect(() => pullRequestOpened({ pull_request: null }))
      .to.throw()
      .with.property('path', 'pull_request')
    expect(() => pullRequestOpened({ pull_request: {} }))
      .to.throw()
      .with.property('path', 'pull_request.title')
  })
})
