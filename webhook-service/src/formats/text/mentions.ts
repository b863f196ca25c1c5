const joiner = '\u200d'

/**
 * In a URL the at sign is written as %40, so the link still works; elsewhere a joiner follows the sign. `<#`, `<!`,
 * `<id:` and `</name:1` are how chat consumers write channels, groups and commands.
 */
const pings =
  /(https?:\/\/|mailto:)[^\s<>()]+|[@\uff20\ufe6b](?![\s\u200d]|$)|<(?=[#!]|id:|\/[^>\n]{1,200}:\d)/gi

/**
 * Text that mentions nobody in any consumer: the mention is broken in the text itself, since consumers differ in what
 * they look for (contract.md 8 row 7). Guarded by `mentions.test.ts` and, whatever
 * a payload holds, by the `properties.test.ts` of every format.
 */
export function escapeMentions(text: string): string {
  return text.replace(pings, (found, scheme: string | undefined) =>
    scheme ? found.replace(/[@\uff20\ufe6b]/g, '%40') : found + joiner,
  )
}
