const joiner = '\u200d'

/**
 * `@everyone` and `@here` as words of their own, and starts of mention tokens such as `<@1>`, `<@&1>`, `<#1>` and
 * `<\@1>`: the end of a token can be in the text that follows a truncated one.
 */
const mentions =
  /(?<![\p{L}\p{N}])([@\uff20\ufe6b])(?=(?:everyone|here)(?![\p{L}\p{N}]))|<(?=\\?[@\uff20\ufe6b#])/giu

/** A zero-width joiner follows the first character, because consumers parse mentions in different ways. */
export function breakMentions(text: string): string {
  return text.replace(mentions, (mark) => mark + joiner)
}

/** In an address, the first character is percent-encoded, which keeps the address valid. */
export function encodeMentions(address: string): string {
  return address.replace(mentions, (mark) => encodeURIComponent(mark))
}
