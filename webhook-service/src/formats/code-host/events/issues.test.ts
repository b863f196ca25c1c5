import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'
import type { Payload } from '../../payload.ts'

const issue = (action: string, changes: Record<string, unknown> = {}) =>
  examplePayload('issues', (payload) => payload.action === action, changes)
const rendered = (action: string) => (payload: Payload) => renderedEmbed('issues', { ...payload, action })
const [issueOpened, issueClosed, issueReopened, issueTransferred] = [
  rendered('opened'),
  rendered('closed'),
  rendered('reopened'),
  rendered('transferred'),
]

describe('rendering an issue', () => {
  it('shows title and body when opened', () => {
    expect(issueOpened(issue('opened'))).to.deep.include({
      title: '[Codertocat/Hello-World] Issue opened: #1 Spelling error in the README file',
      url: 'https://github.com/Codertocat/Hello-World/issues/1',
      color: 0x2da44e,
      timestamp: '2019-05-15T15:20:18.000Z',
    })
    expect(issueOpened(issue('opened', { 'issue.body': null }))).not.to.have.property('description')
  })

  it('shows the reason of closing', () => {
    const titleAndColor = (reason: unknown) => {
      const { title, color } = issueClosed(issue('opened', { 'issue.state_reason': reason }))
      return [title?.replace(/^.*Issue (.*):.*$/, '$1'), color]
    }
    expect(['completed', null, 'not_planned', 'duplicate'].map(titleAndColor)).to.deep.equal([
      ['closed', 0x8250df],
      ['closed', 0x8250df],
      ['closed as not planned', 0x6e7781],
      ['closed as duplicate', 0x6e7781],
    ])
  })

  it('shows type, labels and assignees', () => {
    const labels = Array.from({ length: 12 }, (_, n) => ({ name: `label_${n}` }))
    const { fields } = issueOpened(
      issue('opened', {
        'issue.type': { name: 'Bug' },
        'issue.labels': [null, {}, ...labels],
        'issue.assignees': [{ login: 'ann' }, { login: 'bob' }],
      }),
    )
    expect(fields).to.deep.equal([
      { name: 'Type', value: 'Bug', inline: true },
      {
        name: 'Labels',
        value: `${labels
          .slice(0, 10)
          .map(({ name }) => name)
          .join(', ')}, +2 more`,
        inline: true,
      },
      { name: 'Assignees', value: 'ann, bob', inline: true },
    ])
  })

  it('shows no body when reopened', () => {
    expect(issueReopened(issue('reopened')))
      .to.include({ color: 0x2da44e })
      .and.not.have.property('description')
  })

  it('links the new location when transferred', () => {
    expect(issueTransferred(issue('transferred')).description).to.equal(
      'Now [Codertocat/Hello-World#1](https://github.com/Codertocat/Hello-World/issues/1)',
    )
    expect(issueTransferred(issue('transferred', { changes: null }))).not.to.have.property('description')
  })

  it('truncates and escapes long texts', () => {
    const long = issue('opened', {
      'issue.title': `**x** ${'é'.repeat(400)}`,
      'issue.body': `<!-- hidden -->${'b'.repeat(152_133)}`,
    })
    const embed = issueOpened(long)
    expect([...(embed.title ?? '')]).to.have.length(256)
    expect(embed.title).to.include('#1 \\*\\*x\\*\\* é').and.match(/…$/)
    expect(embed.description).to.equal(`${'b'.repeat(499)}…`)
  })

  it('accepts numbers of any size, or none', () => {
    const title = (number: unknown) => issueOpened(issue('opened', { 'issue.number': number })).title
    expect(title('9223372036854775808')).to.include('#9223372036854775808 Spelling')
    expect(title(null)).to.include('opened: Spelling')
    expect(title('1](x')).to.include('opened: Spelling')
  })

  it('requires a title', () => {
    const missing = (issue: unknown) => resultOf('issues', { action: 'opened', issue })
    expect([undefined, 'x', { title: '' }].map(missing)).to.deep.equal([
      'unrenderable:issue',
      'unrenderable:issue',
      'unrenderable:issue.title',
    ])
  })

  it('ignores invalid optional parts', () => {
    const embed = issueOpened({
      issue: { title: 'x', html_url: 'javascript:alert(1)', created_at: 'yesterday', body: 7 },
      repository: [],
      sender: { login: {}, avatar_url: 5 },
    })
    expect(embed).to.deep.equal({ title: 'Issue opened: x', description: '7', color: 0x2da44e })
  })
})
