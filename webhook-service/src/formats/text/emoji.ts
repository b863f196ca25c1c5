import { splitAddresses } from './addresses.ts'
import { common, github, slack } from './gen/emoji.ts'

/** Whose names of emoji: those of code hosts, or those of chats. */
export type EmojiNames = 'github' | 'slack'

const tables: Record<EmojiNames, Map<string, string>> = {
  github: tableOf(`${common}\n${github}`),
  slack: tableOf(`${common}\n${slack}`),
}

function tableOf(lines: string): Map<string, string> {
  return new Map(lines.split('\n').map((line) => line.split(' ') as [string, string])) // name and emoji
}

const name = /:([a-z0-9_+-]{1,60}):(?::skin-tone-[2-6]:)?(?![\p{L}\p{N}])/uy

/** Replaces known names (`:tada:`) outside of addresses, without skin tones. Not beside a letter, as in `10:20:30`. */
export function convertEmoji(text: string, names: EmojiNames): string {
  if (!text.includes(':')) return text
  return splitAddresses(text)
    .map((part) => ('address' in part ? part.address : convertNames(part.text, tables[names])))
    .join('')
}

function convertNames(text: string, table: Map<string, string>): string {
  let converted = ''
  let end = 0
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at)) {
    name.lastIndex = at
    const found =
      at === end || !/[\p{L}\p{N}:/]$/u.test(text.slice(Math.max(0, at - 2), at)) ? name.exec(text) : null
    const emoji = found?.[1] && table.get(found[1])
    if (!found || !emoji) at += 1
    else {
      converted += text.slice(end, at) + emoji
      at += found[0].length
      end = at
    }
  }
  return converted + text.slice(end)
}
