const joiner = '\u200d'

/**
 * In URLs, the at sign becomes %40, which keeps the link valid; elsewhere a zero-width joiner follows it.
 * `<#`, `<!`, `<id:` and `</name:1` are channels, groups and commands of chat clients.
 */
const pings =
  /(https?:\/\/|mailto:)[^\s<>()]+|[@\uff20\ufe6b](?![\s\u200d]|$)|<(?=[#!]|id:|\/[^>\n]{1,200}:\d)/gi

/**
 * Breaks mentions in the text itself, because consumers parse mentions in different ways (tested in
 * `mentions.test.ts` and in the property tests of each format).
 */
export function escapeMentions(text: string): string {
  return text.replace(pings, (found, scheme: string | undefined) =>
    scheme ? found.replace(/[@\uff20\ufe6b]/g, '%40') : found + joiner,
  )
}
