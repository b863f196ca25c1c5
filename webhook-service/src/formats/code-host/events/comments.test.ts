import { expect } from 'chai'
import { exampleEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'

const repository = 'https://github.com/Codertocat/Hello-World'

describe('rendering a comment', () => {
  it('shows whether it is on an issue or a pull request', () => {
    const issue = {
      title: '[Codertocat/Hello-World] New comment on issue #1: Spelling error in the README file',
      url: `${repository}/issues/1#issuecomment-492700400`,
      description: "You are totally right! I'll get this fixed right away.",
      color: 0x0969da,
      timestamp: '2019-05-15T15:20:21.000Z',
    }
    expect(exampleEmbed('issue_comment.created')).to.deep.include(issue)
    expect(exampleEmbed('issue_comment.created', { 'issue.pull_request': { url: 'x' } }).title).to.include(
      'New comment on pull request #1: Spelling',
    )
  })

  it('shows file and lines of a review comment', () => {
    const embed = exampleEmbed('pull_request_review_comment.created')
    expect(embed).to.include({
      title:
        '[Codertocat/Hello-World] New review comment on pull request #2: Update the README with new information.',
      url: `${repository}/pull/2#discussion_r284312630`,
      color: 0x0969da,
    })
    const file = (changes: Record<string, unknown>) => {
      const paths = Object.entries(changes).map(([key, value]) => [`comment.${key}`, value])
      return exampleEmbed('pull_request_review_comment.created', Object.fromEntries(paths)).fields?.[0]?.value
    }
    expect(embed.fields).to.deep.equal([{ name: 'File', value: '`README.md`', inline: true }])
    expect(file({ start_line: 10, line: 12 })).to.equal('`README.md:10-12`')
    expect(file({ start_line: 12, line: 12 })).to.equal('`README.md:12`')
    expect(file({ line: null, original_line: 7, original_start_line: null })).to.equal('`README.md:7`')
    expect(file({ line: null, original_line: '7`x' })).to.equal('`README.md`')
    expect(file({ path: 'x'.repeat(400), line: 99 })).to.match(/^`x+…:99`$/)
  })

  it('shows the short hash of a commit', () => {
    expect(exampleEmbed('commit_comment.created')).to.include({
      title: '[Codertocat/Hello-World] New comment on commit 6113728',
      url: `${repository}/commit/6113728f27ae82c7b1a177c8d03f9e96e0adf246#commitcomment-33548674`,
      color: 0x0969da,
    })
  })

  it('links a comment on a discussion', () => {
    expect(exampleEmbed('discussion_comment.created')).to.include({
      title: '[octo-org/octo-repo] New comment on discussion #90: Welcome to discussions!',
      url: 'https://github.com/octo-org/octo-repo/discussions/90#discussioncomment-544078',
    })
  })

  it('accepts absent body, title and number', () => {
    const bare = { 'issue.title': null, 'issue.number': undefined, 'comment.body': null }
    expect(exampleEmbed('issue_comment.created', bare))
      .to.include({ title: '[Codertocat/Hello-World] New comment on issue' })
      .and.not.have.property('description')
  })

  it('requires the comment and its subject', () => {
    const created = { action: 'created' }
    expect(resultOf('issue_comment', { ...created, issue: {} })).to.equal('unrenderable:comment')
    expect(resultOf('issue_comment', { ...created, comment: {} })).to.equal('unrenderable:issue')
    expect(resultOf('commit_comment', { ...created, comment: {} })).to.equal('unrenderable:comment.commit_id')
    expect(resultOf('discussion_comment', { ...created, comment: {} })).to.equal('unrenderable:discussion')
    expect(resultOf('pull_request_review_comment', { ...created, pull_request: {}, comment: 'x' })).to.equal(
      'unrenderable:comment',
    )
  })

  it('ignores edited and deleted comments', () => {
    for (const event of ['issue_comment', 'pull_request_review_comment', 'discussion_comment'])
      for (const action of ['edited', 'deleted'])
        expect(resultOf(event, { action })).to.equal(`ignored:${event}.${action}`)
  })
})
