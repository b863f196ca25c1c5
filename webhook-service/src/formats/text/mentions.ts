const joiner = '\u200d'

/**
 * `@everyone` and `@here` as words of their own, and starts of mention tokens such as `<@1>`, `<@&1>`, `<#1>` and
 * `<\@1>`: the end of a token can be in the text that follows a truncated one.
 */
const mentions =
  /(?<![\p{L}\p{N}])([@\uff20\ufe6b])(?=(?:everyone|here)(?![\p{L}\p{N}]))|<(?=\\?[@\uff20\ufe6b#])/giu

const urlsAndMentions = new RegExp(`(?:https?:\\/\\/|mailto:)[^\\s<>()]+|${mentions.source}`, 'giu')

/** Escapes outside of code, then code as `inlineCode` and `codeBlock` write it. */
const escapesAndCode = /\\[\\`]|^```[^\n]*\n[\s\S]*?\n```$|`[^`\n]+`/gm

/**
 * Breaks mentions in the text itself, because consumers parse mentions in different ways (tested in
 * `mentions.test.ts` and in the property tests of each format). In URLs, the at sign becomes %40, which keeps
 * the link valid; elsewhere a zero-width joiner follows the first character. Every other at sign stays, so that
 * names of packages and addresses can be copied.
 */
export function escapeMentions(text: string): string {
  return text.replace(urlsAndMentions, (found) =>
    found.length > 1 ? found.replace(mentions, (mark) => encodeURIComponent(mark)) : found + joiner,
  )
}

/** As `escapeMentions`, but keeps code as it is: mentions in it are never parsed. */
export function escapeMentionsOutsideCode(markdown: string): string {
  let end = 0
  let escaped = ''
  for (const { 0: found, index } of markdown.matchAll(escapesAndCode)) {
    // An escaped character can be a part of a mention token.
    if (found.startsWith('\\')) continue
    escaped += escapeMentions(markdown.slice(end, index)) + found
    end = index + found.length
  }
  return escaped + escapeMentions(markdown.slice(end))
}
