import { expect } from 'chai'
import { exampleEmbed, renderedEmbed, resultOf } from '../../../../test/fixtures/code-host/render-example.ts'

describe('rendering a branch or tag', () => {
  it('links a new one to its tree', () => {
    expect(exampleEmbed('create')).to.include({
      title: '[Codertocat/Hello-World] New tag created: simple-tag',
      url: 'https://github.com/Codertocat/Hello-World/tree/simple-tag',
      color: 0x2da44e,
    })
    expect(exampleEmbed('create', { ref: 'feature/a b#c', ref_type: 'branch' })).to.include({
      title: '[Codertocat/Hello-World] New branch created: feature/a b#c',
      url: 'https://github.com/Codertocat/Hello-World/tree/feature/a%20b%23c',
    })
  })

  it('does not link a deleted one', () => {
    expect(exampleEmbed('delete'))
      .to.include({ title: '[Codertocat/Hello-World] tag deleted: simple-tag', color: 0xcf222e })
      .and.not.have.property('url')
  })

  it('requires only the name', () => {
    expect(resultOf('create', { ref_type: 'tag', ref: null })).to.equal('unrenderable:ref')
    expect(renderedEmbed('create', { ref: 'v1' })).to.deep.equal({
      title: 'New ref created: v1',
      color: 0x2da44e,
    })
    expect(exampleEmbed('create', { ref: '\ud800' }).url).to.match(/%EF%BF%BD$/)
  })
})
