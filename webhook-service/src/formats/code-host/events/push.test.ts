import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import type { Payload } from '../../payload.ts'
import { push } from './push.ts'

const withCommits = (payload: Payload) => Array.isArray(payload.commits) && payload.commits.length > 0
const pushed = (changes: Record<string, unknown> = {}) => examplePayload('push', withCommits, changes)
const commit = (number: number, more: Payload = {}) => ({
  id: `${number}`.padStart(7, 'a').padEnd(40, '0'),
  url: `https://gatehouse.test/commit/${number}`,
  message: `Change ${number}\n\nand why`,
  author: { name: 'Ann Example', username: 'ann' },
  ...more,
})
const commits = (count: number) => Array.from({ length: count }, (_, index) => commit(index + 1))
const compare = 'https://gatehouse.test/compare'

describe('rendering a push', () => {
  it('links a single commit', () => {
    const sha = '6113728f27ae82c7b1a177c8d03f9e96e0adf246'
    const url = `https://github.com/Codertocat/Hello-World/commit/${sha}`
    expect(push(pushed())).to.deep.equal({
      title: '[Hello-World:master] 1 new commit',
      url,
      description: `[\`6113728\`](${url}) Initial commit – Codertocat`,
      color: 0x0969da,
      timestamp: '2019-05-15T15:19:25.000Z',
      author: {
        name: 'Codertocat',
        url: 'https://github.com/Codertocat',
        icon_url: 'https://avatars1.githubusercontent.com/u/21031067?v=4',
      },
    })
  })

  it('lists the newest five commits and links the rest', () => {
    const embed = push(pushed({ commits: commits(20), compare, ref: 'refs/heads/feature/a_b' }))
    expect(embed?.title).to.equal('[Hello-World:feature/a_b] 20 new commits')
    expect(embed?.url).to.equal(compare)
    expect(embed?.description?.split('\n')).to.deep.equal([
      ...[16, 17, 18, 19, 20].map(
        (n) => `[\`aaaaa${n}\`](https://gatehouse.test/commit/${n}) Change ${n} – ann`,
      ),
      `[+15 more](${compare})`,
    ])
    expect(push(pushed({ commits: commits(6), compare: 'no URL' }))?.description).to.match(/\n\+1 more$/)
    expect(push(pushed({ commits: commits(5), compare }))?.description).to.not.include('more')
  })

  it('lists the newest commits of senders that begin with them', () => {
    const newestFirst = commits(8).toReversed()
    const embed = push(pushed({ commits: newestFirst, head_commit: newestFirst[0], compare }))
    expect(embed?.description?.match(/Change \d/g)).to.deep.equal([8, 7, 6, 5, 4].map((n) => `Change ${n}`))
  })

  it('shows the new head of a force-push', () => {
    const embed = push(pushed({ forced: true, compare, after: 'abcdef0123456789' }))
    expect(embed).to.include({
      title: '[Hello-World] master force-pushed to abcdef0',
      url: compare,
      color: 0xcf222e,
    })
    expect(embed?.description).to.equal(`[Compare changes](${compare})`)
  })

  it('shows authors without an account and incomplete commits', () => {
    const invalid = [
      commit(1, { author: { name: 'Bob' } }),
      { id: 5 },
      null,
      { message: '*x*', author: null },
      commit(2, { url: 'x' }),
    ]
    expect(push(pushed({ commits: invalid }))?.description?.split('\n')).to.deep.equal([
      '[`aaaaaa1`](https://gatehouse.test/commit/1) Change 1 – Bob',
      '`5`',
      '\\*x\\*',
      '`aaaaaa2` Change 2 – ann',
    ])
  })

  it('stays within limits and mentions nobody for hostile commits', () => {
    const hostile = commit(1, {
      message: `[x](https://evil.test) @everyone ${'y'.repeat(5000)}`,
      url: `https://gatehouse.test/${'z'.repeat(2000)}`,
      author: { username: '<@1>' },
    })
    const embed = push(pushed({ commits: Array(20).fill(hostile) }))
    expect(embed?.description?.length).to.be.at.most(4096)
    expect(embed?.description).to.include('\\[x\\]\\(https://evil.test) @\u200deveryone')
    expect(embed?.description).not.to.match(/<@1>/)
  })

  it('ignores tags, deletions, empty branches and merge queues', () => {
    for (const changes of [
      { ref: 'refs/tags/v1' },
      { ref: 'refs/notes/x' },
      { deleted: true },
      { after: '0'.repeat(40) },
      { created: true, commits: [] },
      { ref: 'refs/heads/gh-readonly-queue/main/pr-1' },
    ])
      expect(push(pushed(changes)), JSON.stringify(changes)).to.equal(undefined)
  })

  it('requires ref and commits', () => {
    for (const ref of [undefined, null, '', {}, []])
      expect(() => push(pushed({ ref })))
        .to.throw()
        .with.property('path', 'ref')
    for (const list of [undefined, null, {}, 'x'])
      expect(() => push(pushed({ commits: list })))
        .to.throw()
        .with.property('path', 'commits')
  })

  it('requires a visible ref and at least one valid commit', () => {
    for (const ref of ['\u200b', 'refs/heads/', 'refs/heads/\u2060 '])
      expect(() => push(pushed({ ref })))
        .to.throw()
        .with.property('path', 'ref')
    for (const commits of [[1, null], ['x'], [[]]])
      expect(() => push(pushed({ commits })))
        .to.throw()
        .with.property('path', 'commits')
  })

  it('counts valid commits only and shows their visible parts', () => {
    const embed = push(
      pushed({ commits: [1, null, commit(1, {}), {}, commit(2, { message: '\u200b\nWhy', author: 7 })] }),
    )
    expect(embed?.title).to.equal('[Hello-World:master] 3 new commits')
    expect(embed?.description?.split('\n')).to.deep.equal([
      '[`aaaaaa1`](https://gatehouse.test/commit/1) Change 1 – ann',
      '[`aaaaaa2`](https://gatehouse.test/commit/2) Why',
    ])
  })

  it('requires neither repository nor sender', () => {
    const embed = push(pushed({ repository: null, sender: undefined }))
    expect(embed?.title).to.equal('[master] 1 new commit')
    expect(embed).not.to.have.property('author')
  })
})
