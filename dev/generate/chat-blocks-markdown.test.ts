import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { chatBlocksMarkdown } from './chat-blocks-markdown.ts'

describe('docs/chat-compat-blocks.md', () => {
  it('is generated from blocks.json', () => {
    const file = new URL('../../docs/chat-compat-blocks.md', import.meta.url)
    expect(readFileSync(file, 'utf8'), 'npm run generate writes it').to.equal(chatBlocksMarkdown())
  })
})
