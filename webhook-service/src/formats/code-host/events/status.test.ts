import { expect } from 'chai'
import { examplePayload } from '../../../../test/fixtures/code-host/example-payloads.ts'
import { exampleEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'

describe('rendering a commit status', () => {
  it('shows failures', () => {
    const changes = { state: 'error', description: 'It *broke*', target_url: 'https://ci.example/1' }
    expect(exampleEmbed('status', changes)).to.deep.include({
      title: '[Codertocat/Hello-World] default: It \\*broke\\*',
      url: 'https://ci.example/1',
      color: 0xcf222e,
      fields: [{ name: 'Branch', value: '`master`', inline: true }],
      description:
        '[`6113728`](https://github.com/Codertocat/Hello-World/commit/6113728f27ae82c7b1a177c8d03f9e96e0adf246) Initial commit – Codertocat',
    })
    expect(exampleEmbed('status', { state: 'failure', target_url: null })).to.include({
      title: '[Codertocat/Hello-World] default: failure',
      url: 'https://github.com/Codertocat/Hello-World/commit/6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    })
  })

  it('ignores other states', () => {
    for (const state of ['pending', 'success', 'unheard_of'])
      expect(
        resultOf(
          'status',
          examplePayload('status', () => true, { state }),
        ),
      ).to.equal('ignored:status')
  })

  it('requires state and context', () => {
    expect(resultOf('status', { context: 'x' })).to.equal('unrenderable:state')
    expect(resultOf('status', { state: 'error' })).to.equal('unrenderable:context')
  })
})
