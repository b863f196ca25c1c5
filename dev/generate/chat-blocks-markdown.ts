import { readFileSync } from 'node:fs'
import { markdownTable } from './markdown-table.ts'

type Row = {
  block: string
  part: string
  payload: unknown
  becomes: { content?: string; embeds?: unknown[] } | null
}

/** The recorded payloads; a test of the translation holds what they say they become against what they do become. */
const file = new URL('../../webhook-service/test/fixtures/chat-compat/blocks.json', import.meta.url)

/** What each block of a chat-compatible message becomes, for readers. */
export function chatBlocksMarkdown(): string {
  const rows: Row[] = JSON.parse(readFileSync(file, 'utf8'))
  return [
    '# Blocks in chat-compatible messages',
    '',
    'Made by `npm run generate` from `webhook-service/test/fixtures/chat-compat/blocks.json`, whose every row is a test of the translation.',
    '',
    rules,
    '',
    markdownTable(['Block', 'Part', 'Goes to', 'Payload', 'Becomes'], rows.map(tableRow)),
    '',
  ].join('\n')
}

const rules = `- Blocks of the message go to \`content\`, in order, as paragraphs of markdown. Each picture goes to an embed of its own.
- Blocks of an attachment go to the \`description\` of its coloured embed. The first picture of each size is its image and its
  thumbnail; further ones become links.
- With blocks and \`text\`, the blocks are shown: \`text\` is what senders give for notifications. \`text\` is shown when no block shows
  anything, or none is of a known type.
- A block or element of an unknown type is told by its own text, if it has any. What needs an app behind it (buttons without a
  URL, menus, inputs) is dropped; the \`detail\` of \`?dry_run=true\` names the blocks that show nothing.
- Fifty blocks are looked at. \`content\` is cut at 2,000 characters, with an ellipsis. Of more than ten embeds ten are kept, and
  \`+N more attachments\` ends the content.
- Nobody is mentioned: users, groups and channels become plain words. Links lead to \`http\`, \`https\` and \`mailto\` only.
- Formatting, quotes, lists, code and \`<links>\` of the sender are made anew in our markdown and all other text is escaped, so
  it forms no link, picture, heading or spoiler. Code blocks get lines of their own; a backtick inside code becomes ˋ.`

function tableRow({ block, part, payload, becomes }: Row): string[] {
  return [`\`${block}\``, part, locationOf(becomes), code(payload), becomes ? code(becomes) : '`no_text`']
}

function locationOf(becomes: Row['becomes']): string {
  const { content, embeds } = becomes ?? {}
  return [content && 'content', embeds && 'embed'].filter(Boolean).join(', ') || 'dropped'
}

/** As code; what looks like the end of it gets marks that are longer. */
function code(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('\u200d', '\\u200d')
  const maxLength = Math.max(0, ...(json.match(/`+/g) ?? []).map((marks) => marks.length))
  const marks = '`'.repeat(maxLength + 1)
  return maxLength > 0 ? `${marks} ${json} ${marks}` : `${marks}${json}${marks}`
}
