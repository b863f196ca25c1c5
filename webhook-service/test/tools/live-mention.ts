/** Whatever could become a mention for any consumer once somebody looks at the text, for tests. */
export const liveMention = /[@\uff20\ufe6b][\p{L}\p{N}_]|<@[!&]|<[#!]|<id:|<\/[^>\n]+:\d/iu
