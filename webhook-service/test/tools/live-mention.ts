/** Matches every mention syntax of the known consumers. */
export const liveMention = /[@\uff20\ufe6b][\p{L}\p{N}_]|<@[!&]|<[#!]|<id:|<\/[^>\n]+:\d/iu
