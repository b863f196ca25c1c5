import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Names = Record<string, string | string[]>

/** The names of emoji on code hosts and in Slack-style chats, as texts of lines `name emoji`: few names differ. */
export function emojiModule(): string {
  const unicode = new Map(
    read<{ hexcode: string; unicode: string }[]>('compact.json').map((each) => [each.hexcode, each.unicode]),
  )
  const linesOf = (file: string) =>
    Object.entries(read<Names>(`shortcodes/${file}`)).flatMap(([hexcode, names]) => {
      // One that is shown as a picture anyway needs no selector.
      const emoji = unicode.get(hexcode)?.replace(/^(\p{Emoji_Presentation})\ufe0f$/u, '$1')
      const used = [names].flat().filter((name) => !name.startsWith('skin-tone'))
      return emoji ? used.map((name) => `${name} ${emoji}`) : []
    })
  const [github, slack] = [linesOf('github.json'), linesOf('iamcal.json')]
  const module = {
    common: github.filter((line) => slack.includes(line)),
    github: github.filter((line) => !slack.includes(line)),
    slack: slack.filter((line) => !github.includes(line)),
  }
  const lines = Object.entries(module).map(
    ([name, each]) => `export const ${name} = ${JSON.stringify(each.toSorted().join('\n'))}\n`,
  )
  return `// Made by \`npm run generate\` from emojibase-data (MIT). Do not edit.\n${lines.join('')}`
}

function read<T>(file: string): T {
  const path = fileURLToPath(import.meta.resolve(`emojibase-data/en/${file}`))
  // The package describes these files.
  return JSON.parse(readFileSync(path, 'utf8')) as T
}
