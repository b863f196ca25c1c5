import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { chatBlocksMarkdown } from './chat-blocks-markdown.ts'

describe('docs/chat-compat-blocks.md', () => {
  it('says what the recorded payloads say', () => {
    const file = new URL('../../docs/chat-compat-blocks.md', import.meta.url)
    expect(readFileSync(file, 'utf8'), 'npm run generate writes it').to.equal(chatBlocksMarkdown())
  })
})
